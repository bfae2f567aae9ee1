/// A time as cameras and editors write it, and the offset that some put behind it.
///
/// Read: `2024:03:31 02:30:00`, `2024-03-31T02:30:00.5+02:00`, `2024:03:31`, blanks for single digits, hour 24 for 0.
/// Dates that no calendar has (`0000:00:00`, blanks) are none.
struct WrittenTime {
    var wall: WallTime
    var offsetMinutes: Int?

    init?(_ text: some Collection<UInt8>) {
        var scanner = TextScanner(text)
        scanner.skipBlanks()
        guard let year = scanner.number(4), scanner.take(oneOf: ":-/."), let month = scanner.shortNumber(),
            scanner.take(oneOf: ":-/."), let day = scanner.shortNumber(),
            scanner.isAtEnd || scanner.take(oneOf: " T:-")
        else { return nil }
        let dateEnd = scanner
        scanner.skipBlanks()
        // A time of blanks is one that is not known.
        if scanner.isAtEnd || scanner.next == 0x3A {
            guard let wall = WallTime(year: year, month: month, day: day), dateEnd.holdsBlankTime else { return nil }
            self.wall = wall
            return
        }
        guard let hour = scanner.shortNumber(), scanner.take(oneOf: ":-."), let minute = scanner.shortNumber() else {
            return nil
        }
        var second = 0
        var nanoseconds: Int?
        if scanner.take(oneOf: ":-.") {
            guard let number = scanner.shortNumber() else { return nil }
            second = number
            if scanner.take(oneOf: ".,") { nanoseconds = scanner.nanoseconds() }
        }
        guard
            let wall = WallTime(
                year: year, month: month, day: day, hour: hour == 24 ? 0 : hour, minute: minute, second: second,
                nanoseconds: nanoseconds)
        else { return nil }
        self.wall = wall
        scanner.skipBlanks()
        guard !scanner.isAtEnd else { return }
        // What follows a time and is no offset makes the time itself doubtful (a 12-hour clock).
        guard let offset = scanner.offsetMinutes() else { return nil }
        offsetMinutes = offset
    }
}

extension TextScanner {
    /// Whether blanks and colons are all that is left.
    var holdsBlankTime: Bool {
        var rest = self
        while rest.take(oneOf: " :") {}
        return rest.isAtEnd
    }

    /// An offset from UTC that is all that is left: `+02:00`, `-5:00`, `+0200`, `+2`, `Z`; nil where it is none.
    func offsetMinutes() -> Int? {
        var rest = self
        rest.skipBlanks()
        if rest.take(oneOf: "Zz") || rest.take("UTC") || rest.take("GMT") {
            rest.skipBlanks()
            return rest.isAtEnd ? 0 : nil
        }
        let sign = rest.take(oneOf: "+") ? 1 : rest.take(oneOf: "-") ? -1 : 0
        let digits = rest.digits(upTo: 5)
        guard sign != 0, (1...4).contains(digits), let hours = rest.number(digits > 2 ? digits - 2 : digits) else {
            return nil
        }
        var minutes = 0
        if digits > 2 || rest.take(oneOf: ":.") {
            guard let number = rest.number(2) else { return nil }
            minutes = number
        }
        if rest.take(":00") {}
        rest.skipBlanks()
        // No zone has ever been further from Greenwich than 14 hours since there are digital cameras.
        guard rest.isAtEnd, minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
