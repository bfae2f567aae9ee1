import CLCMS
import EXIF
import Foundation
import HEIF
import Inventing
import JPEG
import Picturing
import Testing

/// HEIC by the rules of JPEG: what it says of itself, its colours, its limits.
@Suite struct HEICTests {
    static let coded = Result { try CodedPicture(InventedPicture(width: 160, height: 96)) }

    private func file() throws -> InventedHEIC { InventedHEIC(try Self.coded.get()) }

    @Test func `The camera's time, its offset and fraction are read, and that there is a position`() throws {
        var file = try file()
        file.describe(
            1,
            exif: InventedTags(
                camera: [
                    (0x9003, .text("2026:03:10 23:30:00")), (0x9011, .text("-05:00")), (0x9291, .text("125")),
                ], position: [(2, .fractions([(52, 1), (31, 1), (12, 1)]))]))
        let metadata = try PictureMetadata(of: file.bytes, named: "IMG_20240101_101010.heic")
        #expect(metadata.content == .heif && metadata.width == 160 && metadata.height == 96)
        #expect(metadata.taken?.wall.description == "2026-03-10T23:30:00")
        #expect(metadata.taken?.wall.nanoseconds == 125_000_000)
        #expect(metadata.taken?.offsetMinutes == -300 && metadata.taken?.offsetSource == .exif)
        #expect(metadata.hasPosition && !String(describing: metadata).contains("52"))
    }

    @Test func `Without EXIF the packet tells the time, else the name`() throws {
        var file = try file()
        #expect(try PictureMetadata(of: file.bytes, named: "IMG_20240331_023000.HEIC").taken?.source == .filename)
        file.describe(1, xmp: "xmp:CreateDate='2024-03-03T01:02:03'")
        #expect(try PictureMetadata(of: file.bytes, named: "IMG_20240331_023000.HEIC").taken?.source == .xmp)
    }

    @Test(arguments: Orientation.allCases)
    func `The boxes turn a picture, and EXIF does not turn it once more`(_ orientation: Orientation) throws {
        var file = try file()
        file.items[0].properties.append(InventedHEIC.turned(quarters: 1))
        file.describe(1, exif: InventedTags(first: [(0x0112, .short(orientation.rawValue))]))
        let metadata = try PictureMetadata(of: file.bytes)
        #expect(metadata.width == 96 && metadata.height == 160 && metadata.orientation == .upright)
        let thumbnail = try PictureRendering(of: file.bytes, longEdges: [80]).thumbnails[0]
        #expect(thumbnail.width == 48 && thumbnail.height == 80)
    }

