/// A wall time or instant as text: `2026-05-31T18:30:00`, `2026-05-31T16:30:00.5Z`.
enum WallText {
    /// - Parameters:
    ///   - micros: microseconds since 1970-01-01T00:00 on the clock that was read.
    ///   - text: what it is written over.
    static func write(_ micros: Int, isInstant: Bool, to text: inout [UInt8]) {
        text.removeAll(keepingCapacity: true)
        let day = 86_400_000_000
        let days = micros >= 0 ? micros / day : (micros - day + 1) / day
        let rest = micros - days * day
        let date = Civil.date(days: days)
        digits(date.year, 4, to: &text)
        text.append(UInt8(ascii: "-"))
        digits(date.month, 2, to: &text)
        text.append(UInt8(ascii: "-"))
        digits(date.day, 2, to: &text)
        text.append(UInt8(ascii: "T"))
        digits(rest / 3_600_000_000, 2, to: &text)
        text.append(UInt8(ascii: ":"))
        digits(rest / 60_000_000 % 60, 2, to: &text)
        text.append(UInt8(ascii: ":"))
        digits(rest / 1_000_000 % 60, 2, to: &text)
        if rest % 1_000_000 != 0 {
            text.append(UInt8(ascii: "."))
            digits(rest % 1_000_000, 6, to: &text)
            while text.last == UInt8(ascii: "0") { text.removeLast() }
        }
        if isInstant { text.append(UInt8(ascii: "Z")) }
    }

    private static func digits(_ value: Int, _ count: Int, to text: inout [UInt8]) {
        var power = 1
        for _ in 1..<count { power *= 10 }
        while power > 0 {
            text.append(UInt8(truncatingIfNeeded: value / power % 10 + 0x30))
            power /= 10
        }
    }
}
