import EXIF
import Inventing
import JPEG
import Testing

@Suite struct OtherSourcesTests {
    static let packets: [(properties: String, wall: String?, offset: Int?)] = [
        ("exif:DateTimeOriginal=\"2024-03-31T02:30:00+02:00\"", "2024-03-31T02:30:00", 120),
        ("photoshop:DateCreated = '2024-03-31'", "2024-03-31", nil),
        ("xmp:CreateDate='2024-03-31T02:30'", "2024-03-31T02:30:00", nil),
        ("xmp:CreateDate='2001-01-01' exif:DateTimeOriginal='2024-03-31'", "2024-03-31", nil),
        ("exif:DateTimeOriginal='' xmp:CreateDate='2024-03-31'", "2024-03-31", nil),
        ("myexif:DateTimeOriginal='2024-03-31'", nil, nil),
        ("xmp:CreateDateTime='2024-03-31'", nil, nil),
        ("xmp:CreateDate=", nil, nil),
        ("><xmp:CreateDate>2024-03-31T02:30:00Z</xmp:CreateDate><x ", "2024-03-31T02:30:00", 0),
    ]

    @Test(arguments: packets)
    func `XMP tells when`(_ test: (properties: String, wall: String?, offset: Int?)) {
        let time = XMPPacket(Array("<rdf:Description \(test.properties)/>".utf8)).taken
        #expect(time?.wall.description == test.wall)
        #expect(time?.offsetMinutes == test.offset)
        #expect((time?.source ?? .xmp) == .xmp)
    }

    @Test func `XMP tells of a film and of a position`() {
        #expect(XMPPacket(Array("<a GCamera:MotionPhoto=\"1\"/>".utf8)).isMotionPhoto)
        #expect(XMPPacket(Array("<GCamera:MicroVideo>1<".utf8)).isMotionPhoto)
        #expect(!XMPPacket(Array("<a GCamera:MotionPhoto=\"0\"/>".utf8)).isMotionPhoto)
        #expect(XMPPacket(Array("<a exif:GPSLatitude=\"1,2N\"/>".utf8)).hasPosition)
    }

    @Test func `IPTC tells when`() throws {
        func taken(_ records: [(number: UInt8, text: String)]) throws -> CaptureTime? {
            let file = try InventedFile(InventedPicture(width: 8, height: 8)).with(InventedFile.iptc(records))
            return IPTCRecords(resources: try Markers(of: MemoryBytes(file), keeping: .iptc).resources).taken
        }
        let full = try taken([(5, "title"), (55, "20240331"), (60, "023000+0200")])
        #expect(full?.wall.description == "2024-03-31T02:30:00")
        #expect(full?.offsetMinutes == 120)
        #expect(full?.source == .iptc)
        #expect(try taken([(55, "20240331")])?.wall.description == "2024-03-31")
        #expect(try taken([(55, "20240331"), (60, "xx")])?.wall.description == "2024-03-31")
        #expect(try taken([(55, "00000000")]) == nil)
        #expect(try taken([(60, "023000")]) == nil)
    }

    static let names: [(name: String, wall: String?, nanoseconds: Int?)] = [
        ("IMG_20240331_023000.jpg", "2024-03-31T02:30:00", nil),
        ("PXL_20240331_023000123.jpg", "2024-03-31T02:30:00", 123_000_000),
        ("folder/20010101/20240331_023000.jpg", "2024-03-31T02:30:00", nil),
        ("20240331023000.jpg", "2024-03-31T02:30:00", nil),
        ("2024-03-31 at 02.30.00.jpg", "2024-03-31T02:30:00", nil),
        ("WhatsApp Image 2024-03-31 at 2.30.00 PM.jpeg", "2024-03-31T14:30:00", nil),
        ("Screenshot 2024-03-31 at 12.30.00\u{202F}AM.jpg", "2024-03-31T00:30:00", nil),
        ("Screenshot_20240331-023000_App.jpg", "2024-03-31T02:30:00", nil),
        ("signal-2024-03-31-02-30-00-123.jpg", "2024-03-31T02:30:00", 123_000_000),
        ("signal-2024-03-31-023000.jpeg", "2024-03-31T02:30:00", nil),
        ("IMG-20240331-WA0001.jpg", "2024-03-31", nil),
        ("front 2024-03-31.jpg", "2024-03-31", nil),
        ("2024-03-31 (2).jpg", "2024-03-31", nil),
        ("20240331_993000.jpg", "2024-03-31", nil),
        ("IMG_20241331.jpg", nil, nil),
        ("IMG_0001.jpg", nil, nil),
        ("120240331.jpg", nil, nil),
        ("1711850000000.jpg", nil, nil),
        ("2024-03.jpg", nil, nil),
        ("", nil, nil),
    ]

    @Test(arguments: names)
    func `A file's name tells when`(_ test: (name: String, wall: String?, nanoseconds: Int?)) {
        let time = FileName(test.name).taken
        #expect(time?.wall.description == test.wall)
        #expect(time?.wall.nanoseconds == test.nanoseconds)
        // A Pixel's name has UTC's clock, which is said; all others have the wall's.
        #expect(time?.offsetMinutes == (test.name.hasPrefix("PXL_") ? 0 : nil))
    }

    @Test func `The best source goes first, and each gives way to the next`() throws {
        var tags = InventedTags(
            first: [(0x0132, .text("2024:06:06 06:06:06"))],
            camera: [(0x9003, .text("2024:01:01 01:01:01")), (0x9004, .text("2024:02:02 02:02:02"))])
        var xmp = "xmp:CreateDate='2024-03-03'"
        var iptc: [(number: UInt8, text: String)] = [(55, "20240404")]
        var name: String? = "2024-05-05.jpg"
        var fileTime = WallTime(year: 2024, month: 7, day: 7)
        func best() throws -> CaptureTime? {
            let file = try InventedFile(InventedPicture(width: 8, height: 8))
                .with(InventedFile.exif(tags), InventedFile.xmp(xmp), InventedFile.iptc(iptc))
            let markers = try Markers(of: MemoryBytes(file), keeping: .words)
            return CaptureTime.best(
                camera: CameraTags(exif: markers.exif), packet: XMPPacket(markers.xmp),
                records: IPTCRecords(resources: markers.resources), name: name, fileTime: fileTime)
        }
        let steps: [(source: CaptureTime.Source, month: Int, remove: () -> Void)] = [
            (.exif, 1, { tags.camera[0].value = .text("0000:00:00 00:00:00") }),
            (.exifDigitized, 2, { tags.camera = [] }), (.xmp, 3, { xmp = "" }), (.iptc, 4, { iptc = [] }),
            (.filename, 5, { name = "IMG_0001.jpg" }), (.exifModify, 6, { tags.first = [] }),
            (.fileTime, 7, { fileTime = nil }),
        ]
        for step in steps {
            let time = try best()
            #expect(time?.source == step.source)
            #expect(time?.wall.month == step.month)
            step.remove()
        }
        #expect(try best() == nil)
    }
}
