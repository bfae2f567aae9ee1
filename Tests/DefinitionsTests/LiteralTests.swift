import Definitions
import Testing

/// Values that stand in definitions: what is taken can be used, and what cannot be used is a fault.
@Suite struct LiteralTests {
    static let taken: [(ValueType, String)] = [
        (.integer, "-12"), (.decimal, "62.5"), (.decimal, "12345678901234567890"), (.boolean, "true"),
        (.date, "0001-01-01"), (.date, "2024-02-29"), (.instant, "2026-05-31T18:30:00Z"),
        (.instant, "2026-05-31T18:30:00-08:00"), (.wallTime, "2026-05-31T18:30:00"), (.time, "23:59:59"),
        (.uuid, "5f0c0000-0000-4000-8000-000000000001"), (.json, "{}"), (.json, "\"word\""), (.json, "-0.5"),
        (.list, "{}"), (.list, "{left,right}"), (.uuids, "{}"), (.duration, "90"),
    ]

    static let refused: [(ValueType, String)] = [
        (.integer, "1.5"), (.integer, "-9223372036854775808"), (.decimal, "1e3"), (.decimal, ""), (.boolean, "yes"),
        (.date, "0000-01-01"), (.date, "2025-02-29"), (.date, "2025-1-1"), (.instant, "2026-05-31"),
        (.instant, "2026-05-31T18:30:00"), (.instant, "2026-05-31T18:30:00+14:30"), (.instant, "soon"),
        (.wallTime, "2026-05-31T24:00:00"), (.wallTime, "2026-05-31T18:30:00Z"), (.time, "18:60:00"),
        (.uuid, "５５f0-0000-4000-8000-000000000001"), (.json, "{a: 1}"), (.json, "\"a\"b\""), (.json, "01"),
        (.json, ""), (.list, "left,right"), (.list, "{left,}"), (.list, "{null}"), (.uuids, "{a}"),
    ]

    @Test(arguments: taken)
    func `Taken`(type: ValueType, text: String) { #expect(Literal.refusal(of: text, as: type) == nil) }

    @Test(arguments: refused)
    func `Refused`(type: ValueType, text: String) { #expect(Literal.refusal(of: text, as: type) != nil) }

    @Test(arguments: ["1234567890123456789", "0.1234567890123456789", "-", "1.", ".5", "1e3", "", "１"])
    func `No bound`(text: String) { #expect(Bound(text) == nil) }

    @Test(arguments: ["0", "-999999999999999999", "0000000000000000000000012", "0.000000000000000001"])
    func `A bound`(text: String) { #expect(Bound(text) != nil) }
}
