import Definitions
import Normalising
import Testing

/// What other cells of a record say of a number: its unit, its sign, where else it may stand.
@Suite("Numbers and the cells beside them")
struct KindTests {
    /// A distance of Garmin: kilometres with two decimals, swims in whole metres under words of any language.
    private func distance(_ unit: String, _ settings: [String: String] = [:]) -> Probe {
        var probe = Probe(.length) {
            $0.unit = [.setting("distance_unit")]
            $0.to = .metre
            $0.number = .eitherGrouped
            $0.unitOverride = FieldMapping.UnitOverride(
                from: ["activity"], words: ["Pool Swim"], units: [.kilometre: .metre, .mile: .yard], time: ["time"])
        }
        probe.header = ["x", "activity", "time"]
        probe.settings = settings
        probe.settings["distance_unit"] = unit
        return probe
    }

    @Test(
        "the words tell a whole number's unit, or its speed, or it is rejected",
        arguments: [
            ("km", "950", "Pool Swim", "00:40:00", "950"), ("km", "5.32", "Running", "00:30:00", "5320"),
            ("km", "950", "Nyíltvízi úszás", "00:40:00", "950"),
            ("km", "1,214", "Natação em alto mar", "00:35:10", "1214"),
            ("km", "1.214", "Natação em alto mar", "00:35:10", "1214"), ("km", "42", "Ciclismo", "01:40:00", "42000"),
            ("km", "1,214", "Ciclismo", "60:00:00", "1214000"), ("mi", "1,000", "?", "00:20:00", "914.4"),
            ("km", "950", "Nyíltvízi úszás", "--", "ambiguous_unit"), ("km", "950", "?", nil, "ambiguous_unit"),
            ("km", "120", "Motorsport", "01:00:00", "ambiguous_unit"), ("km", "0", "?", "--", "0"),
        ])
    func whole(_ unit: String, _ number: String, _ activity: String, _ time: String?, is expected: String) throws {
        #expect(try distance(unit).read(number, activity, time) == expected)
    }

    @Test("no setting turns metres into kilometres", arguments: [nil, ".", ","])
    func marks(_ mark: String?) throws {
        let settings = mark.map { ["decimal_mark": $0] } ?? [:]
        #expect(try distance("km", settings).read("1,214", "Natação em alto mar", "00:35:10") == "1214")
    }

    @Test("a unit that the speed has told is said")
    func said() throws {
        #expect(try distance("km").warnings("950", "Nyíltvízi úszás", "00:40:00") == 1)
        #expect(try distance("km").warnings("950", "Pool Swim", "00:40:00") == 0)
    }

    @Test(
        "help counts below zero",
        arguments: [
            ("40", "Pull Up (Assisted)", "-40"), ("40", "Pull Up (ASSISTED) ", "-40"), ("-40", "Dip (Assisted)", "-40"),
            ("40", "Pull Up", "40"), ("21", "Assisted Pull-up", "-21"), ("40", "Machine assisted dip", "-40"),
            ("40", "Non-assisted Dip", "40"), ("40", "Unassisted Dip", "40"), ("40", "Assist", "40"),
            ("0", "Dip (Assisted)", "0"), ("40", nil, "40"),
        ] as [(String, String?, String)])
    func help(_ number: String, _ exercise: String?, is expected: String) throws {
        var probe = Probe(.mass) {
            $0.unit = [.fixed(.kilogram)]
            $0.to = .kilogram
        }
        probe.exercise = "exercise"
        probe.header = ["x", "exercise"]
        #expect(try probe.read(number, exercise) == expected)
        probe.mapping.isOriginal = true
        #expect(try probe.read(number, exercise) == number)
    }

    @Test(
        "of two columns of two units each record has its own",
        arguments: [("62.5", "", "62.5"), ("", "100", "45.359237"), ("62.5", "137.8", "62.5"), ("", "", "null")])
    func twoUnits(_ kilograms: String, _ pounds: String, is expected: String) throws {
        var probe = Probe(.mass) {
            $0.from = ["weight_kg", "weight_lbs"]
            $0.unit = [.header]
            $0.to = .kilogram
        }
        probe.header = ["weight_kg", "weight_lbs"]
        #expect(try probe.read(kilograms, pounds) == expected)
    }

    @Test("a unit that a setting would give is asked for by the records that have a number", arguments: ["2.0", ""])
    func asked(_ number: String) throws {
        let probe = Probe(.length) { $0.unit = [.setting("distance_unit"), .none] }
        #expect(try probe.read(number) == (number.isEmpty ? "null" : "missing_unit"))
    }

    @Test("a setting stands behind a column also where a record's cell is empty", arguments: ["", nil])
    func setting(_ cell: String?) throws {
        var probe = Probe(.text) { $0.setting = "zone" }
        #expect(try probe.read(cell) == "null")
        probe.settings["zone"] = "Asia/Tokyo"
        #expect(try probe.read(cell) == "Asia/Tokyo")
        #expect(try probe.read("Europe/Paris") == "Europe/Paris")
    }

    @Test(
        "a setting's unit means another here",
        arguments: [("km", "12", "12"), ("mi", "100", "30.48")])
    func means(_ unit: String, _ number: String, is expected: String) throws {
        var probe = Probe(.length) {
            $0.unit = [.setting("distance_unit")]
            $0.unitMeans = [(.kilometre, .metre), (.mile, .foot)]
            $0.to = .metre
        }
        probe.settings["distance_unit"] = unit
        #expect(try probe.read(number) == expected)
    }
}
