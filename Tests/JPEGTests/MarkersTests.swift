import Inventing
import JPEG
import Testing

@Suite struct MarkersTests {
    static let exif = InventedTags(first: [(0x0112, .short(6))])
    static let other = InventedTags(first: [(0x0112, .short(3))])

    static func file() throws -> InventedFile { try InventedFile(InventedPicture(width: 40, height: 24)) }

    /// A file, and what its markers are.
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var segments: [UInt8]
        var hasExif = true
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "EXIF first", segments: InventedFile.exif(exif)),
        Case(name: "XMP before EXIF", segments: InventedFile.xmp("a='1'") + InventedFile.exif(exif)),
        Case(name: "two of EXIF: the first", segments: InventedFile.exif(exif) + InventedFile.exif(other)),
        Case(name: "fill bytes before a marker", segments: [0xFF, 0xFF, 0xFF] + InventedFile.exif(exif)),
        Case(
            name: "stray bytes between segments",
            segments: InventedFile.segment(0xEF, []) + [1, 2, 0xFF, 0, 3] + InventedFile.exif(exif)),
        Case(
            name: "behind 260 kB of other segments",
            segments: [UInt8](
                (0..<4).map { _ in InventedFile.segment(0xEF, .init(repeating: 0, count: 65_000)) }.joined())
                + InventedFile.exif(exif)),
        Case(name: "an APP1 that is too short", segments: InventedFile.segment(0xE1, [0x45]), hasExif: false),
        Case(name: "none", segments: [], hasExif: false),
    ]

    @Test(arguments: cases)
    func `EXIF and size are found wherever they stand`(_ test: Case) throws {
        let bytes = try Self.file().with(test.segments)
        let markers = try Markers(of: MemoryBytes(bytes), keeping: .words)
        #expect(markers.exif == (test.hasExif ? Self.exif.bytes : []))
        #expect(markers.size == Markers.Size(width: 40, height: 24))
        #expect(markers.end == .scan)
        #expect(markers.hasTables)
    }

    @Test func `Another picture's markers behind this one are not looked at`() throws {
        let first = try Self.file().jpeg
        let markers = try Markers(
            of: MemoryBytes(first + Self.file().with(InventedFile.exif(Self.exif))), keeping: .words)
        #expect(markers.exif.isEmpty)
    }

    @Test func `A file cut off anywhere has the segments that are whole`() throws {
        let bytes = try Self.file().with(InventedFile.exif(Self.exif), InventedFile.profile([1, 2, 3]))
        for length in 0..<bytes.count {
            let markers = try Markers(of: MemoryBytes(Array(bytes[..<length])), keeping: [.exif, .colourProfile])
            #expect(markers.exif.isEmpty || markers.exif == Self.exif.bytes)
            #expect(markers.colourProfile.isEmpty || markers.colourProfile == [1, 2, 3])
        }
    }

    @Test func `A profile in pieces is joined in their order, or is none`() throws {
        func piece(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
            InventedFile.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [number, 2] + bytes)
        }
        let file = try Self.file()
        let both = try Markers(of: MemoryBytes(file.with(piece(2, [3]), piece(1, [1, 2]))), keeping: .colourProfile)
        #expect(both.colourProfile == [1, 2, 3])
        let one = try Markers(of: MemoryBytes(file.with(piece(2, [3]))), keeping: .colourProfile)
        #expect(one.colourProfile.isEmpty)
    }

    @Test func `A segment shorter than its own length ends the header`() throws {
        for length in [UInt8(0), 1] {
            let bytes = try Self.file().with([0xFF, 0xE1, 0, length])
            #expect(try Markers(of: MemoryBytes(bytes), keeping: .words).end == .brokenSegment)
        }
    }

    @Test func `No more of the file is read than its header`() throws {
        let head = try Self.file().with(InventedFile.exif(Self.exif))
        let source = CountingBytes(head + [UInt8](repeating: 0, count: 5_000_000))
        let markers = try Markers(of: source, keeping: .words)
        #expect(!markers.exif.isEmpty)
        #expect(source.asked <= 8192)
    }

    @Test func `What the operating system says is passed on`() {
        #expect(throws: UnreadableBytes(code: 5)) { try Markers(of: BrokenBytes(), keeping: .words) }
    }
}

/// Bytes that count how many of them were asked for.
private final class CountingBytes: RangedBytes {
    private let bytes: MemoryBytes
    private(set) var asked = 0

    init(_ bytes: [UInt8]) { self.bytes = MemoryBytes(bytes) }

    var count: Int { bytes.count }

    func copyBytes(from offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
        asked += target.count
        return bytes.copyBytes(from: offset, into: target)
    }
}

/// A disk that fails.
private struct BrokenBytes: RangedBytes {
    var count: Int { 100 }

    func copyBytes(from offset: Int, into target: UnsafeMutableRawBufferPointer) throws(UnreadableBytes) -> Int {
        throw UnreadableBytes(code: 5)
    }
}
