internal import EXIF
internal import JPEG

/// A photo in one of its smaller sizes.
public struct Thumbnail: Hashable, Sendable {
    /// What was asked for; the picture's own is shorter where the photo is small.
    public var longEdge: Int
    public var width: Int
    public var height: Int
    /// A JPEG of its own.
    public var bytes: [UInt8]

    public init(longEdge: Int, width: Int, height: Int, bytes: [UInt8]) {
        self.longEdge = longEdge
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}

/// How much of a photo could be decoded.
public enum DecodeStatus: String, Hashable, Sendable, CaseIterable {
    case whole
    /// All of it, though the file breaks rules: stray bytes, a missing end.
    case warned
    /// The data ends before the picture does: the rest is grey or blurred.
    case truncated
}

/// Columns and lines of a picture.
struct PictureSize: Hashable {
    var width: Int
    var height: Int

    var longEdge: Int { max(width, height) }

    /// The size with that long edge; this one where it is no larger.
    func fitting(_ edge: Int) -> PictureSize {
        let edge = max(1, edge)
        guard longEdge > edge else { return self }
        func scaled(_ length: Int) -> Int { max(1, (length * edge * 2 + longEdge) / (longEdge * 2)) }
        return PictureSize(width: scaled(width), height: scaled(height))
    }

    /// The strongest reduction that leaves twice the long edge: what is left to the resampler hides the reduction's
    /// own coarse filter.
    func reduction(for edge: Int) -> Reduction {
        let reductions: [Reduction] = [.eighth, .quarter, .half]
        return reductions.first { longEdge >= 2 * edge * $0.rawValue } ?? .none
    }
}

/// A picture as the decoder gives it: its size in samples, and what they stand for.
struct Scaled {
    var width: Int
    var height: Int
    /// The size in samples that the true picture has: the last sample of a line or column may lie beyond it in part.
    var extent: (width: Double, height: Double)

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        extent = (Double(width), Double(height))
    }

    init(_ decoded: (width: Int, height: Int), of size: PictureSize, by reduction: Reduction) {
        width = decoded.width
        height = decoded.height
        let factor = Double(reduction.rawValue)
        extent = (Double(size.width) / factor, Double(size.height) / factor)
    }
}

/// Pixels in memory, line by line without a gap.
struct Raster {
    var width: Int
    var height: Int
    var kind: PixelKind
    var bytes: [UInt8]

    /// The pixels as they are seen upright.
    func turned(_ orientation: Orientation) -> Raster {
        if orientation == .upright { return self }
        let last = width * height - 1
        // The source pixel of the first pixel, and how far it is to that of the next one in a line and in a column.
        let (first, across, down) =
            switch orientation {
            case .upright: (0, 1, width)
            case .mirrored: (width - 1, -1, width)
            case .upsideDown: (last, -1, -width)
            case .flipped: (last - width + 1, 1, -width)
            case .transposed: (0, width, 1)
            case .turnedRight: (last - width + 1, -width, 1)
            case .transversed: (last, -width, -1)
            case .turnedLeft: (width - 1, width, -1)
            }
        let size = orientation.isOnSide ? (height, width) : (width, height)
        let channels = kind.channels
        let turned = [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
            bytes.withUnsafeBufferPointer { source in
                var at = 0
                for y in 0..<size.1 {
                    var from = (first + y * down) * channels
                    for _ in 0..<size.0 {
                        for channel in 0..<channels { target[at + channel] = source[from + channel] }
                        at += channels
                        from += across * channels
                    }
                }
            }
            count = bytes.count
        }
        return Raster(width: size.0, height: size.1, kind: kind, bytes: turned)
    }

    /// CMYK mixed to RGB as ink on paper; other pixels as they are.
    func mixed(isInverted: Bool) -> Raster {
        guard kind == .cmyk else { return self }
        let flip: UInt8 = isInverted ? 0 : 0xFF
        let mixed = [UInt8](unsafeUninitializedCapacity: width * height * 3) { target, count in
            for pixel in 0..<width * height {
                let black = Int(bytes[pixel * 4 + 3] ^ flip)
                for channel in 0..<3 {
                    target[pixel * 3 + channel] = UInt8((Int(bytes[pixel * 4 + channel] ^ flip) * black + 127) / 255)
                }
            }
            count = width * height * 3
        }
        return Raster(width: width, height: height, kind: .rgb, bytes: mixed)
    }
}
