import EXIF
import Inventing
import JPEG
import Picturing
import Testing

@Suite struct PictureMetadataTests {
    static func file() throws -> InventedFile { try InventedFile(InventedPicture(width: 40, height: 24)) }

    @Test(arguments: Orientation.allCases)
    func `Width and height are those of the picture as shown`(_ orientation: Orientation) throws {
        let tags = InventedTags(first: [(0x0112, .short(orientation.rawValue))])
        let metadata = try PictureMetadata(of: try Self.file().with(InventedFile.exif(tags)))
        #expect(metadata.orientation == orientation)
        #expect(metadata.width == (orientation.isOnSide ? 24 : 40))
        #expect(metadata.height == (orientation.isOnSide ? 40 : 24))
    }

    @Test func `Of a position it is known that there is one`() throws {
        let tags = InventedTags(position: [(2, .fractions([(52, 1), (31, 1), (12, 1)]))])
        let metadata = try PictureMetadata(of: try Self.file().with(InventedFile.exif(tags)))
        #expect(metadata.hasPosition)
        #expect(!String(describing: metadata).contains("52"))
        #expect(try PictureMetadata(of: try Self.file().with(InventedFile.xmp("exif:GPSLatitude='1'"))).hasPosition)
        #expect(try !PictureMetadata(of: try Self.file().jpeg).hasPosition)
    }

    @Test func `The kinds of JPEG are told by their markers`() throws {
        let index = InventedFile.segment(0xE2, Array("MPF\0II".utf8))
        #expect(try PictureMetadata(of: try Self.file().jpeg).content == .jpeg)
        #expect(try PictureMetadata(of: try Self.file().with(index)).content == .mpo)
        let film = InventedFile.xmp("GCamera:MotionPhoto='1'")
        #expect(try PictureMetadata(of: try Self.file().with(film)).content == .motionPhoto)
    }

    @Test func `What is no photo is refused whatever its name`() throws {
        #expect(throws: PictureError.empty) { try PictureMetadata(of: [], named: "a.jpg") }
        #expect(throws: PictureError.notPhoto(.avif)) {
            try PictureMetadata(of: Array("\0\0\0\u{18}ftypavif".utf8), named: "a.jpg")
        }
        #expect(throws: PictureError.notPhoto(.html)) { try PictureRendering(of: Array("<html>".utf8)) }
        #expect(throws: PictureError.empty) { try PictureRendering(of: []) }
    }

    @Test func `A file that ends in its header keeps its date`() throws {
        let tags = InventedTags(camera: [(0x9003, .text("2024:03:31 02:30:00"))])
        let exif = InventedFile.exif(tags)
        let bytes = Array(try Self.file().with(exif)[..<(exif.count + 2)])
        let metadata = try PictureMetadata(of: bytes)
        #expect(metadata.taken?.wall.description == "2024-03-31T02:30:00")
        #expect(metadata.width == nil)
        #expect(throws: PictureError.damaged(.endsInHeader)) { try PictureRendering(of: bytes) }
    }

    static let errors: [PictureError] =
        [
            .unreadable(code: 5), .empty, .limit(.pixels(width: 65_000, height: 65_000, limit: 50_000_000)),
            .limit(.scans(limit: 100)), .limit(.memory(megabytes: 160)), .damaged(.endsInHeader), .damaged(.noImage),
            .damaged(.brokenHeader), .damaged(.noTables), .damaged(.unsupported), .damaged(.broken(code: 8)),
            .damaged(.endsInPicture), .damaged(.brokenBoxes), .damaged(.unsupportedBoxes),
            .damaged(.brokenHEIC(code: 7, detail: 0)),
        ] + FileContent.allCases.map(PictureError.notPhoto)

    @Test(arguments: errors)
    func `A message says what to do`(_ error: PictureError) {
        let parts = error.description.split(separator: ": ")
        #expect(parts.count >= 2)
        #expect(["unreadable", "fatal", "limit"].contains(error.status))
    }
}
