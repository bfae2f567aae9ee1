import EXIF
import Inventing
import JPEG
import Picturing
import Testing

@Suite struct PictureRenderingTests {
    /// Four fields: red, green over blue, white.
    static func fields(width: Int = 96, height: Int = 64) -> [UInt8] {
        (0..<height).flatMap { y in
            (0..<width).flatMap { x -> [UInt8] in
                switch (x < width / 2, y < height / 2) {
                case (true, true): [200, 30, 30]
                case (false, true): [30, 160, 30]
                case (true, false): [30, 30, 200]
                case (false, false): [250, 250, 250]
                }
            }
        }
    }

    static let (red, green, blue, white) = ([200, 30, 30], [30, 160, 30], [30, 30, 200], [250, 250, 250])

    /// The fields as shown, from the upper left one, by lines.
    static let shown: [(orientation: Orientation, fields: [[Int]])] = [
        (.upright, [red, green, blue, white]), (.mirrored, [green, red, white, blue]),
        (.upsideDown, [white, blue, green, red]), (.flipped, [blue, white, red, green]),
        (.transposed, [red, blue, green, white]), (.turnedRight, [blue, red, white, green]),
        (.transversed, [white, green, blue, red]), (.turnedLeft, [green, white, red, blue]),
    ]

    @Test(arguments: shown)
    func `A thumbnail is upright`(_ test: (orientation: Orientation, fields: [[Int]])) throws {
        let tags = InventedTags(first: [(0x0112, .short(test.orientation.rawValue))])
        let file = try InventedFile(pixels: Self.fields(), width: 96, height: 64).with(InventedFile.exif(tags))
        for edge in [48, 96, 500] {
            let rendering = try PictureRendering(of: file, longEdges: [edge], quality: 95)
            let thumbnail = try #require(rendering.thumbnails.first)
            let pixels = try Pixels(thumbnail.bytes)
            let long = min(edge, 96)
            #expect(max(pixels.width, pixels.height) == long)
            #expect((pixels.width < pixels.height) == test.orientation.isOnSide)
            #expect((thumbnail.width, thumbnail.height) == (pixels.width, pixels.height))
            let (right, down) = (pixels.width * 3 / 4, pixels.height * 3 / 4)
            let places = [
                (pixels.width / 4, pixels.height / 4), (right, pixels.height / 4), (pixels.width / 4, down),
                (right, down),
            ]
            for (place, colour) in zip(places, test.fields) {
                #expect(pixels.isNear(colour, x: place.0, y: place.1))
            }
        }
    }

    /// Sizes as stored, long edges, and sizes of thumbnails.
    static let sizes: [(width: Int, height: Int, edge: Int, to: (Int, Int))] = [
        (640, 480, 320, (320, 240)), (480, 640, 320, (240, 320)), (641, 479, 320, (320, 239)),
        (100, 80, 320, (100, 80)),
        (2000, 3, 320, (320, 1)), (1, 1, 320, (1, 1)), (3, 2000, 100, (1, 100)), (331, 500, 32, (21, 32)),
        (320, 320, 320, (320, 320)),
    ]

    @Test(arguments: sizes)
    func `A thumbnail has its long edge, and no picture is enlarged`(
        _ test: (width: Int, height: Int, edge: Int, to: (Int, Int))
    ) throws {
        let file = try InventedFile(InventedPicture(width: test.width, height: test.height)).jpeg
        let thumbnail = try #require(try PictureRendering(of: file, longEdges: [test.edge]).thumbnails.first)
        #expect((thumbnail.width, thumbnail.height) == test.to)
        #expect(thumbnail.longEdge == test.edge)
        #expect(thumbnail.bytes != file)
    }

