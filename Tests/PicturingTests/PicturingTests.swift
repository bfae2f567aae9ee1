import Picturing
import Testing
