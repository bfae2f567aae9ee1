/// IPTC's date and time of creation (2:55, 2:60), within Photoshop's resources.
///
///     "8BIM" | id | name, padded | length | data, padded | "8BIM" ...      id 0404 holds the records
///     1C 02 37 | length | "20240331"      1C 02 3C | length | "023000+0200"
public struct IPTCRecords: Hashable, Sendable {
    private var date: [UInt8]?
    private var time: [UInt8]?

    public init(resources bytes: [UInt8]) {
        func number(at offset: Int, size: Int) -> Int? {
            guard offset <= bytes.count - size else { return nil }
            return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
        }
        var at = 0
        while number(at: at, size: 4) == 0x3842_494D, let id = number(at: at + 4, size: 2),
            let name = number(at: at + 6, size: 1)
        {
            let start = at + 6 + (name + 2) / 2 * 2
            guard let length = number(at: start, size: 4), length <= bytes.count - start - 4 else { return }
            let data = start + 4
            if id == 0x0404 { takeRecords(bytes[data..<data + length]) }
            at = data + (length + 1) / 2 * 2
        }
    }

    private mutating func takeRecords(_ bytes: ArraySlice<UInt8>) {
        var at = bytes.startIndex
        while at + 5 <= bytes.endIndex, bytes[at] == 0x1C {
            let length = Int(bytes[at + 3]) << 8 | Int(bytes[at + 4])
            // A length over 32,767 says that another length follows: no date is as long.
            guard length < 0x8000, at + 5 + length <= bytes.endIndex else { return }
            let text = Array(bytes[at + 5..<at + 5 + length])
            if bytes[at + 1] == 2, bytes[at + 2] == 55 { date = date ?? text }
            if bytes[at + 1] == 2, bytes[at + 2] == 60 { time = time ?? text }
            at += 5 + length
        }
    }

    /// When the picture was taken.
    public var taken: CaptureTime? {
        guard let date else { return nil }
        var scanner = TextScanner(date)
        guard let year = scanner.number(4), let month = scanner.number(2), let day = scanner.number(2),
            let dayOnly = WallTime(year: year, month: month, day: day)
        else { return nil }
        guard let time else { return CaptureTime(wall: dayOnly, source: .iptc) }
        scanner = TextScanner(time)
        guard let hour = scanner.number(2), let minute = scanner.number(2), let second = scanner.number(2),
            let wall = WallTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return CaptureTime(wall: dayOnly, source: .iptc) }
        let offset = scanner.offsetMinutes()
        return CaptureTime(
            wall: wall, source: .iptc, offsetMinutes: offset, offsetSource: offset == nil ? .unknown : .iptc)
    }
}
