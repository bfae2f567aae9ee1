import Definitions
import Normalising
import Testing

@Suite("Words")
struct WordTests {
    @Test(
        "a boolean",
        arguments: [
            ("Yes", "true"), ("TRUE", "true"), ("1", "true"), ("off", "false"), ("n", "false"),
            ("maybe", "not_a_boolean"),
        ])
    func boolean(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.boolean).read(cell) == expected)
    }

    @Test(
        "an id",
        arguments: [
            ("5F0C0000-0000-4000-8000-000000000001", "5f0c0000-0000-4000-8000-000000000001"),
            ("{5f0c0000-0000-4000-8000-000000000001}", "not_a_uuid"),
            ("5f0c0000000040008000000000000001", "not_a_uuid"),
            ("5g0c0000-0000-4000-8000-000000000001", "not_a_uuid"),
        ])
    func uuid(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.uuid).read(cell) == expected)
    }

    @Test(
        "text quoted once more than CSV asks for",
        arguments: [
            (#""Walking, 3.5 mph, brisk pace""#, "Walking, 3.5 mph, brisk pace"), ("Bench Press", "Bench Press"),
            (#"The ""Death"" March"#, #"The "Death" March"#), (#""The ""Death"" March""#, #"The "Death" March"#),
            (#"12" box jump"#, #"12" box jump"#), (#""Hill" or "Track""#, #""Hill" or "Track""#), (#"""#, #"""#),
        ])
    func quotedText(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.quotedText).read(cell) == expected)
    }

    @Test(
        "mapped words, without regard to case and outer blanks",
        arguments: [
            ("w", "warmup"), (" W\u{A0}", "warmup"), ("WARM_UP", "warmup"), ("none", "null"), ("x", "unknown_word"),
        ])
    func map(_ cell: String, becomes expected: String) throws {
        let probe = Probe(.text) { $0.map = [("W", "warmup"), ("Warm_Up", "warmup"), ("none", "")] }
        #expect(try probe.read(cell) == expected)
    }

    @Test("what is not in the map is rejected, kept or replaced")
    func unmapped() throws {
        func probe(_ unmapped: FieldMapping.Unmapped) -> Probe {
            Probe(.text) {
                $0.map = [("a", "b")]
                $0.unmapped = unmapped
            }
        }
        #expect(try probe(.reject).read("z") == "unknown_word")
        #expect(try probe(.keep).read("z") == "z")
        #expect(try probe(.value("other")).read("z") == "other")
    }

    @Test("missing words of the format and of the field, and destroyed values")
    func missing() throws {
        var probe = Probe(.decimal) {
            $0.missing = ["n/a"]
            $0.unrecoverable = ["[object Object]"]
        }
        probe.missing = ["-", "NULL"]
        for cell in ["-", "null", "N/A", " n/a "] { #expect(try probe.read(cell) == "null") }
        #expect(try probe.read("[object Object]") == "unrecoverable")
        #expect(try probe.read("\\N") == "not_a_number")
    }

    @Test(
        "a key is lower case, inner blanks an underscore",
        arguments: [("Exit Velo", "exit_velo"), ("  a  B ", "a_b"), ("ok", "ok")])
    func key(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.key).read(cell) == expected)
    }

    @Test("text keeps its inner and outer blanks, and its normal form")
    func text() throws {
        #expect(try Probe(.text).read(" a b ") == " a b ")
        #expect(try Array(Probe(.text).read("cafe\u{301}").unicodeScalars) == Array("cafe\u{301}".unicodeScalars))
        #expect(try Probe(.text).read("\u{A0}") == "null")
    }

    /// Each is what `check` takes for a value of its type.
    @Test(
        "a constant of each type can be used",
        arguments: [
            (.integer, "-12", "-12"), (.decimal, "12345678901234567890", "12345678901234567890"),
            (.boolean, "true", "true"), (.date, "0001-01-01", "-719162"),
            (.instant, "1970-01-01T01:00:00+01:00", "0"), (.instant, "1970-01-01T00:00:01Z", "1000000"),
            (.wallTime, "1970-01-01T00:00:01", "1000000"), (.time, "00:00:01", "1000000"),
            (.uuid, "5f0c0000-0000-4000-8000-000000000001", "5f0c0000-0000-4000-8000-000000000001"),
            (.json, "{}", "{}"), (.list, "{left,right}", "{left,right}"), (.uuids, "{}", "{}"), (.duration, "90", "90"),
        ] as [(Conversion, String, String)])
    func constant(_ conversion: Conversion, _ text: String, becomes expected: String) throws {
        let read = try Probe(conversion) {
            $0.from = []
            $0.constant = text
        }.read("1")
        #expect(read == expected)
    }

    @Test("constants, defaults and settings")
    func constants() throws {
        #expect(
            try Probe(.decimal) {
                $0.from = []; $0.constant = "62.5"
            }.read("1") == "62.5")
        #expect(try Probe(.decimal) { $0.defaultValue = "7" }.read("") == "7")
        #expect(try Probe(.decimal) { $0.defaultValue = "7" }.read("x") == "not_a_number")
        var probe = Probe(.date) {
            $0.from = []
            $0.setting = "date"
        }
        probe.settings = ["date": "2026-05-31"]
        #expect(try probe.read("1") == "20604")
        for bad in ["2026-05-31x", "31.5.2026", "2026-02-30", ""] {
            probe.settings = ["date": bad]
            #expect(throws: MappingError.badSetting(setting: "date", expected: "a date as in 2026-05-31")) {
                try probe.read("1")
            }
        }
    }
}
