import Inventing
import JPEG
import Picturing

/// Decoded pixels, to look at.
struct Pixels: Equatable {
    var width: Int
    var height: Int
    var channels: Int
    var bytes: [UInt8]

    init(_ jpeg: [UInt8]) throws {
        let limits = Decoder.Limits(memory: 64 << 20, scans: 100, work: 1_000_000_000)
        self = try Decoder.lend(jpeg, limits: limits) { (decoder) throws(JPEGError) in
            let frame = try decoder.readHeader()
            let size = try decoder.start(.none)
            let stride = size.width * frame.pixels.channels
            let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: stride * size.height)
            defer { buffer.deallocate() }
            try decoder.readLines(size.height, into: buffer, stride: stride)
            return Pixels(
                width: size.width, height: size.height, channels: frame.pixels.channels, bytes: Array(buffer))
        }
    }

    init(width: Int, height: Int, channels: Int, bytes: [UInt8]) {
        (self.width, self.height, self.channels, self.bytes) = (width, height, channels, bytes)
    }

    /// A colour everywhere.
    static func flat(_ colour: [UInt8], width: Int = 64, height: Int = 48) -> [UInt8] {
        (0..<width * height).flatMap { _ in colour }
    }

    subscript(x: Int, y: Int) -> [Int] { (0..<channels).map { Int(bytes[(y * width + x) * channels + $0]) } }

    /// Whether the pixel is that colour, but for what encoding loses.
    func isNear(_ colour: [Int], x: Int, y: Int, by tolerance: Int = 6) -> Bool {
        zip(self[x, y], colour).allSatisfy { abs($0 - $1) <= tolerance }
    }
}
