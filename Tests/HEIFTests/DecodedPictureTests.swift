import HEIF
import Inventing
import Testing

/// The pixels that come out of libheif: which picture, which way up, how near.
@Suite struct DecodedPictureTests {
    /// Four fields, from the upper left on: red, green, blue, white.
    static func fields(bits: Int = 8) throws -> CodedPicture {
        var pixels: [UInt8] = []
        for y in 0..<96 {
            for x in 0..<128 {
                pixels +=
                    [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]][(y < 48 ? 0 : 2) + (x < 64 ? 0 : 1)]
            }
        }
        return try CodedPicture(pixels: pixels, width: 128, height: 96, bits: bits, quality: 100)
    }

    /// The letters of the fields' colours as they are seen.
    private func seen(_ file: InventedHEIC) throws(HEIFError) -> (size: [Int], fields: String) {
        try DecodedPicture.lend(file.bytes) { picture in
            let (width, height) = (picture.width, picture.height)
            var pixels = [UInt8](repeating: 0, count: width * height * 3)
            pixels.withUnsafeMutableBufferPointer { picture.copyLines(0..<height, into: $0, stride: width * 3) }
            var text = ""
            for (x, y) in [(1, 1), (3, 1), (1, 3), (3, 3)] {
                let at = (height * y / 4 * width + width * x / 4) * 3
                let bright = pixels[at..<at + 3].map { $0 > 128 }
                text += bright == [true, true, true] ? "w" : bright[0] ? "r" : bright[1] ? "g" : "b"
            }
            return ([width, height], text)
        }
    }

    @Test(arguments: [8, 10]) func `Samples of 8 and of 10 bits`(_ bits: Int) throws {
        let found = try seen(InventedHEIC(try Self.fields(bits: bits)))
        #expect(found.size == [128, 96] && found.fields == "rgbw")
    }

    @Test(arguments: [(0, "rgbw"), (1, "gwrb"), (2, "wbgr"), (3, "brwg")])
    func `A picture is turned to the left by its quarters`(_ quarters: Int, _ fields: String) throws {
        var file = InventedHEIC(try Self.fields())
        file.items[0].properties.append(InventedHEIC.turned(quarters: quarters))
        let found = try seen(file)
        #expect(found.fields == fields)
        #expect(found.size == (quarters % 2 == 0 ? [128, 96] : [96, 128]))
    }

    @Test func `A mirrored picture is seen mirrored`() throws {
        var found: Set<String> = []
        for axis in 0...1 {
            var file = InventedHEIC(try Self.fields())
            file.items[0].properties.append(InventedHEIC.mirrored(axis: axis))
            found.insert(try seen(file).fields)
        }
        #expect(found == ["grwb", "bwrg"])
    }

    @Test func `Tiles lie side by side, and a gain map beside them is passed over`() throws {
        let picture = try Self.fields()
        var file = InventedHEIC()
        file.primary = file.addGrid([picture, picture], columns: 1, width: 128, height: 192)
        let gains = file.add(picture)
        file.items[gains - 1].properties.append(InventedHEIC.auxiliary("urn:com:apple:photo:2020:aux:hdrgainmap"))
        file.references.append(("auxl", gains, [file.primary]))
        let found = try seen(file)
        #expect(found.size == [128, 192] && found.fields == "bwbw")
    }

    @Test func `Of several pictures the primary one is decoded`() throws {
        var file = InventedHEIC(try CodedPicture(InventedPicture(width: 64, height: 64)))
        file.primary = file.add(try Self.fields())
        #expect(try seen(file).fields == "rgbw")
    }

    @Test func `Damaged data is an error or a picture, and ends nothing`() throws {
        let file = InventedHEIC(try Self.fields())
        let count = file.items[0].data.count
        for place in stride(from: 0, to: count, by: max(1, count / 60)) {
            var damaged = file
            damaged.items[0].data[place] ^= 0xFF
            _ = try? seen(damaged)
            damaged.items[0].data.removeSubrange(place...)
            _ = try? seen(damaged)
        }
        #expect(throws: HEIFError.self) { try seen(InventedHEIC()) }
    }
}
