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

/// Goes over a short text of ASCII from left to right.
struct TextScanner {
    private let bytes: ArraySlice<UInt8>
    private(set) var at: Int

    init(_ bytes: some Collection<UInt8>) {
        self.bytes = ArraySlice(Array(bytes))
        at = 0
    }

    init(_ bytes: ArraySlice<UInt8>, at: Int) {
        self.bytes = bytes
        self.at = at
    }

    var next: UInt8? { peek(0) }
    var isAtEnd: Bool { at >= bytes.endIndex }

    func peek(_ ahead: Int) -> UInt8? {
        let index = at + ahead
        return index >= bytes.startIndex && index < bytes.endIndex ? bytes[index] : nil
    }

    /// How many digits stand here, at most `limit` of them.
    func digits(upTo limit: Int) -> Int {
        var count = 0
        while count < limit, let byte = peek(count), (0x30...0x39).contains(byte) { count += 1 }
        return count
    }

    /// The number that `count` digits make; nil, and nothing taken, where fewer stand here.
    mutating func number(_ count: Int) -> Int? {
        guard count > 0, digits(upTo: count) == count else { return nil }
        var value = 0
        for _ in 0..<count {
            value = value * 10 + Int(bytes[at] - 0x30)
            at += 1
        }
        return value
    }

    /// A number of one or two digits; a blank may stand for the first one.
    mutating func shortNumber() -> Int? {
        if next == 0x20 { at += 1 }
        return number(digits(upTo: 2))
    }

    /// Takes the next byte where it is one of these.
    mutating func take(oneOf text: StaticString) -> Bool {
        guard let next, text.withUTF8Buffer({ $0.contains(next) }) else { return false }
        at += 1
        return true
    }

    /// Takes these bytes where they stand here.
    mutating func take(_ text: StaticString) -> Bool {
        for index in 0..<text.utf8CodeUnitCount where peek(index) != text.utf8Start[index] { return false }
        at += text.utf8CodeUnitCount
        return true
    }

    mutating func skipBlanks() {
        while next == 0x20 { at += 1 }
    }

    /// A fraction of a second as its digits say: `5` is half a second. Further digits than nine are left out.
    mutating func nanoseconds() -> Int? {
        let count = digits(upTo: 32)
        guard count > 0 else { return nil }
        var value = 0
        for index in 0..<9 {
            value *= 10
            if index < count, let digit = peek(index) { value += Int(digit - 0x30) }
        }
        at += count
        return value
    }
}
