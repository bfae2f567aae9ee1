internal import Definitions
internal import Records

/// Durations as exports write them.
enum Duration {
    /// The duration in seconds.
    ///
    /// - Parameters:
    ///   - unit: what a mere number counts.
    ///   - style: how a mere number is written.
    static func parse(
        _ bytes: UnsafeRawBufferPointer, unit: Unit, style: NumberStyle, longDigits: ([UInt8]) -> Cell
    ) -> Decimal? {
        if bytes.contains(0x3A) { return clock(bytes) ?? daysAndClock(bytes) }
        if let value = try? style.number(bytes, longDigits: longDigits) {
            if value.isNegative { return nil }
            return unit == .second ? value : unit.convert(value, to: .second)
        }
        return bytes.first == UInt8(ascii: "P") ? iso(bytes) : words(bytes)
    }

    /// ISO 8601 up to hours: `PT7H30M`, `PT1808.250S`.
    private static func iso(_ bytes: UnsafeRawBufferPointer) -> Decimal? {
        guard bytes.count > 3, bytes[1] == UInt8(ascii: "T") else { return nil }
        return words(UnsafeRawBufferPointer(rebasing: bytes[2...]))
    }

    private static func clock(_ bytes: UnsafeRawBufferPointer) -> Decimal? {
        let parts = bytes.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let last = parts.last else { return nil }
        var minutes: UInt64 = 0
        for (index, part) in parts.dropLast().enumerated() {
            guard let value = whole(part), value < 1_000_000, index == 0 || (value < 60 && part.count == 2) else {
                return nil
            }
            minutes = minutes * 60 + value
        }
        let rest = UnsafeRawBufferPointer(rebasing: last)
        guard rest.count >= 2, rest[0] &- 0x30 < 10, rest[1] &- 0x30 < 10,
            rest.allSatisfy({ $0 &- 0x30 < 10 || $0 == 0x2E || $0 == 0x2C }),
            let seconds = try? Number.decimal(
                rest, mark: rest.contains(0x2C) ? 0x2C : 0x2E, grouping: false,
                longDigits: { _ in Cell(offset: 0, length: 0) }),
            !seconds.isLong, !seconds.isNegative, seconds.scale <= 9
        else { return nil }
        let unit = (0..<seconds.scale).reduce(UInt64(1)) { power, _ in power * 10 }
        guard seconds.digits < 60 * unit else { return nil }
        return Decimal(digits: minutes * 60 * unit + seconds.digits, scale: seconds.scale, isNegative: false)
    }

    /// `0 days 00:30:00`, as Python's data frames write durations.
    private static func daysAndClock(_ bytes: UnsafeRawBufferPointer) -> Decimal? {
        let parts = bytes.split(separator: 0x20)
        guard parts.count == 3, parts[1].elementsEqual("days".utf8) || parts[1].elementsEqual("day".utf8),
            let days = whole(parts[0]), days < 10_000, let rest = clock(UnsafeRawBufferPointer(rebasing: parts[2]))
        else { return nil }
        let unit = (0..<rest.scale).reduce(UInt64(1)) { power, _ in power * 10 }
        guard rest.digits < 86_400 * unit else { return nil }
        return Decimal(digits: days * 86_400 * unit + rest.digits, scale: rest.scale, isNegative: false)
    }

    private static func whole(_ part: Slice<UnsafeRawBufferPointer>) -> UInt64? {
        guard !part.isEmpty, part.count <= 7 else { return nil }
        var value: UInt64 = 0
        for byte in part {
            guard byte &- 0x30 < 10 else { return nil }
            value = value * 10 + UInt64(byte - 0x30)
        }
        return value
    }

    private static let units = WordTable([
        ("h", "h"), ("hr", "h"), ("hrs", "h"), ("hour", "h"), ("hours", "h"), ("std", "h"), ("ore", "h"), ("t", "h"),
        ("m", "m"), ("min", "m"), ("mins", "m"), ("minute", "m"), ("minutes", "m"), ("mn", "m"),
        ("s", "s"), ("sec", "s"), ("secs", "s"), ("second", "s"), ("seconds", "s"), ("sek", "s"), ("seg", "s"),
        ("小时", "h"), ("分钟", "m"), ("分", "m"), ("秒", "s"), ("小時", "h"), ("分鐘", "m"), ("時間", "h"),
    ])

    /// `2h 38m`, `45min`, `1 h 2 min 5 s`, `1 Std. 2 Min.`, `1小时13分钟`, `974.582s`: each unit once at most, the greater
    /// first, a fraction in the last alone.
    private static func words(_ bytes: UnsafeRawBufferPointer) -> Decimal? {
        var total: UInt64 = 0
        var least: UInt64 = .max
        var scale = 0
        var index = 0
        func skipBlanks() {
            while index < bytes.count {
                let width = Blank.width(bytes, at: index)
                if width == 0 { break }
                index += width
            }
        }
        while index < bytes.count {
            let start = index
            while index < bytes.count, bytes[index] &- 0x30 < 10 { index += 1 }
            guard scale == 0, let value = whole(bytes[start..<index]) else { return nil }
            var fraction: UInt64 = 0
            if index + 1 < bytes.count, bytes[index] == 0x2E, bytes[index + 1] &- 0x30 < 10 {
                let first = index + 1
                index = first
                while index < bytes.count, bytes[index] &- 0x30 < 10 { index += 1 }
                guard let digits = whole(bytes[first..<index]) else { return nil }
                (fraction, scale) = (digits, index - first)
            }
            skipBlanks()
            var end = index
            while end < bytes.count, isLetter(bytes, at: end) { end += 1 }
            guard let word = units.index(of: UnsafeRawBufferPointer(rebasing: bytes[index..<end])) else { return nil }
            let seconds: UInt64 =
                switch units.value(word).first {
                case UInt8(ascii: "h"): 3600
                case UInt8(ascii: "m"): 60
                default: 1
                }
            guard seconds < least else { return nil }
            least = seconds
            let parts = (0..<scale).reduce(UInt64(1)) { power, _ in power * 10 }
            total = (total + value * seconds) * parts + fraction * seconds
            index = end
            if index < bytes.count, bytes[index] == 0x2E { index += 1 }
            skipBlanks()
        }
        return least == .max ? nil : Decimal(digits: total, scale: scale, isNegative: false)
    }

    private static func isLetter(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
        let byte = bytes[index]
        return byte < 0x80 ? (0x61...0x7A).contains(byte | 0x20) : Blank.width(bytes, at: index) == 0
    }
}
