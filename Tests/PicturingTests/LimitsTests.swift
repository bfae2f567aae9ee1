import Inventing
import JPEG
import Picturing
import Testing

@Suite struct LimitsTests {
    /// A small file whose header says that it is large.
    static func claiming(_ width: Int, _ height: Int) throws -> [UInt8] {
        var bytes = try InventedFile(InventedPicture(width: 16, height: 16)).jpeg
        let frame = try #require((0..<bytes.count - 9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes.replaceSubrange(
            frame + 5..<frame + 9,
            with: [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)])
        return bytes
    }

    @Test func `More pixels than there may be are refused before they are decoded`() throws {
        for (width, height) in [(65_000, 65_000), (65_535, 65_535), (10_000, 5_001)] {
            #expect(throws: PictureError.limit(.pixels(width: width, height: height, limit: 50_000_000))) {
                try PictureRendering(of: try Self.claiming(width, height))
            }
        }
        #expect(try PictureRendering(of: try Self.claiming(1000, 800)).status == .truncated)
    }

    @Test func `Scans and memory are limited`() throws {
        let encoder = Encoder(quality: 80, order: .progressive)
        let bytes = try InventedFile(InventedPicture(width: 200, height: 200), encoder: encoder).jpeg
        #expect(throws: PictureError.limit(.scans(limit: 3))) {
            try PictureRendering(of: bytes, limits: PictureLimits(scans: 3))
        }
        #expect(throws: PictureError.limit(.memory(megabytes: 0))) {
            try PictureRendering(of: bytes, limits: PictureLimits(memory: 50_000))
        }
    }

    @Test func `A header that is broken or without tables is refused`() throws {
        let file = try InventedFile(InventedPicture(width: 16, height: 16))
        #expect(throws: PictureError.damaged(.brokenHeader)) {
            try PictureRendering(of: file.with([0xFF, 0xE1, 0, 0]))
        }
        var bytes = file.jpeg
        while let table = (2..<bytes.count - 4).first(where: { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC4 }) {
            bytes.removeSubrange(table..<table + 2 + (Int(bytes[table + 2]) << 8 | Int(bytes[table + 3])))
        }
        #expect(throws: PictureError.damaged(.noTables)) { try PictureRendering(of: bytes) }
    }

    @Test func `No cut does harm, and what is left is told`() throws {
        let bytes = try InventedFile(InventedPicture(width: 120, height: 90)).jpeg
        #expect(try PictureRendering(of: bytes).status == .whole)
        #expect(try PictureRendering(of: Array(bytes.dropLast(2))).status == .warned)
        #expect(try PictureRendering(of: Array(bytes[..<(bytes.count / 2)])).status == .truncated)
        for length in stride(from: 0, to: bytes.count, by: 23) {
            _ = try? PictureRendering(of: Array(bytes[..<length]), longEdges: [32])
        }
    }
}
