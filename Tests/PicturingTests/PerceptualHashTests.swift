import EXIF
import Inventing
import JPEG
import Picturing
import Testing

@Suite struct PerceptualHashTests {
    static let pictures = (1...12).map { InventedPicture(width: 400, height: 300, seed: $0) }

    static func hash(_ bytes: [UInt8], _ edges: [Int] = [160]) throws -> UInt64 {
        try #require(try PictureRendering(of: bytes, longEdges: edges).perceptualHash)
    }

    @Test func `The same picture in another encoding, size or turn has nearly the same hash`() throws {
        for picture in Self.pictures.prefix(4) {
            let original = try Self.hash(try InventedFile(picture).jpeg)
            let encodings = [
                Encoder(quality: 50), Encoder(quality: 95, sampling: .full), Encoder(quality: 75, order: .progressive),
            ]
            for encoder in encodings {
                #expect(
                    (try Self.hash(try InventedFile(picture, encoder: encoder).jpeg) ^ original).nonzeroBitCount <= 4)
            }
            let file = try InventedFile(picture)
            let smaller = try PictureRendering(of: file.jpeg, longEdges: [200]).thumbnails[0].bytes
            #expect((try Self.hash(smaller) ^ original).nonzeroBitCount <= 4)
            #expect((try Self.hash(file.jpeg, [64, 320]) ^ original).nonzeroBitCount <= 4)
            let turned = file.with(InventedFile.exif(InventedTags(first: [(0x0112, .short(3))])))
            let upright = try PictureRendering(of: turned, longEdges: [200], quality: 95).thumbnails[0].bytes
            #expect((try Self.hash(turned) ^ (try Self.hash(upright))).nonzeroBitCount <= 4)
        }
    }

    @Test func `Other pictures have other hashes`() throws {
        let hashes = try Self.pictures.map { try Self.hash(try InventedFile($0).jpeg) }
        for (index, hash) in hashes.enumerated() {
            for other in hashes[(index + 1)...] { #expect((hash ^ other).nonzeroBitCount > 12) }
        }
    }

    @Test func `A flat picture has none`() throws {
        let file = try InventedFile(pixels: Pixels.flat([90, 90, 90]), width: 64, height: 48)
        #expect(try PictureRendering(of: file.jpeg).perceptualHash == nil)
    }
}
