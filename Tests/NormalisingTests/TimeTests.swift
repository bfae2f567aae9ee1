import Definitions
import Normalising
import Records
import Testing

@Suite("Dates and times")
struct TimeTests {
    @Test(
        "a date is ISO 8601 unless the format says otherwise",
        arguments: [
            ("1970-01-02", "1"), ("2026-05-31", "20604"), ("2024-02-29", "19782"), ("0001-01-01", "-719162"),
            ("9999-12-31", "2932896"), ("2026-02-30", "not_a_date"), ("2023-02-29", "not_a_date"),
            ("0000-01-01", "not_a_date"), ("10000-01-01", "not_a_date"), ("2026-13-01", "not_a_date"),
            ("2026-05-31x", "not_a_date"), ("2026-05-31T10:00", "not_a_date"), ("2026/05/31", "20604"),
            ("2026/5/3", "20576"), ("2026.05.31", "20604"), ("2026/31/05", "not_a_date"), ("soon", "not_a_date"),
            ("03/04/2026", "ambiguous_date"), ("3.4.2026", "ambiguous_date"),
        ])
    func date(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.date).read(cell) == expected)
    }

    @Test(
        "the setting date_order says what slashes mean",
        arguments: [
            ("mdy", "03/04/2026", "20516"), ("dmy", "03/04/2026", "20546"), ("dmy", "31.5.2026", "20604"),
            ("mdy", "13/04/2026", "not_a_date"), ("dmy", "2026-05-31", "20604"), ("DMY", "3/4/2026", "20546"),
            ("mdy", "3/4/26", "20516"), ("dmy", "31.5.26", "20604"), ("dmy", "2026/3/4", "20516"),
        ])
    func order(_ order: String, _ cell: String, becomes expected: String) throws {
        var probe = Probe(.date)
        probe.settings = ["date_order": order]
        #expect(try probe.read(cell) == expected)
        probe = Probe(.localTime)
        probe.settings = ["date_order": "mdy", "zone": "UTC"]
        #expect(try probe.read("3/4/2026 6:30 PM") == "1772649000000000")
        #expect(try probe.read("2026-03-04 18:30:00") == "1772649000000000")
    }

    @Test(
        "a day that a spreadsheet numbers",
        arguments: [
            ("45827", "20258"), ("45827.474", "20258"), ("45827,5", "20258"), ("29220", "not_a_date"),
            ("73051", "not_a_date"), ("45827.", "not_a_date"), ("45827.4x", "not_a_date"), ("458270", "not_a_date"),
        ])
    func serial(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.date).read(cell) == expected)
        #expect(try Probe(.date) { $0.patterns = .of("d MMM yyyy") }.read(cell) == expected)
    }

    @Test("the time of a day that a spreadsheet numbers, which is said")
    func serialTime() throws {
        var probe = Probe(.localTime)
        probe.settings = ["zone": "UTC"]
        #expect(try probe.read("45827.5") == String((20258 * 86_400 + 43_200) * 1_000_000))
        #expect(try probe.read("45827.474") == String((20258 * 86_400 + 40_954) * 1_000_000))
        #expect(try probe.warnings("45827.5") == 1)
    }

    @Test(
        "a day that can be one in one order only names that",
        arguments: [
            ("03/14/2026", "=mdy"), ("14/03/2026", "=dmy"), ("14.3.26", "=dmy"), ("03/04/2026", " (mdy or dmy)"),
            ("14/14/2026", " (mdy or dmy)"),
        ])
    func proposedOrder(_ cell: String, _ order: String) throws {
        #expect(try Probe(.date).defect(cell)?.expected.hasSuffix("or the setting date_order\(order)") == true)
    }

    @Test(
        "a time may stand behind a comma",
        arguments: ["2026-03-04, 6:30 PM", "2026/3/4, 18:30", "2026-03-04, 6:30:00 PM"])
    func afterComma(_ cell: String) throws {
        var probe = Probe(.localTime)
        probe.settings = ["zone": "UTC"]
        #expect(try probe.read(cell) == "1772649000000000")
    }

    @Test("a day of the other order names the setting")
    func otherOrder() throws {
        var probe = Probe(.date)
        probe.settings = ["date_order": "dmy"]
        #expect(try probe.defect("05/31/2026")?.expected == "a day that exists in the order of the setting date_order")
        #expect(try probe.defect("31/02/2026")?.expected == "a day that exists in the order of the setting date_order")
        #expect(try probe.defect("2026-02-31")?.expected == "a day and time that exist, a date as in 2026-05-31")
    }

    /// A spreadsheet has written days anew that the format's own files never write so.
    @Test(
        "date_order reads what no pattern does, but never beside a pattern of numbers",
        arguments: [
            ("yyyy-MM-dd", "mdy", "3/4/2026", "20516"), ("d MMM yyyy", "dmy", "31.05.2026", "20604"),
            ("yyyy-MM-dd", nil, "3/4/2026", "ambiguous_date"), ("yyyy-MM-dd", nil, "2026/3/4", "20516"),
            ("MM/dd/yyyy", "dmy", "31/05/2026", "not_a_date"), ("dd.MM.yyyy", "mdy", "05/31/2026", "not_a_date"),
        ] as [(String, String?, String, String)])
    func orderBesidePatterns(_ pattern: String, _ order: String?, _ cell: String, becomes expected: String) throws {
        var probe = Probe(.date) { $0.patterns = .of(pattern) }
        probe.settings["date_order"] = order
        #expect(try probe.read(cell) == expected)
    }

    @Test(
        "months of many languages",
        arguments: [
            "5 Mar 2026", "5 mars 2026", "5 März 2026", "5 мар. 2026", "5 marca 2026", "5 3月 2026", "5 03월 2026",
            "5 martie 2026",
        ])
    func months(_ cell: String) throws {
        #expect(try Probe(.date) { $0.patterns = .of("d MMM yyyy") }.read(cell) == "20517")
    }

    @Test(
        "months that begin with a letter beyond Latin-1, or with a number that is none",
        arguments: [
            ("5 Şub 2026", "20489"), ("5 şub 2026", "20489"), ("5 февр. 2026", "20489"), ("5 12월 2026", "20792"),
            ("5 13月 2026", "not_a_date"), ("5 0月 2026", "not_a_date"), ("5 3 2026", "not_a_date"),
        ])
    func rareMonths(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.date) { $0.patterns = .of("d MMM yyyy") }.read(cell) == expected)
    }

    @Test("an order that is none refuses the file")
    func badOrder() {
        var probe = Probe(.date)
        probe.settings = ["date_order": "ymd"]
        #expect(throws: MappingError.badSetting(setting: "date_order", expected: "mdy or dmy")) {
            try probe.read("1/2/2026")
        }
    }

    @Test(
        "patterns",
        arguments: [
            ("MM/dd/yyyy", "03/12/2026", "20524"), ("d MMM yyyy", "5 Mar 2026", "20517"),
            ("MMMM d, yyyy", "March 5, 2026", "20517"), ("MM/dd/yy", "03/05/26", "20517"),
            ("MM/dd/yy", "03/05/70", "63"), ("EEE, d MMM yyyy", "Thu, 5 Mar 2026", "20517"),
            ("MM/dd/yyyy", "02/30/2026", "not_a_date"), ("MM/dd/yyyy", "03/12/2026 ", "20524"),
            ("MM/dd/yyyy", "03/12/20261", "not_a_date"), ("MM/dd/yyyy", "2026-13-12", "not_a_date"),
            ("MM/dd/yyyy", "2026-03-12", "20524"), ("MM/dd/yyyy", "20260312", "20524"),
            ("MM/dd/yyyy", "12. März 2026", "20524"), ("MM/dd/yyyy", "12/3/2026 x", "not_a_date"),
        ])
    func pattern(_ pattern: String, _ cell: String, becomes expected: String) throws {
        #expect(try Probe(.date) { $0.patterns = .of(pattern) }.read(cell) == expected)
    }

    @Test(
        "an instant needs its offset",
        arguments: [
            ("1970-01-01T00:00:01Z", "1000000"), ("1970-01-01 00:00:00+00", "0"),
            ("1970-01-01T05:30:00+0530", "0"), ("1970-01-01T14:00:00+14:00", "0"),
            ("1969-12-31T23:59:59.5Z", "-500000"), ("1970-01-01T00:00:00.1234567Z", "123456"),
            ("1970-01-01 02:00:00 +0200", "0"), ("1970-01-01T00:00:00", "not_a_time"),
            ("1970-01-01T00:00:00+14:01", "not_a_time"), ("2016-12-31T23:59:60Z", "not_a_time"),
            ("2024-02-30T10:00:00Z", "not_a_time"), ("0000-00-00 00:00:00Z", "not_a_time"),
            ("10000-01-01T00:00:00Z", "not_a_time"), ("1970-01-01T24:00:00Z", "not_a_time"),
            ("1970-01-01T00:00:00[America/New_York]", "not_a_time"),
        ])
    func instant(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.instant).read(cell) == expected)
    }

    @Test(
        "wall time in a zone: a time that never was is rejected, one that was twice is the earlier",
        arguments: [
            ("2024-07-01 12:00:00", "1719849600000000"), ("2024-01-01T12:00:00", "1704128400000000"),
            ("2024-03-10 02:30:00", "no_such_local_time"), ("2024-11-03 01:30:00", "1730611800000000"),
            ("2024-07-01", "1719806400000000"), ("2024-07-01 12:00:00Z", "1719835200000000"),
            ("2024-07-01 12:00:00+25", "not_a_time"),
            ("1960-01-01 00:00:00", "-315601200000000"),
        ])
    func localTime(_ cell: String, becomes expected: String) throws {
        var probe = Probe(.localTime)
        probe.settings = ["zone": "America/New_York"]
        #expect(try probe.read(cell) == expected)
    }

    @Test("wall time without a zone refuses the file")
    func noZone() {
        #expect(throws: Probe.noZone) {
            try Probe(.localTime).read("2024-07-01 12:00:00")
        }
        var probe = Probe(.localTime)
        probe.settings = ["zone": "../../etc/passwd"]
        #expect(throws: MappingError.self) { try probe.read("2024-07-01 12:00:00") }
    }

    @Test(
        "a time of day",
        arguments: [
            ("18:30", "66600000000"), ("18:30:05.5", "66605500000"), ("24:00", "not_a_time"), ("18:3", "not_a_time"),
        ])
    func time(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.time).read(cell) == expected)
    }

    @Test(
        "a duration in seconds",
        arguments: [
            ("0 days 00:30:00", "1800"), ("1 days 02:03:04.500000", "93784.500000"), ("1 day 00:00:01", "86401"),
            ("0 days 25:00:00", "not_a_duration"), ("-1 days 23:00:00", "not_a_duration"),
            ("90", "90"), ("4:35.2", "275.2"), ("1:02:30", "3750"), ("75:00", "4500"), ("2h 38m 5s", "9485"),
            ("974.582s", "974.582"), ("1h 0.5m", "3630.0"), ("1.5h 2m", "not_a_duration"), ("PT7H30M", "27000"),
            ("PT1808.250S", "1808.250"), ("P1D", "not_a_duration"), ("PT", "not_a_duration"),
            ("45min", "2700"), ("-30", "not_a_duration"), ("1:75:00", "not_a_duration"), ("1:5", "not_a_duration"),
            ("1:+5", "not_a_duration"), ("1:5e1", "not_a_duration"), ("1:60", "not_a_duration"),
            ("5 parsecs", "not_a_duration"), (":30", "not_a_duration"),
        ])
    func duration(_ cell: String, becomes expected: String) throws {
        #expect(try Probe(.duration).read(cell) == expected)
    }
}
