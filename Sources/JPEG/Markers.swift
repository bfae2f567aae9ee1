/// What stands before a JPEG's picture, found by going from marker to marker without decoding anything.
///
///     SOI | APP1 "Exif" TIFF | APP1 XMP | APP2 "ICC_PROFILE" 1/2 | ... | APP13 | DQT | SOF w h | DHT | SOS data... EOI
///         ^ FF E1 length        each segment says how long it is                                     ^ here it ends
///
/// The first Exif segment counts, and the first XMP packet; further ones are an editor's leftovers, or belong to
/// another picture.
public struct Markers: Hashable, Sendable {
    /// What is kept of the segments.
    public struct Parts: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let exif = Parts(rawValue: 1)
        public static let xmp = Parts(rawValue: 2)
        public static let iptc = Parts(rawValue: 4)
        public static let colourProfile = Parts(rawValue: 8)
        public static let words: Parts = [.exif, .xmp, .iptc]
    }

    /// From its byte order mark on; empty where there is none.
    public var exif: [UInt8] = []
    public var xmp: [UInt8] = []
    /// Photoshop's resources, of which IPTC's records are one.
    public var resources: [UInt8] = []
    /// The ICC profile; empty where there is none or a piece of it is missing.
    public var colourProfile: [UInt8] = []
    /// As stored, before any turn; nil where the file ends before its picture.
    public var size: Size?
    /// Whether an index of further pictures is there (MPO).
    public var hasFurtherPictures = false

    /// How the header ends.
    public enum End: Hashable, Sendable {
        /// With the picture's first data.
        case scan
        /// With the file, or with an end marker before any data.
        case file
        /// With a segment that says it is shorter than its own length.
        case brokenSegment
    }

    public var end = End.file
    /// Whether the tables that the picture's data needs stand before it.
    public var hasTables = false
    /// Whether one of the tables claims more codes than there are values.
    public var hasBrokenTables = false
    /// What the file is, by its first bytes; all else is empty where it is no JPEG.
    public var content: FileContent

    /// Columns and lines.
    public struct Size: Hashable, Sendable {
        public var width: Int
        public var height: Int

        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// Markers further into the file than this are not looked for.
    private static let reach = 64 << 20

    /// Reads the markers, and of the file no more than they need.
    public init(of source: some RangedBytes, keeping parts: Parts) throws(UnreadableBytes) {
        var window = ByteWindow(source)
        var profile = ProfilePieces()
        var tables = CodeTables()
        content = FileContent.recognise(try window.bytes(from: 0, upTo: FileContent.headLength))
        guard content == .jpeg else { return }
        var at = 2
        while at < Self.reach, let marker = try Self.nextMarker(in: &window, at: &at) {
            // Restart markers and TEM have no length; a second start, the end or the scan end the header.
            if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
            if marker == 0xDA {
                end = .scan
                let length = try window.number(at: at) ?? 2
                hasBrokenTables = tables.areBroken
                hasTables = tables.serve(scan: try window.bytes(from: at + 2, upTo: length - 2))
            }
            if marker == 0xD8 || marker == 0xD9 || marker == 0xDA { break }
            guard let length = try window.number(at: at) else { break }
            guard length >= 2 else {
                end = .brokenSegment
                break
            }
            let start = at + 2
            let next = at + length
            // A segment that the file's end cuts off is no segment.
            guard next <= window.count else { break }
            try take(marker, in: &window, from: start, to: next, keeping: parts, &profile, &tables)
            at = next
        }
        if parts.contains(.colourProfile) { colourProfile = profile.joined }
    }

    /// The next marker's code; `at` moves behind it. Bytes between segments are skipped, as decoders do.
    private static func nextMarker(
        in window: inout ByteWindow<some RangedBytes>, at: inout Int
    ) throws(UnreadableBytes) -> UInt8? {
        var isMarked = false
        while at < reach, let byte = try window.byte(at: at) {
            at += 1
            if byte == 0xFF {
                isMarked = true
            } else if isMarked, byte != 0 {
                return byte
            } else {
                isMarked = false
            }
        }
        return nil
    }

    private mutating func take(
        _ marker: UInt8, in window: inout ByteWindow<some RangedBytes>, from start: Int, to end: Int,
        keeping parts: Parts, _ profile: inout ProfilePieces, _ tables: inout CodeTables
    ) throws(UnreadableBytes) {
        func rest(after prefix: Int) throws(UnreadableBytes) -> [UInt8] {
            try window.bytes(from: start + prefix, upTo: end - start - prefix)
        }
        switch marker {
        case 0xE1:
            if parts.contains(.exif), exif.isEmpty, end - start > 6, try window.has("Exif\0", at: start) {
                exif = try rest(after: 6)
            } else if parts.contains(.xmp), xmp.isEmpty, end - start > 29,
                try window.has("http://ns.adobe.com/xap/1.0/\0", at: start)
            {
                xmp = try rest(after: 29)
            }
        case 0xE2:
            if parts.contains(.colourProfile), end - start > 14, try window.has("ICC_PROFILE\0", at: start) {
                let number = try window.byte(at: start + 12) ?? 0
                let count = try window.byte(at: start + 13) ?? 0
                profile.add(try rest(after: 14), number: Int(number), of: Int(count))
            } else if try window.has("MPF\0", at: start) {
                hasFurtherPictures = true
            }
        case 0xED:
            if parts.contains(.iptc), end - start > 14, resources.count < 1 << 20,
                try window.has("Photoshop 3.0\0", at: start)
            {
                resources += try rest(after: 14)
            }
        case 0xC4: tables.define(try rest(after: 0))
        case 0xC0...0xCF where marker != 0xC8 && marker != 0xCC:
            if marker > 0xC8 { tables.isArithmetic = true }
            guard size == nil, end - start >= 6, let height = try window.number(at: start + 1),
                let width = try window.number(at: start + 3)
            else { return }
            size = Size(width: width, height: height)
        default: break
        }
    }
}

