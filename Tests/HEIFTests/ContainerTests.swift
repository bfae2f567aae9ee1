import HEIF
import Inventing
import Testing

/// What a file says of its photo, and what of it is refused before anything is decoded.
@Suite struct ContainerTests {
    /// 64 by 48 pixels; the encoder makes no fewer than 64 lines, so that what it declares is larger.
    static let picture = Result { try CodedPicture(InventedPicture(width: 64, height: 48)) }

    private func file() throws -> InventedHEIC { InventedHEIC(try Self.picture.get()) }

    private func fault(_ file: InventedHEIC) -> HEIFError? { fault(file.bytes) }

    private func fault(_ bytes: [UInt8]) -> HEIFError? {
        do throws(HEIFError) {
            _ = try Container(of: bytes)
            return nil
        } catch { return error }
    }

    @Test func `Size, bits and words are those of the primary picture`() throws {
        var file = try file()
        file.add(try CodedPicture(InventedPicture(width: 64, height: 64), bits: 10))
        file.describe(2, exif: InventedTags(camera: [(0x9003, .text("2024:01:01 01:01:01"))]))
        file.describe(1, exif: InventedTags(camera: [(0x9003, .text("2024:02:02 02:02:02"))]))
        file.describe(1, xmp: "xmp:CreateDate='2024-03-03'")
        let first = try Container(of: file.bytes)
        #expect(first.width == 64 && first.height == 48 && first.bits == 8 && first.hasFurtherPictures)
        #expect(String(decoding: first.exif, as: UTF8.self).contains("2024:02:02"))
        #expect(String(decoding: first.xmp, as: UTF8.self).contains("2024-03-03"))
        file.primary = 2
        let second = try Container(of: file.bytes)
        #expect(second.height == 64 && second.bits == 10 && second.xmp.isEmpty)
        #expect(String(decoding: second.exif, as: UTF8.self).contains("2024:01:01"))
    }

    @Test(arguments: 0..<4) func `A turn by quarters swaps width and height`(_ quarters: Int) throws {
        var file = try file()
        file.items[0].properties.append(InventedHEIC.turned(quarters: quarters))
        let container = try Container(of: file.bytes)
        #expect(container.width == (quarters % 2 == 0 ? 64 : 48))
        #expect(container.height == (quarters % 2 == 0 ? 48 : 64))
    }

    @Test func `Thumbnails, gain maps and tiles are no further pictures`() throws {
        let picture = try Self.picture.get()
        var file = InventedHEIC()
        file.primary = file.addGrid([picture, picture], columns: 2, width: 128, height: 48)
        let thumbnail = file.add(picture)
        file.references.append(("thmb", thumbnail, [file.primary]))
        let gains = file.add(picture)
        file.items[gains - 1].properties.append(InventedHEIC.auxiliary("urn:com:apple:photo:2020:aux:hdrgainmap"))
        file.references.append(("auxl", gains, [file.primary]))
        let container = try Container(of: file.bytes)
        #expect(container.width == 128 && container.height == 48 && !container.hasFurtherPictures)
        #expect(container.codedPixels >= 2 * 64 * 48)
    }

    @Test func `A sequence beside the photo is a further picture`() throws {
        var file = try file()
        #expect(try !Container(of: file.bytes).hasFurtherPictures)
        file.trailer = InventedHEIC.box("moov", [])
        #expect(try Container(of: file.bytes).hasFurtherPictures)
    }

    @Test func `Colours are those of a profile, else of codes, else of the first tile`() throws {
        var file = try file()
        file.items[0].properties.append(InventedHEIC.colours(primaries: 12, transfer: 13))
        #expect(try Container(of: file.bytes).colourCodes == .init(primaries: 12, transfer: 13))
        file.items[0].properties.append(InventedHEIC.profile([1, 2, 3]))
        #expect(try Container(of: file.bytes).colourProfile == [1, 2, 3])
        let picture = try Self.picture.get()
        var grid = InventedHEIC()
        grid.primary = grid.addGrid([picture, picture], columns: 2, width: 128, height: 48)
        grid.items[0].properties.append(InventedHEIC.profile([4]))
        #expect(try Container(of: grid.bytes).colourProfile == [4])
    }

