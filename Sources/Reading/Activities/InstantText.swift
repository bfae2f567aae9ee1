internal import Records

/// Times as ISO 8601 writes them.
enum InstantText {
    /// Seconds since 1970, with milliseconds where there are any: `2026-05-01T06:30:00.250Z`.
    static func utc(_ seconds: Int, milliseconds: Int = 0) -> String {
        let days = seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
        let second = seconds - days * 86_400
        let date = Civil.date(days: days)
        let fraction = milliseconds > 0 ? "." + padded(milliseconds, 3) : ""
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
            + "T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))\(fraction)Z"
    }

    /// An offset as `+02:00`; nil where it is none that a clock on Earth has.
    static func offset(seconds: Int) -> String? {
        // The two clocks are read one after the other.
        let minutes = Int((Double(seconds) / 900).rounded()) * 15
        guard abs(seconds - minutes * 60) <= 60, abs(minutes) <= 14 * 60 else { return nil }
        return (minutes < 0 ? "-" : "+") + padded(abs(minutes) / 60, 2) + ":" + padded(abs(minutes) % 60, 2)
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
