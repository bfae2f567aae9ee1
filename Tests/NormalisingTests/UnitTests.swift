import Definitions
import Normalising
import Testing

@Suite("Units")
struct UnitTests {
    @Test("every unit of the definitions has its factor, and every word finds it", arguments: Conversion.allCases)
    func factors(_ conversion: Conversion) {
        for unit in conversion.units {
            for word in unit.words {
                #expect(Unit(word: word) == unit)
                #expect(Unit(word: word.uppercased()) == unit)
            }
        }
    }

    @Test(
        "conversions are exact, or rounded at the ninth place",
        arguments: [
            ("100", "lb", "kg", "45.359237"), ("45.359237", "kg", "lb", "100"), ("16", "oz", "lb", "1"),
            ("14", "lb", "st", "1"), ("1", "mi", "km", "1.609344"), ("12", "in", "ft", "1"),
            ("90", "ft", "m", "27.432"), ("100", "km/h", "mph", "62.137119224"), ("36", "km/h", "m/s", "10"),
            ("-2.5", "kg", "g", "-2500"), ("0", "lb", "kg", "0"),
            ("123456789012.345", "oz", "lb", "7716049313.2715625"),
            // Half of the ninth place goes away from zero: 0.0226796185, 0.9298643585.
            ("0.05", "lb", "kg", "0.022679619"), ("-2.05", "lb", "kg", "-0.929864359"),
        ])
    func conversion(_ number: String, _ unit: String, to other: String, is expected: String) throws {
        let (source, target) = (try #require(Unit(word: unit)), try #require(Unit(word: other)))
        let conversion = try #require(Conversion.allCases.first { $0.kind == source.kind })
        let probe = Probe(conversion) {
            $0.unit = [.fixed(source)]
            $0.to = target
        }
        #expect(try probe.read(number) == expected)
    }

    @Test("a number too long to convert is out of range, and not read where it is no more")
    func tooLong() throws {
        let probe = Probe(.mass) {
            $0.unit = [.fixed(.pound)]
            $0.to = .kilogram
        }
        #expect(try probe.read("12345678901234567890.5") == "out_of_range")
        #expect(
            try Probe(.mass) { $0.unit = [.fixed(.pound)] }.read("12345678901234567890.5") == "12345678901234567890.5")
    }

    @Test(
        "the header says the unit",
        arguments: [
            ("Weight (lbs)", "45.359237"), ("weight_kg", "100"), ("kg", "100"), ("Weight(LB)", "45.359237"),
            ("Bar (left) [lb]", "45.359237"), ("[kg]", "100"),
        ])
    func header(_ name: String, is expected: String) throws {
        var probe = Probe(.mass) {
            $0.from = [name]
            $0.unit = [.header]
            $0.to = .kilogram
        }
        probe.header = [name]
        #expect(try probe.read("100") == expected)
    }

