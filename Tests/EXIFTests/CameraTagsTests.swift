import EXIF
import Inventing
import Testing

@Suite struct CameraTagsTests {
    /// Tags, and the time that they tell.
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var tags: InventedTags
        var wall: String?
        var offset: Int?
        var nanoseconds: Int?
        var testDescription: String { name }

        init(_ name: String, _ tags: InventedTags, _ wall: String?, offset: Int? = nil, nanoseconds: Int? = nil) {
            (self.name, self.tags, self.wall) = (name, tags, wall)
            (self.offset, self.nanoseconds) = (offset, nanoseconds)
        }
    }

    static let wall = "2024-03-31T02:30:00"

    /// The time of release as that text, and other tags beside it.
    static func taken(_ text: String = "2024:03:31 02:30:00", _ others: InventedTags.Directory = []) -> InventedTags {
        InventedTags(camera: [(0x9003, .text(text))] + others)
    }

    static let offsets = [
        ("+02:00", 120), ("+05:30", 330), ("-09:30", -570), ("-5:00", -300), ("+0200", 120), ("+2", 120), ("Z", 0),
        ("+00:00", 0), ("-02:00:00", -120), (" +02:00 ", 120), ("   :  ", nil), ("", nil), ("02:00", nil),
        ("+25:00", nil), ("+14:30", nil), ("+02:75", nil), ("+02:00x", nil), ("summer", nil),
    ].map { text, offset in
        Case("offset '\(text)'", taken("2024:03:31 02:30:00", [(0x9011, .text(text))]), wall, offset: offset)
    }

    static let fractions = [
        ("5", 500_000_000), ("05", 50_000_000), ("123", 123_000_000), ("0887", 88_700_000), ("12 ", 120_000_000),
        ("1234567891", 123_456_789), ("abc", nil), ("", nil), ("1x", nil),
    ].map { text, nanoseconds in
        Case(
            "fraction '\(text)'", taken("2024:03:31 02:30:00", [(0x9291, .text(text))]), wall, nanoseconds: nanoseconds)
    }

    static let texts: [Case] = [
        ("2024:03:31 02:30:00", wall, nil), ("2024-03-31T02:30:00", wall, nil), ("2024/03/31 02:30", wall, nil),
        ("2024:03:31 02:30:00+02:00", wall, 120), ("2024:03:31 02:30:00+0000", wall, 0),
        ("2024-03-31T02:30:00.5Z", wall, 0), ("2024: 3:31  2:30: 0", wall, nil), ("2024:03:31", "2024-03-31", nil),
        ("2024:03:31   :  :  ", "2024-03-31", nil), ("2016:02:02 24:28:33", "2016-02-02T00:28:33", nil),
        ("2024:02:29 00:00:00", "2024-02-29T00:00:00", nil), ("0000:00:00 00:00:00", nil, nil),
        ("    :  :     :  :  ", nil, nil), ("2023:02:29 00:00:00", nil, nil), ("2024:13:01 00:00:00", nil, nil),
        ("2024:03:31 25:00:00", nil, nil), ("2024:03:31 02:30:60", nil, nil), ("0001:01:01 00:00:00", nil, nil),
        ("2024:03:31 02:30:00 PM", nil, nil), ("2024", nil, nil), ("yesterday", nil, nil), ("", nil, nil),
    ].map { text, wall, offset in
        Case("text '\(text)'", taken(text), wall, offset: offset, nanoseconds: text.contains(".5") ? 500_000_000 : nil)
    }

    static let others: [Case] = [
        Case("no NUL", InventedTags(camera: [(0x9003, .bytes(type: 2, Array("2024:03:31 02:30:00".utf8)))]), wall),
        Case("in directory 0", InventedTags(first: [(0x9003, .text("2024:03:31 02:30:00"))]), wall),
        Case(
            "the offset of changes is no other's",
            InventedTags(
                first: [(0x0132, .text("2024:04:02 10:00:00"))],
                camera: [(0x9003, .text("2024:03:31 02:30:00")), (0x9010, .text("+09:00"))]), wall),
        Case(
            "an offset's tag goes before one in the text",
            taken("2024:03:31 02:30:00+01:00", [(0x9011, .text("+02:00"))]), wall, offset: 120),
        Case(
            "the first of two",
            InventedTags(camera: [(0x9003, .text("2024:03:31 02:30:00")), (0x9003, .text("2001:01:01 00:00:00"))]),
            wall),
        Case("a count that leads out", InventedTags(camera: [(0x9003, .raw(type: 2, count: 0xFFFF_FFFF, 8))]), nil),
        Case("an offset that leads out", InventedTags(camera: [(0x9003, .raw(type: 2, count: 20, 0xFFFF_FFF0))]), nil),
        Case("a directory that is itself", InventedTags(first: [(0x8769, .long(8)), (0x8825, .long(8))]), nil),
        Case("another type", InventedTags(camera: [(0x9003, .fractions([(1, 1)]))]), nil),
    ]

    @Test(arguments: offsets + fractions + texts + others)
    func `The time of release is told`(_ test: Case) {
        for isLittleEndian in [true, false] {
            var tags = test.tags
            tags.isLittleEndian = isLittleEndian
            let time = CameraTags(exif: tags.bytes).original
            #expect(time?.wall.description == test.wall)
            #expect(time?.offsetMinutes == test.offset)
            #expect(time?.wall.nanoseconds == test.nanoseconds)
            #expect((time?.offsetSource ?? .unknown) == (test.offset == nil ? .unknown : .exif))
        }
    }

    /// The satellites' date and time in UTC, and the offset that they tell of 02:30:05 on 31 March.
    static let satellites: [(date: String, time: [(Int, Int)], offset: Int?)] = [
        ("2024:03:31", [(0, 1), (30, 1), (5, 1)], 120), ("2024:03:31", [(0, 1), (32, 1), (59, 1)], 120),
        ("2024:03:31", [(0, 1), (33, 1), (59, 1)], nil), ("2024:03:30", [(16, 1), (30, 1), (0, 1)], 600),
        ("2024:03:31", [(12, 1), (0, 1), (500, 100)], -570), ("2024:03:30", [(4, 1), (30, 1), (5, 1)], nil),
        ("2024:03:259", [(0, 1), (30, 1), (5, 1)], nil), ("2024:03:31", [(0, 0), (30, 1), (5, 1)], nil),
        ("2024:03:31", [(0, 1), (30, 1)], nil), ("2024:03:31", [(0xFFFF_FFFF, 1), (0, 1), (0, 1)], nil),
    ]

    @Test(arguments: satellites)
    func `The satellites tell an offset where it can be one`(
        _ test: (date: String, time: [(Int, Int)], offset: Int?)
    ) {
        var tags = Self.taken("2024:03:31 02:30:05")
        tags.position = [
            (2, .fractions([(1, 1), (2, 1), (3, 1)])), (7, .fractions(test.time)), (0x1D, .text(test.date)),
        ]
        let read = CameraTags(exif: tags.bytes)
        #expect(read.original?.offsetMinutes == test.offset)
        #expect(read.original?.offsetSource == (test.offset == nil ? .unknown : .gps))
        #expect(read.hasPosition)
        // What is written goes before what is derived.
        tags.camera.append((0x9011, .text("+03:00")))
        #expect(CameraTags(exif: tags.bytes).original?.offsetMinutes == 180)
    }

    @Test(arguments: [(0, 1), (1, 1), (6, 6), (8, 8), (9, 1), (36_865, 1)])
    func `An orientation that is none is upright`(_ written: Int, _ read: Int) {
        #expect(CameraTags(exif: InventedTags(first: [(0x0112, .short(written))]).bytes).orientation.rawValue == read)
    }

    @Test func `No cut and no changed byte does harm`() {
        var tags = Self.taken("2024:03:31 02:30:00", [(0x9011, .text("+02:00")), (0x9291, .text("1234567"))])
        tags.position = [(7, .fractions([(1, 1), (2, 1), (3, 1)])), (0x1D, .text("2024:03:31"))]
        tags.interoperability = [(1, .text("R03"))]
        var bytes = tags.bytes
        #expect(CameraTags(exif: bytes).isAdobeRGB)
        for length in 0..<bytes.count { _ = CameraTags(exif: Array(bytes[..<length])) }
        for place in bytes.indices {
            let kept = bytes[place]
            for value in [UInt8(0), 0x7F, 0xFF] {
                bytes[place] = value
                _ = CameraTags(exif: bytes)
            }
            bytes[place] = kept
        }
    }
}
