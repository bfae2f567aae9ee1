import Definitions
import Normalising
import Records
import Testing

@Suite("Quantities, days and offsets")
struct QuantityTests {
    @Test(
        "a quantity is converted to the unit of its kind, and kept where its unit is not known",
        arguments: [
            ("100", "lb", "45.359237", "kg"), ("1", "ft", "30.48", "cm"), ("418.4", "kJ", "100", "kcal"),
            ("41.5", "Cal", "41.5", "kcal"), ("0.5", "fraction", "50", "%"), ("57", "bpm", "57", "count/min"),
            ("1", "count/s", "60", "count/min"), ("900", "count", "900", "count"),
            ("44.1", "mL/min·kg", "44.1", "mL/min·kg"),
        ])
    func quantity(_ number: String, _ unit: String, becomes value: String, _ symbol: String) throws {
        for (conversion, expected) in [(Conversion.quantity, value), (.unit, symbol)] {
            var probe = Probe(conversion) {
                $0.unit = [.column("unit")]
                $0.targets = [.kilogram, .centimetre, .kilocalorie, .percent, .countAMinute]
            }
            probe.header = ["x", "unit"]
            #expect(try probe.read(number, unit) == expected)
        }
    }

    @Test(
        "a part of a whole is a percentage to four places",
        arguments: [
            ("13.31", "60.34", "22.0583"), ("15", "60", "25"), ("15.0", "", "null"), ("15", "0", "null"),
            ("60", "15.0", "400"), ("x", "60", "not_a_number"), ("15", "n/a", "null"),
            ("0.5", "1000000000.123456789", "null"),
        ])
    func share(_ part: String, _ whole: String, becomes expected: String) throws {
        var probe = Probe(.share) { $0.join = ["whole"] }
        probe.header = ["x", "whole"]
        #expect(try probe.read(part, whole) == expected)
    }

    @Test("a quantity without a unit is rejected, one whose number is none as well")
    func missing() throws {
        var probe = Probe(.quantity) { $0.unit = [.column("unit")] }
        probe.header = ["x", "unit"]
        #expect(try probe.read("62.5", "") == "missing_unit")
        #expect(try probe.read("sixty", "kg") == "not_a_number")
        #expect(try probe.read("", "kg") == "null")
    }

    @Test(
        "what the source writes is kept in its own unit",
        arguments: [("0.185", "0.185", "fraction"), ("18.5", "18.5", "%"), ("1", "1", "%")])
    func original(_ cell: String, number: String, unit: String) throws {
        let change: (inout FieldMapping) -> Void = {
            $0.unit = [.magnitude]
            $0.isOriginal = true
        }
        #expect(try Probe(.percent, change).read(cell) == number)
        #expect(try Probe(.unit, change).read(cell) == unit)
    }

    @Test(
        "a percentage below 1 is a fraction where the magnitude tells, and is counted",
        arguments: [("0.185", "18.5", 1), ("18.5", "18.5", 0), ("0", "0", 1), ("1", "1", 0)])
    func magnitude(_ cell: String, becomes expected: String, warnings: Int) throws {
        let probe = Probe(.percent) {
            $0.unit = [.magnitude]
            $0.to = .percent
        }
        #expect(try probe.read(cell) == expected)
        #expect(try probe.warnings(cell) == warnings)
    }

    @Test(
        "units stand behind the number, with blanks of any kind",
        arguments: [
            ("80.0 kg", "80.0"), ("80.0\u{A0}kg", "80.0"), ("80.0\u{202F}kg", "80.0"), ("80.0kg", "80.0"),
            ("100 lbs", "45.359237"),
        ])
    func cells(_ cell: String, becomes expected: String) throws {
        let probe = Probe(.mass) {
            $0.unit = [.cell]
            $0.to = .kilogram
        }
        #expect(try probe.read(cell) == expected)
    }

    @Test("a name has single spaces, whatever blanks the source has")
    func name() throws {
        #expect(try Probe(.name).read("Maya\u{2019}s Apple\u{A0}Watch ") == "Maya\u{2019}s Apple Watch")
        #expect(try Probe(.name).read("a  b\u{202F} c") == "a b c")
        #expect(try Probe(.name).read("plain") == "plain")
    }

    @Test(
        "a day is that of the athlete's clock, or as the source writes it",
        arguments: [
            ("2026-02-18 23:30:00 -0800", nil, "20502"), ("2026-02-18 23:30:00 -0800", "America/New_York", "20503"),
            ("2026-02-18 23:30:00", "America/New_York", "20502"), ("2026-02-18", nil, "20502"),
            ("2026-02-18T07:00:00Z", "America/Los_Angeles", "20501"), ("soon", nil, "not_a_date"),
        ])
    func day(_ cell: String, zone: String?, becomes expected: String) throws {
        var probe = Probe(.localDate)
        probe.settings = zone.map { ["zone": $0] } ?? [:]
        #expect(try probe.read(cell) == expected)
    }