/// The kinds of pixels that a picture decodes to.
public enum PixelKind: Int, Hashable, Sendable {
    case grey = 1
    case rgb = 3
    case cmyk = 4

    /// Bytes a pixel.
    public var channels: Int { rawValue }
}

/// What the header of a picture says.
public struct Frame: Hashable, Sendable {
    public var width: Int
    public var height: Int
    public var pixels: PixelKind
    public var isProgressive: Bool
    /// Whether an Adobe marker is there: CMYK that has one is stored inverted.
    public var isAdobe: Bool
}

/// By how much a picture is made smaller while it is decoded; the decoder is fast at these alone.
public enum Reduction: Int, Hashable, Sendable, CaseIterable {
    case none = 1
    case half = 2
    case quarter = 4
    case eighth = 8
}

/// How many scans a picture is coded in.
///
/// In the data of a scan 0xFF is followed by 0x00, a restart marker or another 0xFF; whatever else follows it is the next
/// segment, so that scans are counted without decoding any.
public enum ScanCount {
    /// Counts up to the picture's end, which is not the file's where another picture follows.
    public static func of(_ bytes: UnsafeRawBufferPointer) -> Int {
        var count = 0
        var at = 2
        while at + 3 < bytes.count {
            guard bytes[at] == 0xFF else {
                at += 1
                continue
            }
            switch bytes[at + 1] {
            case 0xFF: at += 1
            case 0x00, 0x01, 0xD0...0xD7: at += 2
            case 0xD9: return count
            case let marker:
                if marker == 0xDA { count += 1 }
                at += 2 + max(2, Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
            }
        }
        return count
    }
}

/// An ICC profile's pieces: segments hold 64 kB, profiles may be larger.
struct ProfilePieces {
    /// A profile of more is none for photos.
    private static let limit = 4 << 20

    private var pieces: [Int: [UInt8]] = [:]
    private var count = 0
    private var total = 0

    mutating func add(_ piece: [UInt8], number: Int, of count: Int) {
        guard number >= 1, number <= count, self.count == 0 || self.count == count, pieces[number] == nil,
            total + piece.count <= Self.limit
        else { return }
        self.count = count
        total += piece.count
        pieces[number] = piece
    }

    /// All pieces in their order; empty where one is missing.
    var joined: [UInt8] {
        guard count > 0, pieces.count == count else { return [] }
        return (1...count).flatMap { pieces[$0] ?? [] }
    }
}