    @Test(
        "a value within JSON",
        arguments: [
            ("bpm", #"{"time": 1, "bpm": 71}"#, "71"), ("a.b", #"{"a": {"b": 2.5}}"#, "2.5"),
            ("items[1].v", #"{"items": [{"v": 1}, {"v": 2}]}"#, "2"), ("items[2].v", #"{"items": []}"#, "null"),
            ("[*].v", #"[{"w": 1}, {"v": 3}, {"v": 4}]"#, "3"),
            ("[type=sum].v", #"[{"type": "mean", "v": 1}, {"v": 9, "type": "sum"}]"#, "9"),
            ("[type=sum,of=b].v", #"[{"type": "sum", "of": "a", "v": 1}, {"type": "sum", "of": "b", "v": 2}]"#, "2"),
            ("[n=2].v", #"[{"n": 1, "v": "5"}, {"n": 2, "v": "6"}]"#, "6"),
            ("bpm", #"{"bpm": null}"#, "null"), ("bpm", "{}", "null"), ("bpm", "[]", "null"), ("bpm", "7", "null"),
            ("bpm", "", "null"), ("bpm", "{bpm: 71}", "invalid_json"), ("bpm", #"{"bpm": 71"#, "invalid_json"),
            ("bpm", #"{"bp\u006d": 71}"#, "71"), ("bpm", #"{"bpm": "fast"}"#, "not_a_number"),
        ])
    func inner(_ path: String, _ cell: String, is expected: String) throws {
        let path = try #require(InnerPath(path))
        #expect(try Probe(.decimal) { $0.inside = path }.read(cell) == expected)
    }

    @Test(
        "a part of a cell that packs several",
        arguments: [
            ("#/*", "120/80", "120"), ("*/#", "120/80", "80"), ("*/#", " 120 / 80 ", "80"), ("*x#", "3x10", "10"),
            ("*x*x#", "3x10x60", "60"), ("*x#x*", "3x10x60", "10"), ("#/*", "120", "not_a_number"),
            ("*/#", "120", "not_a_number"), ("*/#", "120/80/60", "several_numbers"), ("#/*", "", "null"),
            ("*/#", "120/", "null"), ("# over *", "120 over 80", "120"),
        ])
    func part(_ part: String, _ cell: String, is expected: String) throws {
        let part = try #require(CellPart(part))
        #expect(try Probe(.decimal) { $0.part = part }.read(cell) == expected)
    }

    @Test(
        "a height in feet and inches",
        arguments: [
            ("5' 10''", "177.8"), ("5'10\"", "177.8"), ("5'10.5\"", "179.07"), ("6'", "182.88"),
            ("5' 12''", "not_a_number"),
            ("5'x", "not_a_number"), ("'10", "not_a_number"), ("70", "177.8"),
        ])
    func height(_ cell: String, is expected: String) throws {
        let probe = Probe(.length) {
            $0.unit = [.fixed(.inch)]
            $0.to = .centimetre
        }
        #expect(try probe.read(cell) == expected)
    }

    @Test("what shows no part of a cell", arguments: ["", "#", "*", "#*", "/#", "#/", "*/*", "#/#", "/"])
    func noPart(_ text: String) { #expect(CellPart(text) == nil) }

    @Test("what is no path into JSON", arguments: ["", ".", "a.", "[", "[a]", "[=b]", "[a=b", "a..b", "a[*]b", "]"])
    func noPath(_ text: String) { #expect(InnerPath(text) == nil) }

    @Test(
        "a power of ten beside the number",
        arguments: [
            ("72500", "-3", "72.500"), ("725", " -1 ", "72.5"), ("7", "1", "70"), ("72", "0", "72"),
            ("72500", nil, "not_a_number"), ("72500", "x", "not_a_number"), (nil, "-3", "null"), ("", "-3", "null"),
        ] as [(String?, String?, String)])
    func power(_ number: String?, _ power: String?, is expected: String) throws {
        var probe = Probe(.mass) {
            $0.unit = [.fixed(.kilogram)]
            $0.power = ["unit"]
        }
        probe.header = ["x", "unit"]
        #expect(try probe.read(number, power) == expected)
    }

    @Test(
        "the cell says the unit",
        arguments: [
            ("80.0 kg", "80.0"), ("100\u{A0}lbs", "45.359237"), ("100LB", "45.359237"), ("80", "missing_unit"),
            ("80 mph", "unknown_unit"), ("80 stones", "unknown_unit"), ("heavy", "unknown_unit"),
        ])
    func cell(_ text: String, is expected: String) throws {
        let probe = Probe(.mass) {
            $0.unit = [.cell]
            $0.to = .kilogram
        }
        #expect(try probe.read(text) == expected)
    }

    @Test(
        "a column says the unit",
        arguments: [
            ("lb", "45.359237"), (" KG ", "100"), ("", "missing_unit"), (" ", "missing_unit"), (nil, "missing_unit"),
            ("parsec", "unknown_unit"), ("m", "unknown_unit"),
        ] as [(String?, String)])
    func column(_ unit: String?, is expected: String) throws {
        var probe = Probe(.mass) {
            $0.unit = [.column("u"), .setting("weight_unit")]
            $0.to = .kilogram
        }
        probe.header = ["x", "u"]
        #expect(try probe.read("100", unit) == expected)
    }

    @Test(
        "a column's words mean units, and where it has none the next place says it",
        arguments: [
            ("15.24", "62.137119224"), ("50", "100"), ("km/h", "62.137119224"), ("", "100"), (nil, "100"),
            ("NA", "100"),
            ("1.5", "unknown_unit"),
        ] as [(String?, String)])
    func words(_ mark: String?, mean expected: String) throws {
        var probe = Probe(.speed) {
            $0.unit = [.column("y0"), .fixed(.mileAnHour)]
            $0.unitWords = [("15.24", .kilometreAnHour), ("50", .mileAnHour)]
            $0.to = .mileAnHour
        }
        probe.header = ["x", "y0"]
        probe.missing = ["NA"]
        #expect(try probe.read("100", mark) == expected)
    }

    @Test("a setting says the unit; without it, or with another's, the file is refused")
    func setting() throws {
        var probe = Probe(.mass) { $0.unit = [.header, .setting("weight_unit")] }
        #expect(
            throws: MappingError.missingSettings([
                MissingSetting(
                    "weight_unit", field: "x", columns: ["x"], why: .unit, examples: ["kg", "lb"])
            ])
        ) { try probe.read("100") }
        probe.settings = ["weight_unit": "mph"]
        #expect(throws: MappingError.badSetting(setting: "weight_unit", expected: "a unit of mass")) {
            try probe.read("100")
        }
        probe.settings = ["weight_unit": "lbs"]
        #expect(try probe.read("100") == "100")
    }

    @Test("a percentage is one unless it is said to be a fraction")
    func percent() throws {
        #expect(try Probe(.percent).read("16.2") == "16.2")
        #expect(try Probe(.percent) { $0.unit = [.fixed(.fraction)] }.read("0.162") == "16.2")
        #expect(try Probe(.percent) { $0.unit = [.cell, .fixed(.percent)] }.read("16.2%") == "16.2")
    }
}
