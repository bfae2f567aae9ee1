import Foundation
import Postgres
import Proving
import Records
import Reporting
import Testing

private let casesFolder: String? = {
    guard let shared = Ground.shared else { return nil }
    return FileManager.default.isReadableFile(atPath: "\(shared)/cases/health/README.md") ? "\(shared)/cases" : nil
}()

/// The inputs of the shared cases as they are, and the figures that are right for them.
@Suite(.enabled(if: casesFolder != nil, "cases is not in ../shared nor in SCOREBOOK_SHARED"))
struct CasesTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// Imported one after the other.
        var inputs: [String]
        var settings: [String: String]
        var query: String
        var expected: [String?]

        init(
            _ name: String, _ inputs: String..., with settings: [String: String], _ query: String, _ expected: [String?]
        ) {
            (testDescription, self.inputs, self.settings) = (name, inputs, settings)
            (self.query, self.expected) = (query, expected)
        }
    }

    private static let nights = """
        select count(*)::text, min(night)::text, round(sum(extract(epoch from end_at - start_at)) / 60)::text
        from public.sleep_nights
        """
    private static let workouts =
        "select count(*)::text, round(sum(distance_m))::text, round(sum(energy_kcal))::text from public.workouts"
    private static let losAngeles = ["zone": "America/Los_Angeles"]
    private static let berlin = ["zone": "Europe/Berlin"]
    private static let takeout = "health/C02-fitbit-google-sleep-wall-time/Takeout/Fitbit"
    private static let apple = "health/C24-apple-folder-companions"

    static let cases = [
        Case("C02: once from two files", takeout, with: losAngeles, nights, ["1", "2026-05-02", "430"]),
        Case(
            "C02: only stages", "\(takeout)/Health Fitness Data_GoogleData", with: losAngeles, nights,
            ["1", "2026-05-02", "430"]),
        Case(
            "C08", "health/C08-apple-garmin-connect-rank", with: berlin,
            "select round(sum(value))::text from public.health_daily_totals('step_count', '2026-01-01', '2026-12-31')",
            ["900"]),
        Case(
            "C10", "health/C10-cronometer-same-thing-twice", with: ["zone": "America/New_York"],
            "select count(*)::text, round(sum(value))::text from public.health_samples where type = 'dietary_energy'",
            ["3", "220"]),
        Case("C24: folder", "\(apple)/apple_health_export", with: berlin, workouts, ["1", "3100", "200"]),
        Case("C24: zip", "\(apple)/export.zip", with: berlin, workouts, ["1", "3100", "200"]),
        Case(
            "S13", "logs/S13-hevy-before.csv", "logs/S13-hevy-renamed.csv", with: berlin,
            """
            select min(w.title), count(distinct w.id)::text, count(*)::text, round(sum(s.weight_kg * s.reps))::text
            from public.workouts as w
            join public.workout_exercises as e on e.workout_id = w.id
            join public.workout_sets as s on s.workout_exercise_id = e.id
            """, ["Legs heavy", "1", "2", "1000"]),
        Case(
            "S15", "logs/S15-assisted.csv", with: berlin,
            "select round(sum(volume_kg))::text, round(min(weight_kg))::text from public.exercise_daily", ["50", "-21"]),
    ]

    @Test(arguments: cases) func `What is loaded is what the case says`(_ one: Case) throws {
        let folder = try #require(casesFolder)
        let scratch = try Scratch(.used)
        for input in one.inputs {
            var attempt = Attempt(.run, ["\(folder)/\(input)"])
            attempt.owner = Ground.leo
            attempt.settings = one.settings.map { ($0.key, $0.value) }
            let report = attempt.execute(on: scratch).report
            #expect(report.status == .succeeded || report.status == .warned, "\(report.units.map(\.reason))")
            #expect(report.ledger.rejected == 0 && report.ledger.inserted + report.ledger.updated > 0)
        }
        let app = try scratch.open()
        try app.run("begin; set local role authenticated")
        _ = try app.rows("select pg_catalog.set_config('request.jwt.claim.sub', $1, true)", [Ground.leo])
        let rows = try app.rows(one.query)
        #expect(rows.first == one.expected, "\(rows)")
    }

    /// C36: a date, and values of no known name; S11: games of another sport. Nothing is proposed.
    @Test(
        arguments: [
            ("health/C36-init-format-glucose-as-sport/readings.csv", 65, "no column says what \"value\" measures"),
            ("logs/S11-basketball-games.csv", 2, "of another sport than pickleball"),
            ("logs/S19-form-wide-ja.csv", 65, "hold several numbers each"),
            ("logs/S31-scorecards.json", 65, "no table keeps rounds of golf"),
            ("logs/S25-log.md", 65, "this is Markdown"), ("logs/S27-training.yml", 65, "this is YAML"),
        ] as [(String, Int32, String)])
    func `Of what is not understood no format is written`(input: String, code: Int32, reason: String) throws {
        let scratch = try Scratch(.new)
        let path = "\(try #require(casesFolder))/\(input)"
        let result = try Program.run(["init", "format", path, "--yes"], folder: scratch.folder)
        #expect(result.code == code && result.complaints.contains(reason), "\(result.complaints)")
        let written = FileManager.default.enumerator(atPath: scratch.folder)?.compactMap { $0 as? String } ?? []
        #expect(!written.contains { $0.hasSuffix(".yaml") }, "\(written)")
    }

    @Test func `S21: several sets in one cell are rejected as that`() throws {
        let path = "\(try #require(casesFolder))/logs/S21-packed-sets.csv"
        let words = ["validate", path, "--owner", Ground.leo, "--set", "zone=UTC", "-o", "json"]
        let report = try Program.run(words).output
        #expect(
            report.matches(of: /"code": "several_numbers", "message": "\\"Reps\\" has several numbers/).count == 3,
            "\(report)")
        #expect(report.contains("a line for each set"))
    }

    @Test func `C20: records of several people are asked for`() throws {
        let scratch = try Scratch(.new)
        let path = "\(try #require(casesFolder))/health/C20-init-format-several-people/hrv.csv"
        let result = try Program.run(["init", "format", path, "--yes"], folder: scratch.folder)
        #expect(result.code == 0 && result.output.contains("person: "), "\(result.complaints)")
    }

    @Test func `S23: what two apps recorded is loaded by the format proposed, all of it with its source`() throws {
        let scratch = try Scratch(.used)
        let path = "\(try #require(casesFolder))/logs/S23-two-apps.csv"
        let own = "\(scratch.folder)/mine"
        let drafted = try Program.run(
            ["init", "format", path, "--yes", "--out", "\(own)/workouts/formats/s23.yaml"], folder: scratch.folder)
        #expect(drafted.code == 0, "\(drafted.complaints)")
        let words = ["run", path, "--pipelines", Ground.pipelinesFolder, "--pipelines", own]
        let result = try Program.run(
            words + ["--owner", Ground.leo, "--set", "zone=UTC", "-o", "json"],
            environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder)
        #expect(result.code == 0 && result.ledger["inserted"] == 4, "\(result.complaints)\(result.output)")
        let sources = try scratch.rows(
            "select source from public.workouts where user_id = $1 order by started_at, source", [Ground.leo])
        #expect(sources == [["Strava"], ["WorkOutDoors"], ["Apple Watch"], ["Apple Watch"]])
    }
}
