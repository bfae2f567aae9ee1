internal import Records

/// Dates and times in ISO 8601 as exports write it, parsed by position.
enum Timestamp {
    enum Failure: Error {
        case malformed
        /// The text is well formed and there is no such day or time.
        case impossible
        /// Numbers with slashes: day or month first?
        case ambiguous
        /// The column that says the offset holds none, and nothing else says the zone.
        case noOffset
    }

    @inline(__always)
    static func two(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int {
        let tens = bytes[at] &- 0x30
        let ones = bytes[at + 1] &- 0x30
        return tens > 9 || ones > 9 ? -1 : Int(tens) &* 10 &+ Int(ones)
    }

    /// How eight bytes are written: digits as `0`, and beside it what may be added to each without a carry.
    private struct Form {
        let text: UInt64
        let room: UInt64

        static var date: Form { Form(text: 0x2D30_302D_3030_3030, room: 0x7F76_767F_7676_7676) }
        static var time: Form { Form(text: 0x3030_3A30_303A_3030, room: 0x7676_7F76_767F_7676) }
        static var micros: Form { Form(text: 0x0030_3030_3030_302E, room: 0x0076_7676_7676_767F) }
    }

    @inline(__always)
    private static func eight(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self).littleEndian
    }

    /// The numbers of two digits of a text, each in the byte of its first digit; nil where it is of another form.
    ///
    ///     2024-01-    20 . 24 . . 01 . .        14:09:34    14 . . 09 . . 34 .
    @inline(__always)
    private static func numbers(_ text: UInt64, as form: Form) -> UInt64? {
        // Marks become 0, digits their value; what is more than it may be gets its high bit.
        let values = text ^ form.text
        guard ((values & 0x7F7F_7F7F_7F7F_7F7F) &+ form.room | values) & 0x8080_8080_8080_8080 == 0 else { return nil }
        return values &* 10 &+ values >> 8
    }

