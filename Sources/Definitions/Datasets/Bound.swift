public import Records

/// A number that bounds the values of a field.
public struct Bound: Equatable, Sendable, CustomStringConvertible {
    /// As the definition writes it.
    public let text: String
    public let value: Decimal

    /// Nil for what is no number, and for a number of more than 18 digits.
    public init?(_ text: String) {
        guard let value = Decimal(text: text) else { return nil }
        (self.text, self.value) = (text, value)
    }

    public var description: String { text }
}

/// A day that bounds the values of a field.
public struct Day: Equatable, Sendable, CustomStringConvertible {
    /// `yyyy-MM-dd`
    public let text: String
    /// Days since 1970-01-01.
    public let days: Int

    /// Nil for a text that does not match, and for a day that does not exist.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int(part) : nil }
        guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3,
            let days = Civil.days(year: numbers[0], month: numbers[1], day: numbers[2])
        else { return nil }
        (self.text, self.days) = (text, days)
    }

    public var description: String { text }
}
