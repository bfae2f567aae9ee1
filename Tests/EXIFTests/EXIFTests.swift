import EXIF
import Testing
