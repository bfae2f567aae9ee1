internal import CJPEG
internal import Glibc

/// Writes JPEGs that hold pixels and tables and no word about them.
public struct Encoder: Hashable, Sendable {
    /// How many lines and columns the colours have.
    public enum Sampling: Hashable, Sendable {
        case full
        /// Half of them each way (4:2:0).
        case halved
    }

    /// How the data is ordered.
    public enum Order: Hashable, Sendable {
        case baseline
        case progressive
    }

    /// From 1 to 100.
    public var quality: Int
    public var sampling: Sampling
    public var order: Order

    public init(quality: Int, sampling: Sampling = .halved, order: Order = .baseline) {
        self.quality = quality
        self.sampling = sampling
        self.order = order
    }

    /// Encodes lines that follow each other without a gap.
    public func encode(
        _ pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int, kind: PixelKind
    ) throws(JPEGError) -> [UInt8] {
        guard width > 0, height > 0, width <= 65_500, height <= 65_500 else { throw .tooLarge }
        precondition(pixels.count >= width * height * kind.channels)
        let channels: cjpeg_channels =
            switch kind {
            case .grey: cjpeg_grey
            case .rgb: cjpeg_rgb
            case .cmyk: cjpeg_cmyk
            }
        var encoding = cjpeg_encoding(
            width: UInt32(width), height: UInt32(height), channels: channels, quality: Int32(clamping: quality),
            is_halved: sampling == .halved ? 1 : 0, is_progressive: order == .progressive ? 1 : 0)
        guard let base = pixels.baseAddress else { throw .tooLarge }
        var bytes: UnsafeMutablePointer<UInt8>?
        var length = 0
        let outcome = cjpeg_encode(&encoding, base, &bytes, &length)
        defer { free(bytes) }
        guard outcome == cjpeg_done else { throw JPEGError(outcome, code: 0, hasEnded: false) }
        return Array(UnsafeBufferPointer(start: bytes, count: length))
    }
}
