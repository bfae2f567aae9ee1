import JPEG
import Testing