    @Test(arguments: [8, 10]) func `A HEIC and a JPEG of one picture look alike`(_ bits: Int) throws {
        let picture = InventedPicture(width: 640, height: 480, seed: 7)
        let heic = InventedHEIC(try CodedPicture(picture, bits: bits)).bytes
        let (one, other) = (
            try PictureRendering(of: heic, longEdges: [160, 1080]),
            try PictureRendering(of: try InventedFile(picture).jpeg, longEdges: [160, 1080])
        )
        #expect(one.status == .whole && one.thumbnails.map(\.width) == other.thumbnails.map(\.width))
        let (mine, theirs) = (try Pixels(one.thumbnails[0].bytes), try Pixels(other.thumbnails[0].bytes))
        let difference = zip(mine.bytes, theirs.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(difference) / Double(mine.bytes.count) < 4)
        let hashes = (try #require(one.perceptualHash), try #require(other.perceptualHash))
        #expect((hashes.0 ^ hashes.1).nonzeroBitCount <= 4)
    }

    /// As the cases of JPEG have it: computed by CSS Color 4's matrices.
    static let colours: [(name: String, property: [UInt8], stored: [UInt8], seen: [Int])] = [
        ("nothing said", [], [200, 100, 50], [200, 100, 50]),
        (
            "Display P3 as a profile", InventedHEIC.profile(InventedProfile.displayP3.bytes), [200, 100, 50],
            [215, 95, 32]
        ),
        ("Display P3 as codes", InventedHEIC.colours(primaries: 12, transfer: 13), [200, 100, 50], [215, 95, 32]),
        ("sRGB as codes", InventedHEIC.colours(primaries: 1, transfer: 13), [200, 100, 50], [200, 100, 50]),
        ("linear light", InventedHEIC.colours(primaries: 1, transfer: 8), [55, 55, 55], [128, 128, 128]),
        // White of a picture in BT.2408: 58 % of the PQ signal, 75 % of the HLG signal.
        ("PQ's white", InventedHEIC.colours(primaries: 9, transfer: 16), [148, 148, 148], [255, 255, 255]),
        ("HLG's white", InventedHEIC.colours(primaries: 9, transfer: 18), [191, 191, 191], [255, 255, 255]),
    ]

    @Test(arguments: colours.indices) func `Colours are sRGB's`(_ index: Int) throws {
        let test = Self.colours[index]
        var file = InventedHEIC(
            try CodedPicture(pixels: Pixels.flat(test.stored), width: 64, height: 48, quality: 100))
        if !test.property.isEmpty { file.items[0].properties.append(test.property) }
        let pixels = try Pixels(try PictureRendering(of: file.bytes, longEdges: [32], quality: 95).thumbnails[0].bytes)
        #expect(pixels.isNear(test.seen, x: 10, y: 10, by: 5), "\(test.name): \(pixels[10, 10])")
    }

    @Test func `More pixels or memory than there may be are refused before anything is decoded`() throws {
        var file = try file()
        file.items[0].properties[1] = InventedHEIC.size(10_000, 5_001)
        for read in [{ _ = try PictureRendering(of: file.bytes) }, { try PictureLimits().check(file.bytes, .heif) }] {
            #expect(throws: PictureError.limit(.pixels(width: 10_000, height: 5_001, limit: 50_000_000))) { try read() }
        }
        // What the coder declares, whatever the box beside it says.
        let fine = try self.file().bytes
        #expect(throws: PictureError.limit(.memory(megabytes: 0))) {
            try PictureRendering(of: fine, limits: PictureLimits(samples: 160 * 96 * 6 - 1))
        }
        _ = try PictureRendering(of: fine, limits: PictureLimits(samples: 160 * 96 * 6))
        let deep = InventedHEIC(try CodedPicture(InventedPicture(width: 160, height: 96), bits: 10)).bytes
        #expect(throws: PictureError.limit(.memory(megabytes: 0))) {
            try PictureRendering(of: deep, limits: PictureLimits(samples: 160 * 96 * 12 - 1))
        }
    }

    @Test func `Further pictures are noted, and the primary one is the photo`() throws {
        var file = try file()
        let other = file.add(try CodedPicture(InventedPicture(width: 64, height: 96)))
        #expect(try PictureMetadata(of: file.bytes).content == .heifSeries)
        #expect(try PictureRendering(of: file.bytes, longEdges: [1000]).thumbnails[0].width == 160)
        file.primary = other
        #expect(try PictureRendering(of: file.bytes, longEdges: [1000]).thumbnails[0].width == 64)
    }

    @Test func `A file that is cut off is refused, and damage does no harm`() throws {
        let bytes = try file().bytes
        for count in stride(from: 30, to: bytes.count, by: 7) {
            #expect(throws: PictureError.self) { try PictureMetadata(of: Array(bytes[..<count])) }
            #expect(throws: PictureError.self) { try PictureRendering(of: Array(bytes[..<count])) }
        }
        #expect(throws: PictureError.damaged(.endsInPicture)) { try PictureMetadata(of: Array(bytes.dropLast())) }
        for place in stride(from: 8, to: bytes.count, by: 3) {
            var damaged = bytes
            damaged[place] ^= 0xFF
            _ = try? PictureRendering(of: damaged, limits: PictureLimits(pixels: 1_000_000, samples: 16 << 20))
        }
    }

    @Test func `A thumbnail says nothing of where and by whom`() throws {
        var file = try file()
        file.describe(1, exif: InventedTags(first: [(0x010F, .text("CANARY"))]))
        file.describe(1, xmp: "dc:creator='CANARY'")
        let thumbnail = try PictureRendering(of: file.bytes, longEdges: [1000]).thumbnails[0].bytes
        #expect(thumbnail.starts(with: [0xFF, 0xD8]))
        #expect(!String(decoding: thumbnail, as: UTF8.self).contains("CANARY"))
    }
}

/// The samples of HEIC are what is invented here: nobody's photos.
@Suite struct HEICSampleTests {
    static let samples = ["progress-photo.back-turned.heic", "Faulty/photo-side-cut.heic"]

    /// A picture of 480 by 640 that lies on its side.
    private func sample() throws -> [UInt8] {
        var file = InventedHEIC(try CodedPicture(InventedPicture(width: 640, height: 480, seed: 22), quality: 40))
        file.items[0].properties += [
            InventedHEIC.turned(quarters: 3), InventedHEIC.profile(InventedProfile.displayP3.bytes),
        ]
        file.describe(
            1,
            exif: InventedTags(
                first: [(0x0112, .short(6))],
                camera: [
                    (0x9003, .text("2026:03:18 07:05:09")), (0x9011, .text("-07:00")), (0x9291, .text("250")),
                ]))
        return file.bytes
    }

    /// Another version of the encoder writes other bytes: only `SCOREBOOK_RECORD` writes them.
    @Test(arguments: samples) func `The samples are invented`(_ name: String) throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Samples/\(name)")
        let isCut = name.hasPrefix("Faulty/")
        if ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] != nil {
            let bytes = try sample()
            try Data(isCut ? Array(bytes.prefix(bytes.count / 2)) : bytes).write(to: path)
        }
        let bytes = Array(try Data(contentsOf: path))
        #expect(bytes.count < 60_000)
        guard !isCut else {
            #expect(throws: PictureError.damaged(.endsInPicture)) { try PictureMetadata(of: bytes) }
            return
        }
        let metadata = try PictureMetadata(of: bytes)
        #expect(metadata.width == 480 && metadata.height == 640)
        #expect(metadata.taken?.wall.description == "2026-03-18T07:05:09")
        #expect(try PictureRendering(of: bytes).status == .whole)
    }
}
