extension TimeZone {
    /// The rule after a zone's last transition: the last line of its file, as in `EST5EDT,M3.2.0,M11.1.0`.
    ///
    /// Grammar: the TZ variable of POSIX with the hours of RFC 8536, section 3.3.1 (-167 to 167). A file may hold nothing
    /// but this line for the years since a zone's law last changed.
    package struct Rule: Equatable {
        /// Seconds east of Greenwich.
        let standard: Int
        let summer: Summer?

        struct Summer: Equatable {
            let offset: Int
            let start: Day
            let end: Day
        }

        /// When a clock is moved, in wall seconds from the start of the year.
        struct Day: Equatable {
            enum Date: Equatable {
                /// The nth weekday (0 is Sunday) of a month; 5 is the last.
                case weekday(month: Int, week: Int, weekday: Int)
                /// From 1, 29 February never counted.
                case julian(Int)
                /// From 0, 29 February counted.
                case ordinal(Int)
            }

            let date: Date
            let time: Int
        }

        /// Reads a rule; nil where it is none.
        package init?(_ text: some Sequence<UInt8>) {
            var scanner = Scanner(rest: Array(text)[...])
            guard scanner.name(), let west = scanner.clock() else { return nil }
            standard = -west
            guard !scanner.isAtEnd else {
                summer = nil
                return
            }
            guard scanner.name() else { return nil }
            let own = scanner.next == UInt8(ascii: ",") ? -3600 - standard : scanner.clock()
            guard let own, let start = scanner.day(), let end = scanner.day(), scanner.isAtEnd else { return nil }
            summer = Summer(offset: -own, start: start, end: end)
        }

        /// The instants of a year at which the clock is moved, and the offsets from then on; in order.
        package func transitions(year: Int) -> [(at: Int, offset: Int)] {
            guard let summer else { return [] }
            let start = (at: summer.start.seconds(year: year) - standard, offset: summer.offset)
            let end = (at: summer.end.seconds(year: year) - summer.offset, offset: standard)
            return start.at < end.at ? [start, end] : [end, start]
        }
    }
}

extension TimeZone.Rule.Day {
    /// Wall seconds since 1970.
    func seconds(year: Int) -> Int {
        let first = Civil.unchecked(year: year, month: 1, day: 1)
        let day =
            switch date {
            case .ordinal(let number): first + number
            case .julian(let number):
                first + number - (number < 60 || Civil.length(month: 2, year: year) == 28 ? 1 : 0)
            case .weekday(let month, let week, let weekday): Self.day(year, month, week, weekday)
            }
        return day * 86_400 + time
    }

    private static func day(_ year: Int, _ month: Int, _ week: Int, _ weekday: Int) -> Int {
        let first = Civil.unchecked(year: year, month: month, day: 1)
        // 1 January 1970 was a Thursday.
        let firstWeekday = ((first + 4) % 7 + 7) % 7
        let day = 1 + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
        return first + (day > Civil.length(month: month, year: year) ? day - 7 : day) - 1
    }
}

/// Reads a rule from left to right.
private struct Scanner {
    var rest: ArraySlice<UInt8>

    var isAtEnd: Bool { rest.isEmpty }
    var next: UInt8? { rest.first }

    /// The abbreviation: three letters and more, or anything between `<` and `>`.
    mutating func name() -> Bool {
        if take("<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[(end + 1)...]
            return true
        }
        let letters = rest.prefix { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
        rest = rest.dropFirst(letters.count)
        return letters.count >= 3
    }

    /// `[+-]h[h[h]][:mm[:ss]]` in seconds.
    mutating func clock() -> Int? {
        let sign = take("-") ? -1 : 1
        if sign == 1 { _ = take("+") }
        guard var seconds = number().map({ $0 * 3600 }), seconds <= 167 * 3600 else { return nil }
        for unit in [60, 1] where take(":") {
            guard let part = number(), part < 60 else { return nil }
            seconds += part * unit
        }
        return sign * seconds
    }

    /// `,Mm.w.d[/time]`, `,Jn[/time]` or `,n[/time]`.
    mutating func day() -> TimeZone.Rule.Day? {
        guard take(",") else { return nil }
        let date: TimeZone.Rule.Day.Date
        if take("M") {
            guard let month = number(), (1...12).contains(month), take("."), let week = number(),
                (1...5).contains(week), take("."), let weekday = number(), weekday < 7
            else { return nil }
            date = .weekday(month: month, week: week, weekday: weekday)
        } else if take("J") {
            guard let number = number(), (1...365).contains(number) else { return nil }
            date = .julian(number)
        } else {
            guard let number = number(), number < 366 else { return nil }
            date = .ordinal(number)
        }
        guard take("/") else { return TimeZone.Rule.Day(date: date, time: 7200) }
        return clock().map { TimeZone.Rule.Day(date: date, time: $0) }
    }

    private mutating func number() -> Int? {
        let digits = rest.prefix { (0x30...0x39).contains($0) }.prefix(4)
        rest = rest.dropFirst(digits.count)
        return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
