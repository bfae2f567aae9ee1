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
    ]

    /// A moment is counted once: by the day, by its hours, or by both in either order.
    @Test(arguments: totals) func `Days and their hours give the totals of the days`(given: Totals) throws {
        for order in [[given.days], [given.hours], [given.days, given.hours], [given.hours, given.days]] {
            let scratch = try Scratch(.used)
            var rows = 0
            for (number, text) in order.enumerated() {
                let report = scratch.run(try scratch.file("\(number).csv", text)).report
                #expect(report.ledger.updated == 0 && report.ledger.rejected == 0, "\(report.ledger.line)")
                rows += report.ledger.inserted
            }
            #expect(try scratch.value("select count(*) from public.health_samples") == "\(rows)")
            let totals = try scratch.openPlatform().rows(
                """
                select local_day, pg_catalog.trim_scale(pg_catalog.round(value, 6))
                from public.health_daily_totals('step_count', '2026-01-01', '2026-01-31')
                """)
            #expect(totals == [["2026-01-04", "3614"], ["2026-01-05", "1000"]], "\(order.count)")
        }
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
        #expect(report.warnings.contains { $0.name == "skipped: not wanted" && $0.count == 6 })
        #expect(
            try scratch.rows("select distinct type from public.health_samples order by 1")
                == [["heart_rate"], ["step_count"]])
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
        #expect(report.units.first?.reason?.contains("--set zone=Area/City") == true)
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
