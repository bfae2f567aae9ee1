/// The few properties of an XMP packet that are asked for, found by their names.
///
/// It is a scan and no reading of XML: a property stands as `exif:DateTimeOriginal="..."` or as
/// `<exif:DateTimeOriginal>...<`, and editors break packets in more ways than a parser forgives.
public struct XMPPacket: Hashable, Sendable {
    private let bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// When the picture was taken.
    public var taken: CaptureTime? {
        let names: [StaticString] = ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"]
        for name in names {
            guard let value = value(of: name), let written = WrittenTime(value) else { continue }
            return CaptureTime(
                wall: written.wall, source: .xmp, offsetMinutes: written.offsetMinutes,
                offsetSource: written.offsetMinutes == nil ? .unknown : .xmp)
        }
        return nil
    }

    /// Whether a position is written.
    public var hasPosition: Bool { value(of: "exif:GPSLatitude") != nil || value(of: "exif:GPSLongitude") != nil }

    /// Whether a film follows the picture.
    public var isMotionPhoto: Bool {
        let names: [StaticString] = ["Camera:MotionPhoto", "Camera:MicroVideo"]
        return names.contains { value(of: $0, isPrefixed: true) == Array("1".utf8) }
    }

    /// The text of the first property of that name, at most 64 bytes of it.
    private func value(of name: StaticString, isPrefixed: Bool = false) -> [UInt8]? {
        let length = name.utf8CodeUnitCount
        var at = 0
        while let place = find(name, from: at) {
            at = place + length
            let before = place > 0 ? bytes[place - 1] : 0x20
            guard isPrefixed || before == 0x3C || before <= 0x20 else { continue }
            var start = at
            while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
            guard start < bytes.count else { return nil }
            var end: UInt8 = 0x3C
            if bytes[start] == 0x3D {
                start += 1
                while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
                guard start < bytes.count, bytes[start] == 0x22 || bytes[start] == 0x27 else { continue }
                end = bytes[start]
            } else if bytes[start] != 0x3E {
                continue
            }
            let text = bytes[(start + 1)...].prefix(65)
            guard let stop = text.firstIndex(of: end) else { continue }
            return Array(text[..<stop])
        }
        return nil
    }

    private func find(_ name: StaticString, from start: Int) -> Int? {
        let length = name.utf8CodeUnitCount
        guard bytes.count - start >= length else { return nil }
        let first = name.utf8Start[0]
        search: for place in start...bytes.count - length where bytes[place] == first {
            for index in 1..<length where bytes[place + index] != name.utf8Start[index] { continue search }
            return place
        }
        return nil
    }
}
