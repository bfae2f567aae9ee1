internal import Glibc

/// What a file is, by its first bytes, never by its name.
public enum FileContent: String, Hashable, Sendable, CaseIterable {
    case empty
    case jpeg
    /// A JPEG followed by more JPEGs (stereo, portrait, gain map): its first picture is the photo.
    case mpo
    /// A JPEG followed by a short film.
    case motionPhoto = "motion-photo"
    /// A picture in HEIF's boxes, coded as HEVC: HEIC.
    case heif
    /// HEIF of several pictures (a burst, a sequence): its primary picture is the photo.
    case heifSeries = "heif-series"
    case avif
    case png
    case gif
    case webp
    case tiff
    case pdf
    case zip
    case video
    case html
    case other

    /// How many bytes `recognise` looks at.
    public static let headLength = 64

    /// Whether there is a photo that can be read.
    public var isPhoto: Bool { isJPEG || isHEIF }
    public var isJPEG: Bool { self == .jpeg || self == .mpo || self == .motionPhoto }
    public var isHEIF: Bool { self == .heif || self == .heifSeries }

    /// What a file is, by its first bytes.
    public init(of bytes: some RangedBytes) throws(UnreadableBytes) {
        var window = ByteWindow(bytes)
        self = Self.recognise(try window.bytes(from: 0, upTo: Self.headLength))
    }

    /// What begins with `head`; `jpeg` for all three kinds of JPEG, which their markers distinguish, and `heif` for both kinds
    /// of HEIF.
    public static func recognise<Head: RandomAccessCollection<UInt8>>(_ head: Head) -> FileContent {
        let head = Array(head.prefix(headLength))
        func has(_ text: StaticString, at offset: Int = 0) -> Bool {
            text.withUTF8Buffer { word in
                head.count >= offset + word.count && head[offset..<offset + word.count].elementsEqual(word)
            }
        }
        if head.isEmpty { return .empty }
        // Two bytes are a JPEG that was cut off: the decoder says so better than "something else" does.
        if head.starts(with: [0xFF, 0xD8]), head.count == 2 || head[2] == 0xFF { return .jpeg }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if has("GIF87a") || has("GIF89a") { return .gif }
        if has("RIFF"), has("WEBP", at: 8) { return .webp }
        if head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A]) { return .tiff }
        if has("%PDF-") { return .pdf }
        if head.starts(with: [0x50, 0x4B, 3, 4]) { return .zip }
        if has("ftyp", at: 4) { return recogniseBoxes(head) }
        let text = head.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        return text.first == 0x3C ? .html : .other
    }
}

extension FileContent {
    /// By the brands that a file of boxes says it is of: the first one, and from the 16th byte on those it is compatible with.
    private static func recogniseBoxes(_ head: [UInt8]) -> FileContent {
        let end = min(head.count, head[..<4].reduce(0) { $0 << 8 | Int($1) })
        let places = [8] + Array(stride(from: 16, to: max(16, end), by: 4))
        let brands = places.filter { $0 + 4 <= head.count }.map { String(decoding: head[$0..<$0 + 4], as: UTF8.self) }
        func names(_ known: [String]) -> Bool { brands.contains { known.contains($0) } }
        if names(["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]) { return .heif }
        if names(["avif", "avis"]) { return .avif }
        // Says nothing of how its pictures are coded.
        return names(["mif1", "msf1", "mif2"]) ? .heif : .video
    }
}

/// The bytes of an open file, read where they are asked for; the descriptor stays its owner's.
public struct DescriptorBytes: RangedBytes {
    public let count: Int
    private let descriptor: Int32

    public init(_ descriptor: Int32) throws(UnreadableBytes) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw UnreadableBytes(code: errno) }
        self.descriptor = descriptor
        count = Int(status.st_size)
    }

    public func copyBytes(from offset: Int, into target: UnsafeMutableRawBufferPointer) throws(UnreadableBytes) -> Int {
        guard offset >= 0 else { return 0 }
        var filled = 0
        while filled < target.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: target[filled...])
            let read = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw UnreadableBytes(code: errno) }
            if read == 0 { break }
            filled += read
        }
        return filled
    }
}

/// Bytes that can be asked for anywhere: a file's metadata is read without the file.
public protocol RangedBytes {
    var count: Int { get }
    /// Puts the bytes from `offset` on at the front of `target`; how many, fewer than there is room only at the end.
    func copyBytes(from offset: Int, into target: UnsafeMutableRawBufferPointer) throws(UnreadableBytes) -> Int
}

/// The operating system gave an error in place of bytes.
public struct UnreadableBytes: Error, Hashable, Sendable {
    /// The error's number (`errno`).
    public var code: Int32

    public init(code: Int32) {
        self.code = code
    }
}

/// Bytes that lie in memory.
public struct MemoryBytes: RangedBytes {
    private let bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    public var count: Int { bytes.count }

    public func copyBytes(from offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= 0, offset < bytes.count else { return 0 }
        let count = min(target.count, bytes.count - offset)
        target.copyBytes(from: bytes[offset..<offset + count])
        return count
    }
}

/// The piece of ranged bytes that is looked at: small reads near each other cost one read of the source.
struct ByteWindow<Source: RangedBytes> {
    private static var size: Int { 4096 }

    let source: Source
    let count: Int
    private var start = 0
    private var bytes: [UInt8] = []

    init(_ source: Source) {
        self.source = source
        count = source.count
    }

    /// The byte at `offset`; nil at the end.
    mutating func byte(at offset: Int) throws(UnreadableBytes) -> UInt8? {
        if offset < start || offset >= start + bytes.count {
            guard offset >= 0, offset < count else { return nil }
            bytes = try read(from: offset, count: Self.size)
            start = offset
            guard !bytes.isEmpty else { return nil }
        }
        return bytes[offset - start]
    }

    /// A number of two bytes, the high one first.
    mutating func number(at offset: Int) throws(UnreadableBytes) -> Int? {
        guard let high = try byte(at: offset), let low = try byte(at: offset + 1) else { return nil }
        return Int(high) << 8 | Int(low)
    }

    /// Whether `text` stands at `offset`.
    mutating func has(_ text: StaticString, at offset: Int) throws(UnreadableBytes) -> Bool {
        for index in 0..<text.utf8CodeUnitCount {
            guard try byte(at: offset + index) == text.utf8Start[index] else { return false }
        }
        return true
    }

    /// The bytes of a range, fewer only at the end.
    mutating func bytes(from offset: Int, upTo wanted: Int) throws(UnreadableBytes) -> [UInt8] {
        guard wanted > 0, try byte(at: offset) != nil else { return [] }
        let wanted = min(wanted, count - offset)
        if offset >= start, offset + wanted <= start + bytes.count {
            return Array(bytes[offset - start..<offset - start + wanted])
        }
        return try read(from: offset, count: wanted)
    }

    private func read(from offset: Int, count wanted: Int) throws(UnreadableBytes) -> [UInt8] {
        guard offset >= 0, offset < count, wanted > 0 else { return [] }
        let room = min(wanted, count - offset)
        return try [UInt8](unsafeUninitializedCapacity: room) { (buffer, filled) throws(UnreadableBytes) in
            filled = try source.copyBytes(from: offset, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}