    @Test(arguments: [Encoder.Order.baseline, .progressive])
    func `A reduced decode shows what a whole one shows`(_ order: Encoder.Order) throws {
        let picture = InventedPicture(width: 1283, height: 857)
        let file = try InventedFile(picture, encoder: Encoder(quality: 92, order: order)).jpeg
        // 1/4 of 1283 is more than twice 150; 1/1 is what a picture of 640 takes.
        let small = try PictureRendering.pixels(of: file, longEdge: 150)
        let large = try PictureRendering.pixels(of: file, longEdge: 642)
        let fromLarge = try InventedFile(
            pixels: large.bytes, width: large.width, height: large.height,
            encoder: Encoder(quality: 100, sampling: .full))
        let reference = try PictureRendering.pixels(of: fromLarge.jpeg, longEdge: 150)
        #expect((small.width, small.height) == (reference.width, reference.height))
        let squares = zip(small.bytes, reference.bytes).reduce(0) {
            $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1))
        }
        // 40 dB: errors of 2.5 grey levels.
        #expect(Double(squares) / Double(small.bytes.count) < 6.5)
    }

    @Test func `Several sizes come of one decode, in the order they were asked for`() throws {
        let file = try InventedFile(InventedPicture(width: 900, height: 600)).jpeg
        let rendering = try PictureRendering(of: file, longEdges: [64, 400, 128, 64])
        #expect(rendering.thumbnails.map(\.width) == [64, 400, 128, 64])
        #expect(rendering.thumbnails[0] == rendering.thumbnails[3])
        #expect(try PictureRendering(of: file, longEdges: []).thumbnails.isEmpty)
    }

    @Test func `The padding of a last block shows nowhere`() throws {
        // Its 8 columns and lines of padding are black: a decoder that reduces takes them into its last samples.
        let (width, height) = (521, 393)
        var pixels = [UInt8](repeating: 0, count: 528 * 400 * 3)
        for y in 0..<height { for x in 0..<width { for c in 0..<3 { pixels[(y * 528 + x) * 3 + c] = 230 } } }
        var file = try InventedFile(
            pixels: pixels, width: 528, height: 400, encoder: Encoder(quality: 95, sampling: .full)
        ).jpeg
        let frame = try #require((0..<file.count - 9).first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
        file.replaceSubrange(
            frame + 5..<frame + 9,
            with: [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)])
        let thumbnail = try PictureRendering.pixels(of: file, longEdge: 64)
        for y in 0..<thumbnail.height {
            for x in [thumbnail.width - 2, thumbnail.width - 1] {
                #expect(thumbnail.bytes[(y * thumbnail.width + x) * 3] > 215)
            }
        }
        for x in 0..<thumbnail.width {
            #expect(thumbnail.bytes[((thumbnail.height - 1) * thumbnail.width + x) * 3] > 215)
        }
    }

    @Test func `Nothing of the file but its picture reaches a thumbnail`() throws {
        let canary = "CANARY-4711"
        var tags = InventedTags(
            first: [(0x010F, .text(canary)), (0x0112, .short(6))],
            camera: [(0x9286, .text(canary)), (0xA431, .text(canary))],
            position: [(2, .fractions([(52, 1), (1, 1), (1, 1)]))])
        tags.position.append((0x1B, .text(canary)))
        let file =
            try InventedFile(InventedPicture(width: 700, height: 500)).with(
                InventedFile.exif(tags), InventedFile.xmp("dc:creator='\(canary)'"), InventedFile.iptc([(80, canary)]),
                InventedFile.segment(0xFE, Array(canary.utf8)), InventedFile.profile(InventedProfile.displayP3.bytes))
            + Array(canary.utf8)
        let rendering = try PictureRendering(of: file, longEdges: [320, 1080])
        #expect(rendering.trailingBytes == canary.utf8.count)
        for thumbnail in rendering.thumbnails {
            #expect(!String(decoding: thumbnail.bytes, as: UTF8.self).contains("CANARY"))
            let markers = try Markers(of: MemoryBytes(thumbnail.bytes), keeping: [.words, .colourProfile])
            #expect(markers.exif.isEmpty && markers.xmp.isEmpty && markers.resources.isEmpty)
            #expect(markers.colourProfile.isEmpty)
        }
    }
}
