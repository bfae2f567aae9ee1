import Importing
import Proving
import Records
import Reporting
import Testing

/// Readings of many a day and dates in numbers, of samples that the demo's settings leave out.
@Suite struct ForeignSeriesTests {
    /// A sample, what is asked of it beyond the demo's settings, and what its tables then hold.
    struct Case: CustomTestStringConvertible, Sendable {
        var sample: String
        var settings: [(name: String, value: String)]
        var query: String
        var rows: [[String?]]
        var testDescription: String { sample }
    }

    private static let series =
        "select series_type, unit, local_day, readings, source from public.health_series order by local_day"

    static let cases = [
        Case(
            sample: "zepp-heart-rate.csv", settings: [("health_types", "heart_rate")], query: series,
            rows: [["heart_rate", "count/min", "2026-02-19", "{60,71}", "Zepp"]]),
        Case(
            sample: "samsung-health-heart-rate.csv", settings: [("health_types", "heart_rate")], query: series,
            rows: [["heart_rate", "count/min", "2026-02-18", "{62.0,71.0}", "Samsung Health"]]),
        Case(
            sample: "fitbit-heart-rate-json.json", settings: [("health_types", "heart_rate")], query: series,
            rows: [["heart_rate", "count/min", "2026-02-18", "{70,72}", "Fitbit"]]),
        Case(
            sample: "google-health-heart-rate.heart_rate_2026-02-18.csv", settings: [("health_types", "heart_rate")],
            query: series, rows: [["heart_rate", "count/min", "2026-02-18", "{62.0,64.0}", "Fictional Band"]]),
        Case(
            sample: "withings-blood-pressure.csv", settings: [("health_types", "heart_rate")], query: series,
            rows: [
                ["heart_rate", "count/min", "2026-02-18", "{61}", "Withings"],
                ["heart_rate", "count/min", "2026-02-19", "{63}", "Withings"],
                ["heart_rate", "count/min", "2026-02-20", "{62}", "Withings"],
            ]),
        Case(
            sample: "dexcom-clarity.csv", settings: [("health_types", "blood_glucose")], query: series,
            rows: [["blood_glucose", "mg/dL", "2026-02-18", "{101,104}", "Dexcom"]]),
        Case(
            sample: "dexcom-clarity.mmol.csv", settings: [("health_types", "blood_glucose")], query: series,
            rows: [["blood_glucose", "mmol/L", "2026-02-19", "{5.6}", "Dexcom"]]),
        Case(
            sample: "libreview.csv", settings: [("health_types", "blood_glucose"), ("date_order", "mdy")],
            query: series, rows: [["blood_glucose", "mg/dL", "2026-02-18", "{101,112}", "FreeStyle LibreLink"]]),
        Case(
            sample: "libreview.german.csv", settings: [("health_types", "blood_glucose"), ("date_order", "dmy")],
            query: series, rows: [["blood_glucose", "mg/dL", "2026-02-18", "{99}", "FreeStyle LibreLink"]]),
        Case(
            sample: "garmin-sleep.2025.csv", settings: [("date_order", "mdy")],
            query: "select local_day, stage, duration_s from public.sleep_stages order by local_day",
            rows: [["2026-02-20", "asleep", "25080"], ["2026-02-21", "asleep", "22620"]]),
    ]

    @Test(arguments: cases)
    func `What is asked for is kept`(_ one: Case) throws {
        let scratch = try Scratch()
        var attempt = Attempt(.run, ["\(Ground.samples)/\(one.sample)"])
        attempt.settings += one.settings
        #expect(attempt.execute(on: scratch).report.ledger.balances)
        #expect(try scratch.rows(one.query) == one.rows)
    }
}