    @Test(
        "an epoch has its unit, and its day needs a zone",
        arguments: [
            ("epoch-s", "1771514700", "1771514700000000"), ("epoch-ms", "1771514700091", "1771514700091000"),
            ("epoch-us", "1771514700091001", "1771514700091001"),
            ("epoch-ns", "1771514700091000999", "1771514700091000"), ("epoch-ns", "-1", "-1"),
            ("epoch-s", "99999999999999", "not_a_time"), ("epoch-ms", "now", "not_a_time"),
        ])
    func epoch(_ pattern: String, _ cell: String, becomes expected: String) throws {
        #expect(try Probe(.instant) { $0.patterns = .of(pattern) }.read(cell) == expected)
        #expect(throws: Probe.noZone) {
            try Probe(.localDate) { $0.patterns = .of(pattern) }.read(cell)
        }
    }

    @Test(
        "a local epoch counts the clock on the wall",
        arguments: [
            ("local-epoch-s", "1768867200"), ("local-epoch-ms", "1768867200000"),
            ("local-epoch-us", "1768867200000000"), ("local-epoch-ns", "1768867200000000000"),
        ])
    func localEpoch(_ pattern: String, _ cell: String) throws {
        for zone in ["America/Los_Angeles", "Asia/Tokyo"] {
            var probe = Probe(.localDate) { $0.patterns = .of(pattern) }
            probe.settings = ["zone": zone]
            #expect(try probe.read(cell) == "20473")
        }
        #expect(try Probe(.localDate) { $0.patterns = .of(pattern) }.read(cell) == "20473")
        var probe = Probe(.localTime) { $0.patterns = .of(pattern) }
        probe.settings = ["zone": "America/Los_Angeles"]
        #expect(try probe.read(cell) == "1768896000000000")
    }

    @Test(
        "an offset stands in its column",
        arguments: [
            ("UTC+0530", "20506"), ("+05:30", "20506"), ("GMT-8", "20505"), ("UTC", "20505"), ("", "20505"),
            ("Pacific", "not_a_date"), ("Asia/Tokyo", "20506"), ("Europe/Berlin", "20505"), ("../UTC", "not_a_date"),
        ])
    func offset(_ cell: String, becomes expected: String) throws {
        let utc = try #require(try TimeZone(named: "UTC"))
        var probe = Probe(.localDate) {
            $0.zone = [.fixed(utc)]
            $0.dayZone = [.column("offset"), .setting("zone")]
        }
        probe.header = ["x", "offset"]
        probe.settings = ["zone": "America/Los_Angeles"]
        #expect(try probe.read("2026-02-21 19:00:00", cell) == expected)
    }

    @Test(
        "an end is a beginning and how long it lasted",
        arguments: [
            ("90", .minute, "1780283400000000"), ("1:30:00", .second, "1780283400000000"),
            ("0", .second, "1780278000000000"), ("", .second, "null"), ("long", .second, "not_a_duration"),
        ] as [(String, Unit, String)])
    func plus(_ cell: String, _ unit: Unit, becomes expected: String) throws {
        for conversion in [Conversion.localTime, .instant, .wallTime] {
            var probe = Probe(conversion) { $0.plus = FieldMapping.Lasting(from: ["lasted"], unit: unit) }
            probe.header = ["x", "lasted"]
            probe.settings = ["zone": "UTC"]
            let start = "2026-06-01T01:40:00" + (conversion == .instant ? "Z" : "")
            #expect(try probe.read(start, cell) == expected, "\(conversion)")
        }
        var probe = Probe(.localDate) { $0.plus = FieldMapping.Lasting(from: ["lasted"], unit: .minute) }
        probe.header = ["x", "lasted"]
        probe.settings = ["zone": "UTC"]
        #expect(try probe.read("2026-06-01 23:00:00", "61") == "20606")
        #expect(try probe.read("2026-06-01 23:00:00", "59") == "20605")
    }

    @Test("date and time stand in two columns")
    func joined() throws {
        var probe = Probe(.localTime) {
            $0.join = ["time"]
            $0.patterns = .of("MMM d, yyyy h:mm a", "yyyy-MM-dd")
        }
        probe.header = ["x", "time"]
        probe.settings = ["zone": "UTC"]
        #expect(try probe.read(" Jul 18, 2026", "8:28 AM") == "1784363280000000")
        #expect(try probe.read(" Jul 18, 2026", "8:28\u{202F}AM") == "1784363280000000")
        #expect(try probe.read("2026-07-18", "") == "1784332800000000")
        #expect(try probe.read(nil, "8:28 AM") == "null")
    }

    @Test("a day whose midnight the clocks skipped begins an hour later; other times that never were are rejected")
    func midnight() throws {
        var probe = Probe(.localTime)
        probe.settings = ["zone": "America/Sao_Paulo"]
        #expect(try probe.read("2018-11-04") == "1541300400000000")
        #expect(try probe.read("2018-11-04 00:30:00") == "no_such_local_time")
    }

    @Test("a wall time may have its own offset; one without needs a zone")
    func ownOffset() throws {
        var probe = Probe(.localTime)
        probe.settings = ["zone": "America/New_York"]
        #expect(try probe.read("2026-03-01T07:05:00-08:00") == "1772377500000000")
        #expect(throws: Probe.noZone) {
            try Probe(.localTime).read("2026-03-01 07:05:00")
        }
    }

    @Test(
        "months have their names in the language of the app",
        arguments: [
            ("3 fev 2026", "20487"), ("1 mär 2026", "20513"), ("1 MÄRZ 2026", "20513"), ("4 août 2026", "20669"),
            ("4 дек. 2026", "20791"), ("28 jan 2026", "20481"), ("5 Sept 2026", "20701"),
            ("5 brumaire 2026", "not_a_date"),
        ])
    func months(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.date) { $0.patterns = .of("d MMM yyyy") }.read(cell) == expected)
    }
}
