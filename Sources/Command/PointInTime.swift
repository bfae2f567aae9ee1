internal import Records

/// `--as-of TIME`: the instant that counts as now, for tests and repeated runs.
public struct PointInTime: ArgumentValue, Equatable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microseconds: Int
    /// As it was written.
    public var text: String

    public static var expected: String {
        "a date or an instant with its offset, as in 2026-05-31 (midnight UTC) or 2026-05-31T18:30:00Z"
    }

    /// `yyyy-MM-dd`, or `yyyy-MM-ddTHH:mm[:ss[.ffffff]]` with `Z` or `±HH:mm`; a space may stand for the `T`.
    public init(argument: String) throws(ValueFault) {
        var scanner = Scanner(rest: Array(argument.utf8)[...])
        let year = try scanner.digits(4)
        try scanner.skip("-")
        let month = try scanner.digits(2)
        try scanner.skip("-")
        let day = try scanner.digits(2)
        guard let days = Civil.days(year: year, month: month, day: day) else { throw .notUnderstood }
        let time = scanner.isAtEnd ? 0 : try Self.timeOfDay(&scanner)
        microseconds = days * 86_400_000_000 + time
        text = argument
    }

    private static func timeOfDay(_ scanner: inout Scanner) throws(ValueFault) -> Int {
        if !scanner.takes("T") { try scanner.skip(" ") }
        let hour = try scanner.digits(2)
        try scanner.skip(":")
        let minute = try scanner.digits(2)
        var second = 0
        var fraction = 0
        if scanner.takes(":") {
            second = try scanner.digits(2)
            if scanner.takes(".") { fraction = try scanner.fraction() }
        }
        guard hour < 24, minute < 60, second < 60 else { throw .notUnderstood }
        var offset = 0
        if !scanner.takes("Z") {
            let sign = scanner.takes("-") ? -1 : 1
            if sign == 1 { try scanner.skip("+") }
            let hours = try scanner.digits(2)
            _ = scanner.takes(":")
            let minutes = scanner.isAtEnd ? 0 : try scanner.digits(2)
            guard hours <= 15, minutes < 60 else { throw .notUnderstood }
            offset = sign * (hours * 60 + minutes)
        }
        guard scanner.isAtEnd else { throw .notUnderstood }
        return ((hour * 60 + minute - offset) * 60 + second) * 1_000_000 + fraction
    }

    private struct Scanner {
        var rest: ArraySlice<UInt8>
        var isAtEnd: Bool { rest.isEmpty }

        mutating func digits(_ count: Int) throws(ValueFault) -> Int {
            guard rest.count >= count else { throw .notUnderstood }
            var value = 0
            for _ in 0..<count {
                let byte = rest.removeFirst()
                guard (0x30...0x39).contains(byte) else { throw .notUnderstood }
                value = value * 10 + Int(byte - 0x30)
            }
            return value
        }

        mutating func fraction() throws(ValueFault) -> Int {
            let count = rest.prefix { (0x30...0x39).contains($0) }.count
            guard (1...6).contains(count) else { throw .notUnderstood }
            var value = try digits(count)
            for _ in count..<6 { value *= 10 }
            return value
        }

        mutating func takes(_ character: Character) -> Bool {
            guard rest.first == character.asciiValue else { return false }
            rest.removeFirst()
            return true
        }

        mutating func skip(_ character: Character) throws(ValueFault) {
            guard takes(character) else { throw .notUnderstood }
        }
    }
}
