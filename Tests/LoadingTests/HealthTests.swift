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
