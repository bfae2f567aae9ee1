internal import Definitions
internal import Records

/// Reading texts by a pattern.
extension DatePattern {
    /// Days with the year first and no ISO 8601, as `2026/5/31`, with a time or without.
    static let yearFirst: [DatePattern] = ["yyyy/M/d", "yyyy.M.d", "yyyy-M-d"].flatMap { day in
        ["", " H:mm", " H:mm:ss", " h:mm a", " h:mm:ss a"].compactMap { DatePattern(day + $0) }
    }

    /// Reads a text that must match whole.
    ///
    /// Returns days since 1970, microseconds since midnight and, where the pattern has one, the offset in seconds.
    func parse(_ bytes: UnsafeRawBufferPointer) throws(Timestamp.Failure) -> (days: Int, micros: Int, offset: Int?) {
        var year = 1970
        var month = 1
        var day = 1
        var hour = 0
        var minute = 0
        var second = 0
        var fraction = 0
        var isAfternoon: Bool?
        var offset: Int?
        var at = 0
        func number(_ most: Int, least: Int = 1) throws(Timestamp.Failure) -> Int {
            var value = 0
            var digits = 0
            while digits < most, at < bytes.count, bytes[at] &- 0x30 < 10 {
                value = value * 10 + Int(bytes[at] &- 0x30)
                digits += 1
                at += 1
            }
            guard digits >= least else { throw .malformed }
            return value
        }
        for step in steps {
            switch step {
            case .year4: year = try number(4, least: 4)
            case .year2:
                let two = try number(2, least: 2)
                year = two < 70 ? 2000 + two : 1900 + two
            case .month: month = try number(2)
            case .day: day = try number(2)
            case .hour24, .hour12: hour = try number(2)
            case .minute: minute = try number(2)
            case .second: second = try number(2)
            case .fraction:
                let start = at
                var value = try number(9)
                for _ in (at - start)..<max(at - start, 6) { value *= 10 }
                for _ in 6..<max(6, at - start) { value /= 10 }
                fraction = value
            case .monthName:
                guard let found = MonthNames.month(bytes, from: at) else { throw .malformed }
                (month, at) = found
            case .weekday: at = Self.pastLetters(bytes, at)
            case .halfDay:
                guard let half = Self.halfDay(bytes, at: at) else { throw .malformed }
                (isAfternoon, at) = (half.isAfternoon, half.end)
            case .offset:
                offset = try Timestamp.offset(bytes, from: at)
                at = bytes.count
            case .epoch(let scale):
                let read = try Self.epoch(bytes, scale: scale)
                return (read.days, read.micros, 0)
            case .localEpoch(let scale):
                let read = try Self.epoch(bytes, scale: scale)
                return (read.days, read.micros, nil)
            case .literal(0x20):
                let width = Blank.width(bytes, at: at)
                guard width > 0 else { throw .malformed }
                at += width
            case .literal(let byte):
                guard at < bytes.count, bytes[at] == byte else { throw .malformed }
                at += 1
            }
        }
        guard at == bytes.count else { throw .malformed }
        if let isAfternoon {
            guard (1...12).contains(hour) else { throw .impossible }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        guard hour < 24, minute < 60, second < 60 else { throw .impossible }
        guard let days = Civil.days(year: year, month: month, day: day) else { throw .impossible }
        return (days, ((hour * 60 + minute) * 60 + second) * 1_000_000 + fraction, offset)
    }

    /// A number since 1970; what lies beyond microseconds is cut off, as PostgreSQL has it.
    private static func epoch(
        _ bytes: UnsafeRawBufferPointer, scale: Int
    ) throws(Timestamp.Failure) -> (days: Int, micros: Int) {
        guard let value = try? Number.integer(bytes, allowsFraction: true) else { throw .malformed }
        let number = Int(value)
        var micros = number
        if scale > 1_000_000 {
            let divisor = scale / 1_000_000
            micros = number / divisor - (number % divisor < 0 ? 1 : 0)
        } else {
            let (product, overflow) = number.multipliedReportingOverflow(by: 1_000_000 / scale)
            if overflow { throw .impossible }
            micros = product
        }
        let day = 86_400_000_000
        let days = micros / day - (micros % day < 0 ? 1 : 0)
        // The years 1 to 9999.
        guard (-719_162...2_932_896).contains(days) else { throw .impossible }
        return (days, micros - days * day)
    }

    /// `AM`, `pm`, `a.m.`, `p. m.`
    private static func halfDay(_ bytes: UnsafeRawBufferPointer, at start: Int) -> (isAfternoon: Bool, end: Int)? {
        guard start < bytes.count, bytes[start] | 0x20 == 0x61 || bytes[start] | 0x20 == 0x70 else { return nil }
        var at = start + 1
        if at < bytes.count, bytes[at] == 0x2E { at += 1 }
        at += Blank.width(bytes, at: at)
        guard at < bytes.count, bytes[at] | 0x20 == 0x6D else { return nil }
        at += 1
        if at < bytes.count, bytes[at] == 0x2E { at += 1 }
        return (bytes[start] | 0x20 == 0x70, at)
    }

    private static func pastLetters(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
        var at = start
        while at < bytes.count, (bytes[at] | 0x20) >= 0x61, (bytes[at] | 0x20) <= 0x7A { at += 1 }
        return at
    }
}
