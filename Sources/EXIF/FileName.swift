/// A file's name, which often says when its picture was taken.
///
/// Read: `IMG_20240331_023000`, `PXL_20240331_023000123`, `2024-03-31 at 02.30.00`, `2024-03-31 at 2.30.00 PM`,
/// `Screenshot_20240331-023000`, `signal-2024-03-31-02-30-00-123`, `IMG-20240331-WA0001` (the day alone).
public struct FileName: Hashable, Sendable {
    private let bytes: ArraySlice<UInt8>

    /// A name, or a path that ends with it.
    public init(_ name: String) {
        bytes = ArraySlice(Array(name.utf8.split(separator: 0x2F).last ?? name.utf8[...]).prefix(255))
    }

    /// The first date in the name.
    public var taken: CaptureTime? {
        for at in bytes.indices where (0x30...0x39).contains(bytes[at]) {
            if at > 0, (0x30...0x39).contains(bytes[at - 1]) { continue }
            var scanner = TextScanner(bytes, at: at)
            guard let day = Self.day(&scanner) else { continue }
            guard let wall = Self.time(of: day, &scanner) else { return CaptureTime(wall: day, source: .filename) }
            // Pixel telephones name their photos by UTC's clock.
            let isUTC = bytes.starts(with: Array("PXL_".utf8))
            return CaptureTime(
                wall: wall, source: .filename, offsetMinutes: isUTC ? 0 : nil,
                offsetSource: isUTC ? .filename : .unknown)
        }
        return nil
    }

    private static func day(_ scanner: inout TextScanner) -> WallTime? {
        let digits = scanner.digits(upTo: 32)
        // 8 digits are a day; 14 a day and a time, 17 with milliseconds.
        guard digits == 4 || digits == 8 || digits == 14 || digits == 17, let year = scanner.number(4),
            (1990...2099).contains(year)
        else { return nil }
        let isSeparated = digits == 4
        guard !isSeparated || scanner.take(oneOf: "-_."), let month = scanner.number(2),
            !isSeparated || scanner.take(oneOf: "-_."), let day = scanner.number(2),
            !isSeparated || scanner.digits(upTo: 1) == 0
        else { return nil }
        return WallTime(year: year, month: month, day: day)
    }

    private static func time(of day: WallTime, _ scanner: inout TextScanner) -> WallTime? {
        if scanner.take(" at ") || scanner.take("_at_") || scanner.take("-at-") || scanner.take(oneOf: "_- T.") {}
        let digits = scanner.digits(upTo: 32)
        let isSeparated = digits == 1 || digits == 2
        guard isSeparated || digits == 6 || digits == 9, let hour = scanner.number(isSeparated ? digits : 2),
            !isSeparated || scanner.take(oneOf: ".-_:h "), let minute = scanner.number(2),
            !isSeparated || scanner.take(oneOf: ".-_:m "), let second = scanner.number(2)
        else { return nil }
        var nanoseconds: Int?
        if scanner.digits(upTo: 4) == 3 {
            nanoseconds = scanner.nanoseconds()
        } else if let mark = scanner.next, mark == 0x2D || mark == 0x2E || mark == 0x5F {
            var rest = scanner
            _ = rest.take(oneOf: "-._")
            if rest.digits(upTo: 4) == 3 { nanoseconds = rest.nanoseconds() }
        }
        return WallTime(
            year: day.year, month: day.month, day: day.day, hour: hourOfDay(hour, &scanner), minute: minute,
            second: second, nanoseconds: nanoseconds)
    }

    /// The hour of a 24-hour clock, where a half of the day is named behind the time.
    private static func hourOfDay(_ hour: Int, _ scanner: inout TextScanner) -> Int {
        // Apple puts a narrow no-break space (U+202F) before it.
        if scanner.take(" ") || scanner.take("\u{202F}") {}
        if scanner.take("PM") || scanner.take("pm") { return hour < 12 ? hour + 12 : hour }
        if scanner.take("AM") || scanner.take("am") { return hour == 12 ? 0 : hour }
        return hour
    }
}
