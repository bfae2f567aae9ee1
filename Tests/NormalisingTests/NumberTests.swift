import Definitions
import Normalising
import Testing

@Suite("Numbers")
struct NumberTests {
    @Test(
        "a decimal is exact or rejected",
        arguments: [
            ("62.5", "62.5"), (".576", "0.576"), ("5.", "5"), ("0", "0"), ("-0.5", "-0.5"), ("+7", "7"), ("007", "7"),
            ("85.50", "85.50"), (" 12 ", "12"), ("\u{A0}12\u{202F}", "12"), ("1e3", "1000"), ("1.5E-2", "0.015"),
            ("123456789012345678", "123456789012345678"), ("1234567890123456789", "1234567890123456789"),
            ("12345678901234567890.123", "12345678901234567890.123"), ("9007199254740993", "9007199254740993"),
            ("", "null"), (" ", "null"), ("+", "not_a_number"), ("-", "not_a_number"), (".", "not_a_number"),
            ("NaN", "not_a_number"), ("inf", "not_a_number"), ("-Infinity", "not_a_number"),
            ("0x1p3", "not_a_number"), ("３０", "not_a_number"), ("1 234", "not_a_number"), ("1.2.3", "not_a_number"),
            ("1e", "not_a_number"), ("e5", "not_a_number"), ("--1", "not_a_number"), ("5mph", "not_a_number"),
            ("1,234", "ambiguous_number"), ("1,2,3", "ambiguous_number"), ("12,345", "ambiguous_number"),
            ("12,5", "12.5"), ("0,125", "0.125"), ("1e999999", "out_of_range"),
            ("1e9999999", "not_a_number"),
        ])
    func decimal(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.decimal).read(cell) == expected)
    }

    @Test(
        "thousands are grouped only where the format allows it",
        arguments: [
            ("1,234", "1234"), ("1,234,567.8", "1234567.8"), ("1234", "1234"), ("1,23", "not_a_number"),
            ("1,2345", "not_a_number"), ("1234,567", "ambiguous_number"), ("0,234", "ambiguous_number"),
            (",234", "not_a_number"), ("1.5,000", "not_a_number"),
        ])
    func grouping(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.decimal) { $0.number = .groupedPoint }.read(cell) == expected)
    }

    /// Semicolons divide cells where the comma parts decimals.
    @Test(
        "a file of semicolons may have decimal commas",
        arguments: [
            ("other", NumberForm.point, "62,5", "62.5"), ("other", .point, "62.5", "62.5"),
            ("other", .point, "1.234,5", "ambiguous_number"),
            ("other", .groupedPoint, "62,5", "62.5"), ("other", .groupedPoint, "62,500", "ambiguous_number"),
            ("own", .point, "62,5", "62.5"),
            ("own", .groupedPoint, "62,500", "62500"),
        ])
    func semicolons(_ whose: String, _ form: NumberForm, _ cell: String, becomes expected: String) throws {
        var probe = Probe(.decimal) { $0.number = form }
        probe.settings[MappingPlan.Semicolons.setting] = whose
        #expect(try probe.read(cell) == expected)
    }

    @Test("a decimal comma", arguments: [("62,5", "62.5"), ("1.234", "ambiguous_number"), (",5", "0.5")])
    func comma(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.decimal) { $0.number = .comma }.read(cell) == expected)
    }

    @Test(
        "a whole number",
        arguments: [
            ("12", "12"), ("-3", "-3"), ("+3", "3"), ("9223372036854775807", "9223372036854775807"),
            ("9223372036854775808", "out_of_range"), ("99999999999999999999", "out_of_range"),
            ("10.0", "not_an_integer"), ("1e3", "not_an_integer"), ("３０", "not_an_integer"), ("+", "not_an_integer"),
        ])
    func integer(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.integer).read(cell) == expected)
    }

    @Test(
        "several numbers in one cell",
        arguments: [
            ("12, 10, 9, 8", true), ("5x5", true), ("8/8", true), ("8-10", true), ("12,10,9", true), ("60; 62.5", true),
            ("10.5 × 3", true), ("8+2", true), ("12,5", false), ("1,234", false), ("2026-05-31", false),
            ("03/04/2026", false), ("-3", false),
            ("1e3", false), ("5:30", false), ("8 10", false), ("5x", false), ("10.5", false), ("3/4 in", false),
        ])
    func several(_ cell: String, areSeveral: Bool) throws {
        #expect(try (Probe(.integer).read(cell) == "several_numbers") == areSeveral)
    }

    @Test("a count may end in zeros", arguments: [("10.0", "10"), ("10.00", "10"), ("10.5", "not_an_integer")])
    func count(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.count).read(cell) == expected)
    }
}