    @Test func `A file that is cut off anywhere is told from a damaged one`() throws {
        var file = try file()
        file.describe(1, exif: InventedTags(camera: [(0x9003, .text("2024:01:01 01:01:01"))]))
        let bytes = file.bytes
        for count in 0..<bytes.count {
            let found = fault(Array(bytes[..<count]))
            #expect(
                found == .truncated || (found == .noImage && count < 48), "\(count) of \(bytes.count): \(found as Any)")
        }
        #expect(fault(bytes) == nil)
    }

    @Test func `Damaged bytes are refused or read, and end nothing`() throws {
        var file = try file()
        file.describe(1, exif: InventedTags(camera: [(0x9003, .text("2024:01:01 01:01:01"))]))
        let bytes = file.bytes
        for place in 0..<min(bytes.count, 700) {
            for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                var damaged = bytes
                damaged[place] = value
                _ = fault(damaged)
            }
        }
    }

    @Test func `What is not coded as HEVC, or is laid over, is not supported`() throws {
        for type in ["av01", "avc1", "jpeg", "iovl"] {
            var file = try file()
            file.items[0].type = type
            #expect(fault(file) == .unsupported, "\(type)")
        }
    }

    @Test func `Pictures that are made of themselves are refused`() throws {
        let picture = try Self.picture.get()
        var file = InventedHEIC()
        file.primary = file.addGrid([picture, picture], columns: 2, width: 128, height: 48)
        file.references[0].to = [3, 3]
        #expect(fault(file) == .brokenHeader)
        var identity = try self.file()
        identity.items.append(.init("iden", properties: [InventedHEIC.size(64, 48)]))
        identity.items.append(.init("iden", properties: [InventedHEIC.size(64, 48)]))
        identity.references = [("dimg", 2, [3]), ("dimg", 3, [2])]
        identity.primary = 2
        #expect(fault(identity) == .brokenHeader)
        var alpha = try self.file()
        alpha.items[0].properties.append(InventedHEIC.auxiliary("urn:mpeg:hevc:2015:auxid:1"))
        alpha.add(picture)
        alpha.items[1].properties.append(InventedHEIC.auxiliary("urn:mpeg:hevc:2015:auxid:1"))
        alpha.references = [("auxl", 1, [2]), ("auxl", 2, [1])]
        #expect(fault(alpha) == .brokenHeader)
    }

    @Test func `A grid larger than it says, and references to nothing, are refused`() throws {
        let picture = try Self.picture.get()
        var file = InventedHEIC()
        file.primary = file.addGrid([picture, picture], columns: 2, width: 128, height: 48)
        file.items[2].data.replaceSubrange(4..<8, with: [0x7F, 0xFF, 0x7F, 0xFF])
        #expect(fault(file) == .brokenHeader)
        file = try self.file()
        file.primary = 7
        #expect(fault(file) == .noImage)
        file = try self.file()
        file.items[0].properties.removeAll { $0[4..<8].elementsEqual(Array("hvcC".utf8)) }
        #expect(fault(file) == .brokenHeader)
    }

    @Test func `Places that take no bytes to say are refused, however many there are`() {
        // Sizes of 0 for offset, length and base: each item claims 65,535 places in eight bytes.
        let items = (0..<20).flatMap { [0, $0, 0, 0, 0xFF, 0xFF] as [UInt8] }
        let places = InventedHEIC.box("iloc", [0, 0, 0, 0, 0, 0, 0, 20] + items)
        let bytes =
            InventedHEIC.box("ftyp", Array("heic\0\0\0\0heic".utf8)) + InventedHEIC.box("meta", [0, 0, 0, 0] + places)
        #expect(fault(bytes) == .brokenHeader)
    }

    @Test func `The size that the coder declares counts where it is larger`() throws {
        var file = try file()
        file.items[0].properties[1] = InventedHEIC.size(8, 8)
        let container = try Container(of: file.bytes)
        #expect(container.width == 8 && container.codedPixels >= 64 * 48)
    }

    @Test func `A film without a still picture has none`() {
        let bytes =
            InventedHEIC.box("ftyp", Array("msf1\0\0\0\0hevc".utf8)) + InventedHEIC.box("moov", [])
            + InventedHEIC.box("mdat", [0])
        #expect(fault(bytes) == .noImage)
    }
}
