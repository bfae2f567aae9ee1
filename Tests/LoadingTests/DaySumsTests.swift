import Postgres
import Proving
import Records
import Reporting
import Testing

/// Sums of a day or a minute: they last as long as their source says, so that samples of other sources share the day.
@Suite struct DaySumsTests {
    struct Export: CustomTestStringConvertible, Sendable {
        var format: String
        var name: String
        /// 2400 of 20 January 2026.
        var text: String
        var type = "step_count"
        var testDescription: String { "\(format), \(type)" }
    }

    static let exports = [
        Export(
            format: "google-fit-daily", name: "Daily activity metrics.csv",
            text: "Date,Calories (kcal),Step count\n2026-01-20,1929.68,2400\n"),
        Export(
            format: "oura-daily-activity", name: "dailyactivity.csv",
            text: "id;active_calories;day;steps\na1;;2026-01-20;2400\n"),
        Export(
            format: "oura-daily-activity", name: "dailyactivity.csv",
            text: "id;active_calories;day;steps\na1;2400;2026-01-20;\n", type: "active_energy"),
        Export(format: "oura-trends", name: "trends.csv", text: "date,Activity Score,Steps\n2026-01-20,80,2400\n"),
        Export(
            format: "oura-trends", name: "trends.csv", text: "date,Activity Burn,Steps\n2026-01-20,2400,\n",
            type: "active_energy"),
        Export(
            format: "withings-aggregates", name: "aggregates_steps.csv", text: "date,value\n2026-01-20,2400\n"),
        Export(
            format: "withings-aggregates", name: "aggregates_calories_earned.csv",
            text: "date,value\n2026-01-20,2400\n", type: "active_energy"),
        Export(
            format: "myfitnesspal-measurements", name: "Measurement-Summary-2026-01-01-to-2026-01-31.csv",
            text: "Date,Fitbit steps,Weight\n2026-01-20,2400,60.5\n"),
        Export(
            format: "fitbit-export", name: "fitbit_export.csv",
            text: "Activities\nDate,Calories Burned,Steps\n\"2026-01-20\",\"1,987\",\"2,400\"\n"),
        Export(format: "samsung-health-steps", name: "steps.csv", text: samsung("2026-01-20 00:00:00.000")),
        // The day's midnight as if it were UTC.
        Export(format: "samsung-health-steps, a number", name: "steps.csv", text: samsung("1768867200000")),
    ]

    private static func samsung(_ day: String) -> String {
        """
        com.samsung.shealth.step_daily_trend,6302000,4
        source_type,count,datauuid,day_time
        -2,2400,5a000000-0000-4000-8000-000000000031,\(day),

        """
    }

    /// An hour of a watch.
    private static func watch(_ type: String) -> String {
        let (name, unit) = type == "step_count" ? ("StepCount", "count") : ("ActiveEnergyBurned", "kcal")
        return """
            <HealthData><Record type="HKQuantityTypeIdentifier\(name)" sourceName="Apple Watch" unit="\(unit)" \
            startDate="2026-01-20 09:00:00 -0800" endDate="2026-01-20 10:00:00 -0800" value="600"/></HealthData>
            """
    }

    @Test(arguments: exports) func `The sum of a day counts for the hours that a watch did not see`(
        export: Export
    ) throws {
        let scratch = try Scratch(.used)
        let report = scratch.run(try scratch.file(export.name, export.text)).report
        #expect(report.ledger.rejected == 0 && report.ledger.inserted > 0, "\(report.units.map { $0.reason ?? "" })")
        let zone = "at time zone 'America/Los_Angeles'"
        #expect(
            try scratch.rows(
                """
                select value, start_at \(zone), end_at \(zone), local_day
                from public.health_samples where type = '\(export.type)'
                """)
                == [["2400", "2026-01-20 00:00:00", "2026-01-21 00:00:00", "2026-01-20"]])
        // Weights and the like are of a moment.
        #expect(
            try scratch.value(
                """
                select count(*) from public.health_samples where end_at is not null
                    and type not in (select type from scorebook.health_types where day_value = 'sum')
                """) == "0")
        #expect(scratch.run(try scratch.file("export.xml", Self.watch(export.type))).report.ledger.inserted == 1)
        let totals = try scratch.openPlatform().rows(
            """
            select local_day, pg_catalog.trim_scale(pg_catalog.round(value, 6))
            from public.health_daily_totals('\(export.type)', '2026-01-01', '2026-01-31')
            """)
        #expect(totals == [["2026-01-20", "2900"]])
    }

    @Test func `A count of a minute lasts a minute, in the zone in which it is written`() throws {
        let scratch = try Scratch(.used)
        let text = """
            [{"dateTime": "01/20/26 17:00:00", "value": "50"}, {"dateTime": "01/20/26 18:00:00", "value": "7"}]
            """
        #expect(scratch.run(try scratch.file("steps-2026-01-20.json", text)).report.ledger.inserted == 2)
        #expect(
            try scratch.rows("select value, start_at, end_at from public.health_samples order by start_at") == [
                ["50", "2026-01-20 17:00:00+00", "2026-01-20 17:01:00+00"],
                ["7", "2026-01-20 18:00:00+00", "2026-01-20 18:01:00+00"],
            ])
        // The watch saw 9 to 10 of Los Angeles, 17 to 18 of UTC.
        #expect(scratch.run(try scratch.file("export.xml", Self.watch("step_count"))).report.ledger.inserted == 1)
        let totals: [[String?]] = try scratch.openPlatform().rows(
            """
            select pg_catalog.trim_scale(value)
            from public.health_daily_totals('step_count', '2026-01-20', '2026-01-20')
            """)
        #expect(totals == [["607"]])
    }
}
