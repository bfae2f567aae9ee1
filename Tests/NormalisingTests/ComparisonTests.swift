import Records
import Testing

/// Which of two numbers is less, however many digits they have behind the point.
@Suite("Numbers compared")
struct ComparisonTests {
    static let ascending = [
        "-999999999999999999", "-1000", "-12.5", "-12.45", "-0.000000000000000001", "0", "0.000000000000000001", "0.9",
        "1", "1.000000000000001", "9.99", "10", "700", "999999999999999999",
    ]

    @Test("each with each", arguments: ascending)
    func order(text: String) throws {
        let place = try #require(Self.ascending.firstIndex(of: text))
        let one = try #require(Decimal(text: text))
        for (number, other) in Self.ascending.enumerated() {
            let second = try #require(Decimal(text: other))
            #expect((one < second) == (place < number), "\(text) < \(other)")
        }
    }

    @Test("zeros at the end make no difference")
    func equal() throws {
        for (text, other) in [("1", "1.000"), ("0", "-0.00"), ("-2.50", "-2.5"), ("0", "0.000000000000000000")] {
            let (one, second) = (try #require(Decimal(text: text)), try #require(Decimal(text: other)))
            #expect(!(one < second) && !(second < one), "\(text), \(other)")
        }
    }
}
