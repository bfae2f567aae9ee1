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

    /// `yyyy-MM-dd` to days since 1970.
    @inline(__always)
    static func date(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Int {
        guard bytes.count >= 10, bytes[4] == 0x2D, bytes[7] == 0x2D else { throw looksSlashed(bytes) }
        let century = two(bytes, 0)
        let year = two(bytes, 2)
        let month = two(bytes, 5)
        let day = two(bytes, 8)
        guard century >= 0, year >= 0, month >= 0, day >= 0 else { throw .malformed }
        guard let days = Civil.days(year: century &* 100 &+ year, month: month, day: day) else { throw .impossible }
        return days
    }

    private static func looksSlashed(_ bytes: UnsafeRawBufferPointer) -> Failure {
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

    /// `HH:mm[:ss[.ffffff]]` from `at`; returns microseconds since midnight and where it ended.
    @inline(__always)
    static func time(_ bytes: UnsafeRawBufferPointer, from at: Int) throws(Failure) -> (micros: Int, end: Int) {
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
            if index < bytes.count, bytes[index] == 0x2E || bytes[index] == 0x2C {
                index += 1
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
            }
        }
        guard hour < 24, minute < 60, seconds < 60 else { throw .impossible }
        return (((hour &* 60 &+ minute) &* 60 &+ seconds) &* 1_000_000 &+ micros, index)
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
