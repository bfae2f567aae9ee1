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

/// Which Huffman tables have been defined before a scan that needs them.
///
/// A frame cut out of a film has none, and the decoder would take those of films: no photo is meant so.
struct CodeTables {
    /// A bit a table: four for the constant coefficients, four for the others.
    private var defined = 0
    /// Whether the picture is coded in a way that has no such tables.
    var isArithmetic = false

    /// Whether a table claims more codes than there are values.
    private(set) var areBroken = false

    /// Takes the tables of a DHT segment: class and number, 16 counts, as many values.
    mutating func define(_ content: [UInt8]) {
        var at = 0
        while at + 17 <= content.count {
            let number = Int(content[at] >> 4 & 1) * 4 + Int(content[at] & 3)
            defined |= 1 << number
            let codes = content[at + 1..<at + 17].reduce(0) { $0 + Int($1) }
            if codes > 256 { areBroken = true }
            at += 17 + codes
        }
    }

    /// Whether the tables that a scan names are there: a scan of constant coefficients needs no others.
    func serve(scan content: [UInt8]) -> Bool {
        guard !isArithmetic, let count = content.first, content.count >= 4 + Int(count) * 2 else { return true }
        let first = content[1 + Int(count) * 2]
        let last = content[2 + Int(count) * 2]
        return (0..<Int(count)).allSatisfy { component in
            let names = content[2 + component * 2]
            let constant = first > 0 || defined >> Int(names >> 4 & 3) & 1 == 1
            let others = last == 0 || defined >> (4 + Int(names & 3)) & 1 == 1
            return constant && others
        }
    }
}
