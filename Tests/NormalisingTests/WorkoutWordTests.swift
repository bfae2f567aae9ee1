import Definitions
import Normalising
import Testing

/// What exports of workouts write that others do not: durations, sets, marks of decimals, pools in metres.
@Suite("Words of workouts")
struct WorkoutWordTests {
    @Test(
        "durations as the apps write them",
        arguments: [
            ("1h 2min", "3720"), ("1小时13分钟", "4380"), ("43分钟", "2580"), ("2h 38m", "9480"), ("264h 1m", "950460"),
            ("45m", "2700"), ("1 Std. 2 Min.", "3720"),
            ("00:02:59.3", "179.3"), ("01:46,70", "106.70"), ("0:17:41", "1061"), ("5 parsecs", "not_a_duration"),
            ("1m 2h", "not_a_duration"), ("2h 2h", "not_a_duration"), ("h", "not_a_duration"),
        ])
    func duration(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.duration).read(cell) == expected)
    }

    @Test(
        "a mere number counts what the header or the format says",
        arguments: [
            ("Duration (hours)", "0.5", "1800"), ("Duration (sec)", "3720", "3720"), ("duration_seconds", "600", "600"),
            ("Duration(s)", "90.5", "90.5"), ("Duration (minutes)", "1:30", "90"),
        ])
    func unitOfDuration(_ name: String, _ cell: String, becomes expected: String) throws {
        var probe = Probe(.duration) {
            $0.unit = [.header]
            $0.from = [name]
        }
        probe.header = [name]
        #expect(try probe.read(cell) == expected)
        #expect(try Probe(.duration) { $0.unit = [.fixed(.millisecond)] }.read("1500") == "1.5")
    }

    @Test(
        "words and numbers in one column",
        arguments: [
            ("1", "working"), ("12", "working"), ("W", "warmup"), ("w", "warmup"), ("X", "unknown_word"), ("", "null"),
            ("-1", "unknown_word"),
        ])
    func numbers(_ cell: String, becomes expected: String) throws {
        let probe = Probe(.text) {
            $0.map = [("W", "warmup")]
            $0.numbers = "working"
        }
        #expect(try probe.read(cell) == expected)
    }

    @Test(
        "either mark of decimals, where no thousands are grouped",
        arguments: [
            ("42,5", "42.5"), ("42.5", "42.5"), ("22.675", "22.675"), ("1,500", "1.500"), ("1,2,3", "several_numbers"),
        ])
    func either(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.decimal) { $0.number = .either }.read(cell) == expected)
    }

    @Test(
        "either mark of decimals and of thousands: what tells nothing is rejected, or the setting tells",
        arguments: [
            ("7,00", nil, "7.00"), ("1,234.5", nil, "1234.5"), ("1.234,5", nil, "1234.5"),
            ("1,234,567", nil, "1234567"),
            ("1,500", nil, "ambiguous_number"), ("1.500", nil, "ambiguous_number"), ("0,234", nil, "0.234"),
            ("1,500", ".", "1500"), ("1,500", ",", "1.500"), ("12345", nil, "12345"),
        ] as [(String, String?, String)])
    func grouped(_ cell: String, _ mark: String?, becomes expected: String) throws {
        var probe = Probe(.decimal) {
            $0.number = .eitherGrouped
        }
        if let mark { probe.settings = ["decimal_mark": mark] }
        #expect(try probe.read(cell) == expected)
    }

    @Test(
        "whole numbers may group thousands by either mark",
        arguments: [("4,224", "4224"), ("4.224", "4224"), ("99", "99")])
    func whole(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.decimal) { $0.number = .whole }.read(cell) == expected)
        #expect(try Probe(.count) { $0.number = .groupedPoint }.read(cell) == expected)
    }

    @Test(
        "records of some words count whole numbers of another unit",
        arguments: [
            ("Running", "5.24", "km", "5240"), ("Pool", "1,500", "km", "1500"), ("Pool", "1,500", "mi", "1371.6"),
            ("Running", "1,500", "km", "ambiguous_number"),
        ])
    func pools(_ sport: String, _ cell: String, _ unit: String, becomes expected: String) throws {
        var probe = Probe(.length) {
            $0.unit = [.setting("distance_unit")]
            $0.to = .metre
            $0.number = .eitherGrouped
            $0.unitOverride = FieldMapping.UnitOverride(
                from: ["sport"], words: ["pool"], units: [.kilometre: .metre, .mile: .yard])
        }
        probe.header = ["x", "sport"]
        probe.settings = ["distance_unit": unit]
        #expect(try probe.read(cell, sport) == expected)
    }

    @Test("a measure whose unit nobody knows is absent where the format lets it, and its number is kept")
    func nowhere() throws {
        let change: (inout FieldMapping) -> Void = {
            $0.unit = [.none]
            $0.to = .metre
        }
        #expect(try Probe(.length, change).read("1.5") == "null")
        #expect(
            try Probe(.length) {
                change(&$0)
                $0.targets = []
                $0.isOriginal = true
            }.read("1.5") == "1.5")
    }

    @Test(
        "halves of the day and blanks of other languages",
        arguments: [
            ("MMM d, yyyy, h:mm:ss a", "Jan 4, 2020, 2:57:37\u{202F}PM", "1578149857000000"),
            ("d MMM yyyy, h:mm a", "4 ene 2020, 2:57 p. m.", "1578149820000000"),
            ("d MMM yyyy, HH:mm", "3 fev 2026, 07:10", "1770102600000000"),
            ("d. MMM yyyy, HH:mm", "3. März 2026, 07:10", "1772521800000000"),
            ("yyyy/MM/dd h:mm a", "2026/03/10 12:05 AM", "1773101100000000"),
        ])
    func clocks(_ pattern: String, _ cell: String, becomes expected: String) throws {
        var probe = Probe(.localTime) { $0.patterns = .of(pattern) }
        probe.settings = ["zone": "UTC"]
        #expect(try probe.read(cell) == expected)
    }

    @Test(
        "a time beside other text",
        arguments: [
            ("yyyy-MM-dd HH:mm - *", "2026-01-02 15:05 - 2026-01-02 16:12", "1767366300000000"),
            ("* - yyyy-MM-dd HH:mm", "2026-01-02 15:05 - 2026-01-02 16:12", "1767370320000000"),
            ("* - yyyy-MM-dd HH:mm", "sometime", "not_a_time"), ("* - yyyy-MM-dd HH:mm", "a - b", "not_a_time"),
        ])
    func anything(_ pattern: String, _ cell: String, becomes expected: String) throws {
        var probe = Probe(.localTime) { $0.patterns = .of(pattern) }
        probe.settings = ["zone": "UTC"]
        #expect(try probe.read(cell) == expected)
    }
}
