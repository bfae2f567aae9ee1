import Postgres
import Proving
import Records
import Reporting
import Testing

/// Health: samples sent again, types that were asked for, zones, measurements in both tables.
@Suite struct HealthTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch(.used) }

    private func steps(_ quantity: Int, then next: String = "") -> String {
        """
        {"data": {"metrics": [{"units": "count", "name": "step_count", "data": [
            {"qty": \(quantity), "date": "2026-02-18 00:00:00 -0800", "source": "Maya’s Apple\u{A0}Watch"}\(next)]}]}}
        """
    }

    @Test func `A sample that is sent again grown is the same sample`() throws {
        let first = try scratch.file("day.json", steps(512))
        let grown = try scratch.file(
            "day-later.json",
            steps(9120, then: #", {"qty": 7, "date": "2026-02-19 00:00:00 -0800", "source": "Maya’s Apple Watch"}"#))
        #expect(scratch.run(first).report.ledger.inserted == 1)
        let report = scratch.run(grown).report
        #expect(report.ledger.updated == 1 && report.ledger.inserted == 1)
        #expect(
            try scratch.rows("select value, source from public.health_samples order by start_at")
                == [["9120", "Maya’s Apple Watch"], ["7", "Maya’s Apple Watch"]])
    }

    struct Totals: CustomTestStringConvertible, Sendable {
        var format: String
        var days: String
        var hours: String
        var testDescription: String { format }
    }

    static let totals = [
        Totals(
            format: "health-export", days: "Date,Steps(count)\n2026-01-04,3614\n2026-01-05,1000\n",
            hours: "Date,Steps(count)\n2026-01-04 00:00:00,9\n2026-01-04 09:00:00,3000\n2026-01-04 10:00:00,605\n"
                + "2026-01-05 08:00:00,400\n2026-01-05 23:00:00,600\n"),
        Totals(
            format: "health-auto-export",
            days: "Date/Time,Step Count (count)\n2026-01-04 00:00:00,3614\n2026-01-05 00:00:00,1000\n",
            hours: "Date/Time,Step Count (count)\n2026-01-04 00:00:00,9\n2026-01-04 09:00:00,3000\n"
                + "2026-01-04 10:00:00,605\n2026-01-05 08:00:00,400\n2026-01-05 23:00:00,600\n"),
        Totals(
            format: "health-auto-export-json", days: json([("04 00", 3614), ("05 00", 1000)]),
            hours: json([("04 00", 9), ("04 09", 3000), ("04 10", 605), ("05 08", 400), ("05 23", 600)])),
    ]

    /// Steps at full hours, beside a weight at a time of its own.
    private static func json(_ steps: [(hour: String, count: Int)]) -> String {
        let sums = steps.map { #"{"date": "2026-01-\#($0.hour):00:00 -0800", "qty": \#($0.count)}"# }
        let weight = #"{"date": "2026-01-04 07:12:30 -0800", "qty": 60.5}"#
        return """
            {"data": {"metrics": [{"name": "step_count", "units": "count", "data": [\(sums.joined(separator: ","))]},
            {"name": "weight_body_mass", "units": "kg", "data": [\(steps.count < 3 ? weight : "")]}]}}
            """
    }

    /// A moment is counted once: by the day, by its hours, or by both in either order.
    @Test(arguments: totals) func `Days and their hours give the totals of the days`(given: Totals) throws {
        for order in [[given.days], [given.hours], [given.days, given.hours], [given.hours, given.days]] {
            let scratch = try Scratch(.used)
            var rows = 0
            for (number, text) in order.enumerated() {
                let name = "\(number).\(given.format.hasSuffix("json") ? "json" : "csv")"
                let report = scratch.run(try scratch.file(name, text)).report
                #expect(report.ledger.updated == 0 && report.ledger.rejected == 0, "\(report.ledger.line)")
                rows += report.ledger.inserted
            }
            #expect(try scratch.value("select count(*) from public.health_samples") == "\(rows)")
            let totals: [[String?]] = try scratch.openPlatform().rows(
                """
                select local_day, pg_catalog.trim_scale(pg_catalog.round(value, 6))
                from public.health_daily_totals('step_count', '2026-01-01', '2026-01-31')
                """)
            #expect(totals == [["2026-01-04", "3614"], ["2026-01-05", "1000"]], "\(order.count)")
        }
    }

    @Test func `A watch is known by its own description, whatever its source is called`() throws {
        func record(_ source: String, _ device: String, _ value: Int) -> String {
            """
            <Record type="HKQuantityTypeIdentifierStepCount" sourceName="\(source)" unit="count" \
            device="&lt;&lt;HKDevice: 0x1&gt;, name:\(device), manufacturer:Apple Inc., model:\(device)&gt;" \
            startDate="2026-01-20 09:00:00 -0800" endDate="2026-01-20 10:00:00 -0800" value="\(value)"/>
            """
        }
        let text = "<HealthData>\(record("Zoe's", "Apple Watch", 900))\(record("A", "iPhone", 600))</HealthData>"
        #expect(scratch.run(try scratch.file("export.xml", text)).report.ledger.inserted == 2)
        let totals: [[String?]] = try scratch.openPlatform().rows(
            """
            select pg_catalog.trim_scale(value), sources
            from public.health_daily_totals('step_count', '2026-01-20', '2026-01-20')
            """)
        #expect(totals == [["900", "{Zoe's}"]])
    }

    @Test func `What was eaten twice is counted twice, once a file`() throws {
        let text = """
            Day,Group,Food Name,Amount,Energy (kcal)
            2026-05-01,Snacks,Biscuit,1.00 each,50.00
            2026-05-01,Snacks,Biscuit,1.00 each,50.00
            2026-05-01,Dinner,Soup,1.00 cup,120.00

            """
        let first = scratch.run(try scratch.file("servings.csv", text)).report
        #expect(first.ledger.inserted == 3 && first.ledger.duplicate == 0, "\(first.ledger.line)")
        let later = scratch.run(try scratch.file("later.csv", text + "2026-05-02,Dinner,Soup,1.00 cup,120.00\n")).report
        #expect(later.ledger.unchanged == 3 && later.ledger.inserted == 1, "\(later.ledger.line)")
        let totals: [[String?]] = try scratch.openPlatform().rows(
            "select value from public.health_daily_totals('dietary_energy', '2026-05-01', '2026-05-01')")
        #expect(totals == [["220.00"]], "\(totals)")
    }

    @Test func `A time of Google's nights with +0000 is that of the clock`() throws {
        let text = """
            sleep_id,sleep_stage_type,start_utc_offset,sleep_stage_start,end_utc_offset,sleep_stage_end,data_source
            9,LIGHT,-07:00,2026-05-02 00:01:30+0000,-07:00,2026-05-02 01:31:30+0000,DERIVED
            9,DEEP,-07:00,2026-05-02T08:31:30Z,-07:00,2026-05-02T09:31:30Z,DERIVED

            """
        let report = scratch.run(try scratch.file("UserSleepStages_2026-05-01.csv", text)).report
        #expect(report.ledger.inserted == 2, "\(report.ledger.line)")
        let zone = "at time zone 'America/Los_Angeles'"
        #expect(
            try scratch.rows("select start_at \(zone), end_at \(zone), local_day from public.sleep_stages order by 1")
                == [
                    ["2026-05-02 00:01:30", "2026-05-02 01:31:30", "2026-05-02"],
                    ["2026-05-02 01:31:30", "2026-05-02 02:31:30", "2026-05-02"],
                ])
    }

    /// From eleven to half past six: an hour longer in November, an hour shorter in March.
    @Test(arguments: [("2026-10-31", "2026-11-01", 510, "14:30"), ("2026-03-07", "2026-03-08", 390, "13:30")])
    func `A night over a change of clock is as long as it was`(eve: String, day: String, minutes: Int, end: String)
        throws
    {
        let night = """
            [{"logId": 1, "dateOfSleep": "\(day)", "startTime": "\(eve)T23:00:00.000", "endTime": "\(day)T06:30:00.000",
            "duration": \(minutes * 60_000), "minutesToFallAsleep": 0, "minutesAsleep": \(minutes), "minutesAwake": 0,
            "minutesAfterWakeup": 0, "timeInBed": \(minutes), "efficiency": 95, "type": "stages", "infoCode": 0,
            "levels": {"summary": {"deep": {"count": 1, "minutes": 180}, "light": {"count": 1, "minutes": \(minutes - 180)}},
            "data": [{"dateTime": "\(eve)T23:00:00.000", "level": "deep", "seconds": 10800}]}, "mainSleep": true}]
            """
        let report = scratch.run(try scratch.file("sleep-\(day).json", night)).report
        #expect(report.ledger.inserted == 1 && report.ledger.rejected == 0, "\(report.ledger.line)")
        let nights = try scratch.rows(
            "select asleep_min::integer, in_bed_min::integer, to_char(end_at at time zone 'UTC', 'HH24:MI') from public.sleep_nights"
        )
        #expect(nights == [["\(minutes)", "\(minutes)", end]], "\(nights)")
    }

    /// Of sums that are no days and no hours no one knows how long they took: none of them hides the others.
    @Test func `Sums of minutes count each`() throws {
        let text =
            "Date/Time,Step Count (count)\n2026-01-04 08:59:00,20\n2026-01-04 09:00:00,30\n2026-01-04 09:01:00,40\n"
        #expect(scratch.run(try scratch.file("minutes.csv", text)).report.ledger.inserted == 3)
        let totals: [[String?]] = try scratch.openPlatform().rows(
            "select value from public.health_daily_totals('step_count', '2026-01-04', '2026-01-04')")
        #expect(totals == [["90"]])
    }

    @Test func `A day of 23 hours ends at its midnight`() throws {
        let file = "\(Ground.samples)/health-auto-export-json.days.json"
        #expect(scratch.run(file).report.ledger.inserted == 4)
        #expect(
            try scratch.rows(
                "select end_at at time zone 'America/Los_Angeles' from public.health_samples where type = 'step_count' order by 1"
            )
                == [["2026-03-08 00:00:00"], ["2026-03-09 00:00:00"]])
    }

    @Test func `A night of a file of days is that day's, one of hours is not read`() throws {
        let header = "Date/Time,Step Count (count),Sleep Analysis [Total] (hr),Sleep Analysis [Core] (hr)\n"
        let hours =
            header + "2026-01-04 00:00:00,0,0.9,0.5\n2026-01-04 01:00:00,0,1,0.5\n2026-01-04 23:00:00,7,0.2,0.2\n"
        #expect(scratch.run(try scratch.file("hours.csv", hours)).report.ledger.rejected == 0)
        #expect(try scratch.value("select count(*) from public.sleep_stages") == "0")
        let days = header + "2026-01-04 00:00:00,900,7.5,4\n2026-01-05 00:00:00,700,,\n"
        #expect(scratch.run(try scratch.file("days.csv", days)).report.ledger.rejected == 0)
        #expect(
            try scratch.rows("select stage, duration_s, local_day, start_at from public.sleep_stages order by 1")
                == [["asleep", "27000", "2026-01-04", nil], ["core", "14400", "2026-01-04", nil]])
    }

    /// What the table's own checks refuse is our reject.
    @Test(arguments: ["weight,0,kg", "body_fat,0,fraction", "body_fat,1.01,fraction", "lean_mass,900,kg"])
    func aMeasurementThatCannotBeIsRejectedByUs(measurement: String) throws {
        let path = try scratch.file(
            "measurements.csv",
            "measured_at,kind,value,unit,id,source,notes\n2026-03-01T07:05:00-08:00,\(measurement),m-1,Scale,\n")
        let report = scratch.run(path).report
        #expect(report.ledger.read == 1 && report.ledger.rejected == 1, "\(report.units.map { $0.reason ?? "" })")
        #expect(report.rejects.allSatisfy { $0.code == .outOfRange && !$0.hint.isEmpty }, "\(report.rejects)")
    }

    @Test func `Only the types that the job asks for are taken`() throws {
        var attempt = Attempt(.run, ["\(Ground.samples)/apple-health.xml"])
        attempt.settings.append((name: "health_types", value: "heart_rate; step_count"))
        let report = attempt.execute(on: scratch).report
        #expect(report.ledger.inserted == 3)
        #expect(report.ledger.rejected == 0)
        let beginning = "skipped: not selected by the setting health_types: "
        let skipped = report.warnings.filter { $0.name.hasPrefix(beginning) }
        #expect(skipped.reduce(0) { $0 + $1.count } == 6, "\(report.warnings.map(\.name))")
        #expect(
            try scratch.rows("select distinct type from public.health_samples order by 1")
                == [["step_count"]])
        #expect(
            try scratch.value("select string_agg(distinct series_type, ',') from public.health_series") == "heart_rate")
    }

    @Test func `A type by Apple's own name keeps its own unit`() throws {
        let file = try scratch.file(
            "export.xml",
            """
            <HealthData><Record type="HKQuantityTypeIdentifierDietaryWater" sourceName="Cup" unit="mL" \
            startDate="2026-02-18 08:00:00 -0800" endDate="2026-02-18 08:00:00 -0800" value="250"/></HealthData>
            """)
        var attempt = Attempt(.run, [file])
        attempt.settings.append((name: "health_types", value: "HKQuantityTypeIdentifierDietaryWater"))
        _ = attempt.execute(on: scratch)
        #expect(try scratch.rows("select value, unit from public.health_samples") == [["250", "mL"]])
    }

    @Test func `A weight is a sample and a measurement, a girth a measurement only`() throws {
        let file = try scratch.file(
            "log.csv", "measured_at,kind,value,unit\n2026-03-01 07:00:00,weight,60.1,kg\n2026-03-01,waist,70,cm\n")
        let report = scratch.run(file).report
        #expect(report.ledger.inserted == 2)
        #expect(try scratch.value("select string_agg(type, ',') from public.health_samples") == "body_mass")
        #expect(
            try scratch.value("select string_agg(kind, ',' order by kind) from public.body_measurements")
                == "waist,weight")
    }

    @Test func `Wall time without a zone refuses the file and says so`() throws {
        let file = try scratch.file("log.csv", "measured_at,kind,value,unit\n2026-03-01 07:00:00,weight,60.1,kg\n")
        var attempt = Attempt(.validate, [file])
        attempt.settings = []
        let report = attempt.execute().report
        #expect(report.units.map(\.status) == [.refused])
        #expect(report.units.first?.reason?.contains("--set zone=America/New_York") == true)
    }

    @Test func `Another zone finds the same rows`() throws {
        let text = "measured_at,kind,value,unit\n2026-03-01 07:00:00,weight,60.1,kg\n"
        var attempt = Attempt(.run, [try scratch.file("log.csv", text)])
        _ = attempt.execute(on: scratch)
        attempt.settings = [(name: "zone", value: "Europe/London")]
        let report = attempt.execute(on: scratch).report
        #expect(report.ledger.updated == 1)
        #expect(try scratch.value("select start_at from public.health_samples") == "2026-03-01 07:00:00+00")
        #expect(try scratch.value("select count(*) from public.body_measurements") == "1")
    }
}
