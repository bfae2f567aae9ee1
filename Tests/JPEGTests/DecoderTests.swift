import Inventing
import JPEG
import Testing

@Suite struct DecoderTests {
    static let picture = InventedPicture(width: 203, height: 97)
    static let limits = Decoder.Limits(memory: 64 << 20, scans: 100, work: 100_000_000)

    /// What decoding a file comes to.
    struct Outcome: Equatable {
        var pixels: [UInt8]
        var trailing: Int
        var hasWarnings: Bool
        var isTruncated: Bool
    }

    static func decode(
        _ bytes: [UInt8], _ reduction: Reduction = .none, limits: Decoder.Limits = limits
    ) throws -> Outcome {
        try Decoder.lend(bytes, limits: limits) { (decoder) throws(JPEGError) in
            let frame = try decoder.readHeader()
            let size = try decoder.start(reduction)
            let stride = size.width * frame.pixels.channels
            let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: stride * size.height)
            defer { buffer.deallocate() }
            try decoder.readLines(size.height, into: buffer, stride: stride)
            let trailing = try decoder.finish()
            return Outcome(
                pixels: Array(buffer), trailing: trailing, hasWarnings: decoder.hasWarnings,
                isTruncated: decoder.isTruncated)
        }
    }

    static func file(_ order: Encoder.Order = .baseline) throws -> [UInt8] {
        try InventedFile(picture, encoder: Encoder(quality: 90, order: order)).jpeg
    }

    @Test(arguments: Reduction.allCases)
    func `A reduced picture has its size rounded up`(_ reduction: Reduction) throws {
        let decoded = try Self.decode(try Self.file(), reduction)
        let factor = reduction.rawValue
        #expect(decoded.pixels.count == (203 + factor - 1) / factor * ((97 + factor - 1) / factor) * 3)
        #expect(!decoded.hasWarnings && !decoded.isTruncated && decoded.trailing == 0)
    }

    @Test func `What was encoded is decoded, but for the encoding's loss`() throws {
        let pixels = [UInt8](repeating: 0, count: 64 * 48).enumerated().map { UInt8(($0.offset % 64) * 3) }
        for order in [Encoder.Order.baseline, .progressive] {
            let encoder = Encoder(quality: 95, order: order)
            let file = try InventedFile(pixels: pixels, width: 64, height: 48, kind: .grey, encoder: encoder)
            let decoded = try Self.decode(file.jpeg).pixels
            #expect(zip(decoded, pixels).allSatisfy { abs(Int($0) - Int($1)) <= 4 })
        }
    }

    @Test func `Bytes behind the picture are counted`() throws {
        #expect(try Self.decode(try Self.file() + [UInt8](repeating: 7, count: 1234)).trailing == 1234)
    }

    @Test(arguments: [Encoder.Order.baseline, .progressive])
    func `A missing end is a warning, missing data is truncation`(_ order: Encoder.Order) throws {
        let bytes = try Self.file(order)
        let whole = try Self.decode(bytes)
        let endless = try Self.decode(Array(bytes.dropLast(2)))
        #expect(endless.hasWarnings && !endless.isTruncated)
        #expect(endless.pixels == whole.pixels)
        for length in [bytes.count / 2, bytes.count * 9 / 10, bytes.count - 40] {
            let cut = try Self.decode(Array(bytes[..<length]))
            #expect(cut.isTruncated)
            // An end that was put behind what is left hides nothing.
            if order == .baseline { #expect(try Self.decode(Array(bytes[..<length]) + [0xFF, 0xD9]).isTruncated) }
        }
    }

    @Test func `No length of a file does harm, and none changes the next file`() throws {
        let bytes = try Self.file()
        let whole = try Self.decode(bytes)
        for length in stride(from: 0, to: bytes.count, by: 37) {
            _ = try? Self.decode(Array(bytes[..<length]))
            guard length % 370 == 0 else { continue }
            #expect(try Self.decode(bytes) == whole)
        }
    }

    @Test func `No changed byte does harm`() throws {
        var bytes = try Self.file(.progressive)
        for place in stride(from: 2, to: bytes.count, by: 11) {
            let kept = bytes[place]
            for value in [UInt8(0), 0xFF, kept ^ 0x55] {
                bytes[place] = value
                _ = try? Self.decode(bytes, .eighth)
            }
            bytes[place] = kept
        }
    }

    @Test func `Scans, their work and memory have limits`() throws {
        let bytes = try Self.file(.progressive)
        let scan = try #require(Self.lastScan(of: bytes))
        let many = Array(bytes.dropLast(2)) + (0..<1000).flatMap { _ in scan } + [0xFF, 0xD9]
        #expect(throws: JPEGError.overScans) { try Self.decode(many) }
        let work = Decoder.Limits(memory: 64 << 20, scans: 2000, work: 203 * 97 * 20)
        #expect(throws: JPEGError.overScans) { try Self.decode(many, limits: work) }
        let memory = Decoder.Limits(memory: 30_000, scans: 100, work: 100_000_000)
        #expect(throws: JPEGError.overMemory) { try Self.decode(bytes, limits: memory) }
        #expect(try !Self.decode(try Self.file(), limits: memory).isTruncated)
    }

    /// From the last scan's marker to the end of its data.
    static func lastScan(of bytes: [UInt8]) -> [UInt8]? {
        let starts = (0..<bytes.count - 1).filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
        return starts.last.map { Array(bytes[$0..<bytes.count - 2]) }
    }

    @Test func `What is no picture is refused`() {
        #expect(throws: JPEGError.noImage(hasEnded: true)) { try Self.decode([]) }
        #expect(throws: JPEGError.noImage(hasEnded: true)) { try Self.decode([0xFF, 0xD8]) }
        #expect(throws: JPEGError.noImage(hasEnded: false)) { try Self.decode([0xFF, 0xD8, 0xFF, 0xD9]) }
        #expect(throws: JPEGError.noImage(hasEnded: false)) { try Self.decode(Array("no picture".utf8)) }
    }

    @Test func `An encoding has no segments but its own`() throws {
        let bytes = try Self.file()
        var at = 2
        while at + 4 < bytes.count, bytes[at + 1] != 0xDA {
            #expect(bytes[at] == 0xFF)
            // JFIF's mark, tables, frame: no other APPn, no comment.
            #expect([0xE0, 0xDB, 0xC0, 0xC4].contains(bytes[at + 1]))
            at += 2 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
        }
    }
}