    /// `yyyy-MM-dd` to days since 1970.
    @inline(__always)
    static func date(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Int {
        if bytes.count >= 10, let found = numbers(eight(bytes, 0), as: .date) {
            let day = two(bytes, 8)
            let year = Int(found & 0xFF) &* 100 &+ Int(found >> 16 & 0xFF)
            if let days = Civil.days(year: year, month: Int(found >> 40 & 0xFF), day: day) { return days }
        }
        return try slowDate(bytes)
    }

    @inline(never)
    private static func slowDate(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Int {
        guard bytes.count >= 10, bytes[4] == 0x2D, bytes[7] == 0x2D else { throw looksSlashed(bytes) }
        let century = two(bytes, 0)
        let year = two(bytes, 2)
        let month = two(bytes, 5)
        let day = two(bytes, 8)
        guard century >= 0, year >= 0, month >= 0, day >= 0 else { throw .malformed }
        guard let days = Civil.days(year: century &* 100 &+ year, month: month, day: day) else { throw .impossible }
        return days
    }

    /// Whether a year of four digits stands first, and a mark that parts it from the month.
    static func isYearFirst(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 8 && bytes[..<4].allSatisfy { $0 &- 0x30 < 10 } && [0x2D, 0x2E, 0x2F].contains(bytes[4])
    }

    /// A day as a spreadsheet numbers them, and its time as a fraction: 45827.474; nil where it is none from 1980 to 2099.
    static func serial(_ bytes: UnsafeRawBufferPointer) -> (days: Int, micros: Int)? {
        guard (5...22).contains(bytes.count), bytes[..<5].allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        let number = bytes[..<5].reduce(0) { $0 * 10 + Int($1 &- 0x30) }
        guard (29_221...73_050).contains(number) else { return nil }
        // Day 1 is the first of January 1900, and the spreadsheets count a day that 1900 did not have.
        let days = number - 25_569
        if bytes.count == 5 { return (days, 0) }
        guard bytes.count > 6, bytes[5] == 0x2E || bytes[5] == 0x2C, bytes[6...].allSatisfy({ $0 &- 0x30 < 10 })
        else { return nil }
        let fraction = bytes[6...].reversed().reduce(0.0) { ($0 + Double($1 &- 0x30)) / 10 }
        return (days, Int((fraction * 86_400).rounded()) * 1_000_000)
    }

    /// What is wrong with a text that is no ISO 8601: whether it is days and months as numbers in some order.
    static func looksSlashed(_ bytes: UnsafeRawBufferPointer) -> Failure {
        var marks = 0
        var length = 0
        // The day alone; a time may follow it.
        while length < bytes.count, bytes[length] != 0x20, bytes[length] != 0x2C {
            switch bytes[length] {
            case 0x30...0x39: break
            case 0x2F, 0x2E, 0x2D:
                // The year first is no day and no month.
                if length == 4, marks == 0 { return .malformed }
                marks += 1
            default: return .malformed
            }
            length += 1
        }
        return marks == 2 && length <= 10 ? .ambiguous : .malformed
    }

    /// A day of three numbers, the last of four digits, as one number; nil of any other.
    static func threeNumbers(_ bytes: UnsafeRawBufferPointer) -> UInt32? {
        let parts = bytes.prefix { $0 != 0x20 && $0 != 0x2C }.split(whereSeparator: { $0 &- 0x30 > 9 })
        guard parts.count == 3, parts[2].count == 4 else { return nil }
        return parts.joined().reduce(0) { $0 &* 10 &+ UInt32($1 &- 0x30) } &+ UInt32(parts[0].count) &* 100_000_000
    }

    /// The order in which alone a day of three numbers can be one, as no month has a number above 12.
    static func order(of bytes: UnsafeRawBufferPointer) -> DateOrder? {
        let numbers = bytes.prefix(10).split(whereSeparator: { $0 &- 0x30 > 9 }).prefix(2)
        let parts = numbers.map { $0.reduce(0) { $0 * 10 + Int($1 &- 0x30) } }
        guard parts.count == 2 else { return nil }
        switch (parts[0], parts[1]) {
        case (13...31, 1...12): return .dayFirst
        case (1...12, 13...31): return .monthFirst
        default: return nil
        }
    }

    /// `HH:mm[:ss[.ffffff]]` from `at`; returns microseconds since midnight and where it ended.
    @inline(__always)
    static func time(_ bytes: UnsafeRawBufferPointer, from at: Int) throws(Failure) -> (micros: Int, end: Int) {
        if bytes.count >= at + 8, let found = numbers(eight(bytes, at), as: .time) {
            let (hour, minute) = (Int(found & 0xFF), Int(found >> 24 & 0xFF))
            let seconds = Int(found >> 48 & 0xFF)
            var index = at + 8
            let micros = try fraction(bytes, &index)
            guard hour < 24, minute < 60, seconds < 60 else { throw .impossible }
            return (((hour &* 60 &+ minute) &* 60 &+ seconds) &* 1_000_000 &+ micros, index)
        }
        return try slowTime(bytes, from: at)
    }

    @inline(never)
    private static func slowTime(
        _ bytes: UnsafeRawBufferPointer, from at: Int
    ) throws(Failure) -> (micros: Int, end: Int) {
        guard bytes.count >= at + 5, bytes[at + 2] == 0x3A else { throw .malformed }
        let hour = two(bytes, at)
        let minute = two(bytes, at + 3)
        guard hour >= 0, minute >= 0 else { throw .malformed }
        var seconds = 0
        var micros = 0
        var index = at + 5
        if index < bytes.count, bytes[index] == 0x3A {
            guard bytes.count >= index + 3 else { throw .malformed }
            seconds = two(bytes, index + 1)
            guard seconds >= 0 else { throw .malformed }
            index += 3
            micros = try fraction(bytes, &index)
        }
        guard hour < 24, minute < 60, seconds < 60 else { throw .impossible }
        return (((hour &* 60 &+ minute) &* 60 &+ seconds) &* 1_000_000 &+ micros, index)
    }

    /// Microseconds of what stands behind seconds, which may be nothing.
    @inline(__always)
    private static func fraction(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) throws(Failure) -> Int {
        guard index < bytes.count, bytes[index] == 0x2E || bytes[index] == 0x2C else { return 0 }
        if bytes.count >= index + 8, bytes[index + 7] &- 0x30 > 9,
            let found = numbers(eight(bytes, index) & 0x00FF_FFFF_FFFF_FFFF, as: .micros)
        {
            index += 7
            return (Int(found >> 8 & 0xFF) &* 100 &+ Int(found >> 24 & 0xFF)) &* 100 &+ Int(found >> 40 & 0xFF)
        }
        index += 1
        var micros = 0
        var digits = 0
        while index < bytes.count, bytes[index] &- 0x30 < 10 {
            // Beyond microseconds there is nothing PostgreSQL keeps.
            if digits < 6 { micros = micros &* 10 &+ Int(bytes[index] &- 0x30) }
            digits &+= 1
            index &+= 1
        }
        guard digits > 0 else { throw .malformed }
        while digits < 6 {
            micros &*= 10
            digits &+= 1
        }
        return micros
    }

    /// `Z`, `+00`, `+0200`, `+02:00` from `at` to the end; seconds east of Greenwich.
    @inline(__always)
    static func offset(_ bytes: UnsafeRawBufferPointer, from at: Int) throws(Failure) -> Int {
        let count = bytes.count - at
        if count == 1, bytes[at] == 0x5A || bytes[at] == 0x7A { return 0 }
        guard count >= 3, bytes[at] == 0x2B || bytes[at] == 0x2D else { throw .malformed }
        let hours = two(bytes, at + 1)
        var minutes = 0
        switch count {
        case 3: break
        case 5: minutes = two(bytes, at + 3)
        case 6 where bytes[at + 3] == 0x3A: minutes = two(bytes, at + 4)
        default: throw .malformed
        }
        guard hours >= 0, minutes >= 0 else { throw .malformed }
        // Kiribati keeps +14:00, the greatest there is.
        guard hours * 60 + minutes <= 14 * 60, minutes < 60 else { throw .impossible }
        let seconds = (hours &* 60 &+ minutes) &* 60
        return bytes[at] == 0x2D ? -seconds : seconds
    }

    /// Date, `T` or blank, time, offset: microseconds since 1970-01-01T00:00Z.
    @inline(__always)
    static func instant(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Int {
        let days = try date(bytes)
        guard bytes.count > 10, bytes[10] == 0x54 || bytes[10] == 0x20 || bytes[10] == 0x74 else { throw .malformed }
        let (micros, end) = try time(bytes, from: 11)
        var at = end
        while at < bytes.count, bytes[at] == 0x20 { at += 1 }
        guard at < bytes.count else { throw .malformed }
        let offset = try offset(bytes, from: at)
        return days &* 86_400_000_000 &+ micros &- offset &* 1_000_000
    }

    /// Date and, if it is there, time and offset: microseconds as if it were UTC.
    @inline(__always)
    static func wallAndOffset(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> (wall: Int, offset: Int?) {
        let days = try date(bytes)
        if bytes.count == 10 { return (days &* 86_400_000_000, nil) }
        guard bytes[10] == 0x54 || bytes[10] == 0x20 else { throw .malformed }
        let (micros, end) = try time(bytes, from: 11)
        var at = end
        while at < bytes.count, bytes[at] == 0x20 { at += 1 }
        let offset = at < bytes.count ? try offset(bytes, from: at) : nil
        return (days &* 86_400_000_000 &+ micros, offset)
    }
}
