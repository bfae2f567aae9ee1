/// A day of the calendar and a time of the clock, in no zone.
public struct WallTime: Hashable, Sendable {
    public var year: Int
    public var month: Int
    public var day: Int
    /// 0 where only the day is known, as are `minute` and `second`.
    public var hour: Int
    public var minute: Int
    public var second: Int
    /// The fraction of the second, where one is written.
    public var nanoseconds: Int?
    public var precision: CaptureTime.Precision

    /// A day and its time; nil where the calendar or the clock has none such.
    public init?(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, nanoseconds: Int? = nil
    ) {
        guard Self.isDay(year: year, month: month, day: day), (0..<24).contains(hour), (0..<60).contains(minute),
            (0..<60).contains(second), nanoseconds.map({ (0..<1_000_000_000).contains($0) }) ?? true
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
        self.nanoseconds = nanoseconds
        precision = .second
    }

    /// A day of which the time is not known.
    public init?(year: Int, month: Int, day: Int) {
        guard Self.isDay(year: year, month: month, day: day) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (hour, minute, second) = (0, 0, 0)
        precision = .day
    }

    /// Cameras whose clock was never set count from year 0, 1 or 1900; the first photograph is from 1826.
    private static func isDay(year: Int, month: Int, day: Int) -> Bool {
        guard (1901...9999).contains(year), (1...12).contains(month) else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        return (1...days).contains(day)
    }
}

extension WallTime: CustomStringConvertible {
    /// As ISO 8601 writes it: `2024-03-31T02:30:00` or `2024-03-31`, without the fraction.
    public var description: String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let date = "\(year)-\(two(month))-\(two(day))"
        return precision == .day ? date : date + "T\(two(hour)):\(two(minute)):\(two(second))"
    }
}
