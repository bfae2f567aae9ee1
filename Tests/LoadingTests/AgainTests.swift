import Definitions
import Foundation
import Importing
import Loading
import Postgres
import Proving
import Records
import Reporting
import Testing

/// An exercise that is done again in a workout, with another one in between, is one by itself where the source says so.
@Suite struct AgainTests {
    static let header =
        "title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,reps,"
        + "distance_km,duration_seconds,rpe"

    /// Sets of a block: index, weight.
    private static func block(_ exercise: String, _ notes: String, _ weights: [Int]) -> [String] {
        weights.enumerated().map {
            "Push,\"5 Mar 2026, 16:50\",\"5 Mar 2026, 17:50\",,\(exercise),,\(notes),\($0),normal,\($1),8,,,"
        }
    }

    static let first = block("Squat", "high bar", [60, 65])
    static let between = block("Plank", "", [0])
    static let second = block("Squat", "low bar", [40, 45, 50])

    private func attempt(_ mode: RunReport.Mode, _ path: String, owner: String = Ground.maya) -> Attempt {
        var attempt = Attempt(mode, [path])
        attempt.owner = owner
        attempt.settings = [("zone", "Europe/London")]
        return attempt
    }

    private func text(_ lines: [String]) -> String { ([Self.header] + lines).joined(separator: "\n") + "\n" }

    private func shown(_ owner: String, _ scratch: Scratch) throws -> [[String?]] {
        try scratch.rows(
            """
            select e.position, e.source_name, e.notes, pg_catalog.string_agg(s.weight_kg::text, ' ' order by s.position)
            from public.workout_exercises as e
            join public.workout_sets as s on s.workout_exercise_id = e.id
            where e.user_id = '\(owner)' group by e.id order by 1
            """)
    }

    @Test func `It has its place, its notes and its sets`() throws {
        let scratch = try Scratch(.used)
        let path = try scratch.file("hevy.csv", text(Self.first + Self.between + Self.second))
        #expect(attempt(.run, path).execute(on: scratch).report.ledger.inserted == 6)
        #expect(
            try shown(Ground.maya, scratch) == [
                ["1", "Squat", "high bar", "60 65"], ["2", "Plank", nil, "0"], ["3", "Squat", "low bar", "40 45 50"],
            ])
        #expect(
            attempt(.run, try scratch.file("again.csv", text(Self.first + Self.between + Self.second) + "\n"))
                .execute(on: scratch).report.ledger.unchanged == 6)
        #expect(try scratch.wrongSummaries() == [])
    }

    struct Edit: CustomTestStringConvertible, Sendable {
        var name: String
        var lines: [String]
        var testDescription: String { name }
    }

    static let edits = [
        Edit(name: "the first is longer", lines: block("Squat", "high bar", [60, 65, 70]) + between + second),
        Edit(name: "the second is shorter", lines: first + between + block("Squat", "low bar", [40])),
        Edit(name: "the second is gone", lines: first + between),
        Edit(name: "the first is gone", lines: between + second),
        Edit(name: "a third time", lines: first + between + second + block("Plank", "", [5]) + first),
        Edit(name: "in a row", lines: first + second),
    ]

    @Test(arguments: edits) func `A corrected workout ends as the source shows it`(edit: Edit) throws {
        let scratch = try Scratch(.used)
        let before = try scratch.file("first.csv", text(Self.first + Self.between + Self.second))
        _ = attempt(.run, before).execute(on: scratch)
        let after = try scratch.file("second.csv", text(edit.lines))
        let planned = attempt(.plan, after).execute(on: scratch).report
        let report = attempt(.run, after).execute(on: scratch).report
        #expect(report.ledger.balances && report.conflicts.isEmpty && planned.tables == report.tables)
        #expect(attempt(.run, after, owner: Ground.leo).execute(on: scratch).report.ledger.rejected == 0)
        #expect(try shown(Ground.maya, scratch) == shown(Ground.leo, scratch))
        #expect(try scratch.wrongSummaries() == [])
        let verified = try Program.run(
            ["verify", report.run], environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder)
        #expect(verified.code == 0, "\(verified.output) \(verified.complaints)")
    }

    /// The definitions, with a decimal comma in weights.
    private static let corrected: Pipelines = {
        var pipelines = Ground.pipelines
        for format in pipelines.formats.indices where pipelines.formats[format].name == "hevy" {
            for record in pipelines.formats[format].records.indices {
                let fields = pipelines.formats[format].records[record].fields
                for field in fields.indices where ["weight_kg", "weight"].contains(fields[field].field) {
                    pipelines.formats[format].records[record].fields[field].number = .comma
                }
            }
        }
        return pipelines
    }()

    /// The first, the middle or the last set of the second squat is rejected, or all of them.
    @Test(arguments: [["40"], ["45"], ["50"], ["40", "45", "50"]])
    func `A set that is replayed is in the exercise in which its record was`(rejected: [String]) throws {
        let scratch = try Scratch(.used)
        let lines = (Self.first + Self.between + Self.second).map { line in
            rejected.reduce(line) { $0.replacingOccurrences(of: ",normal,\($1),", with: ",normal,\"\($1),500\",") }
        }
        let report = attempt(.run, try scratch.file("hevy.csv", text(lines))).execute(on: scratch).report
        #expect(report.ledger.rejected == rejected.count && report.ledger.inserted == 6 - rejected.count)
        let replay = ReplayRun(
            run: report.run, pipelines: Self.corrected,
            database: DatabaseAccess(.connection(scratch.url()), pipelines: Ground.pipelinesFolder),
            hooks: Session.Hooks(progress: Progress(), tick: {}, shouldStop: { false }))
        #expect(replay.execute() == .done && replay.report.ledger.inserted == rejected.count)
        // Sets that were rejected come after those of their exercise that were not.
        let left = ["40", "45", "50"].filter { !rejected.contains($0) }
        let replayed = rejected.map { "\($0).500" }
        #expect(
            try shown(Ground.maya, scratch) == [
                ["1", "Squat", "high bar", "60 65"], ["2", "Plank", nil, "0"],
                ["3", "Squat", "low bar", (left + replayed).joined(separator: " ")],
            ])
        // The corrected file finds what was loaded and what was replayed, and brings it into its order.
        var again = attempt(.run, try scratch.file("again.csv", text(lines) + "\n"))
        again.pipelines = Self.corrected
        let whole = again.execute(on: scratch).report.ledger
        #expect(whole.inserted == 0 && whole.rejected == 0, "\(whole.line)")
        let weights = ["40", "45", "50"].map { rejected.contains($0) ? "\($0).500" : $0 }
        #expect(try shown(Ground.maya, scratch).last == ["3", "Squat", "low bar", weights.joined(separator: " ")])
        #expect(try scratch.value("select count(*) from public.workout_sets") == "6")
        #expect(try scratch.wrongSummaries() == [])
    }

    @Test func `A file in another order has as many exercises and sets`() throws {
        let scratch = try Scratch(.used)
        let lines = Self.first + Self.between + Self.second
        let mixed = [lines[5], lines[0], lines[3], lines[2], lines[1], lines[4]]
        _ = attempt(.run, try scratch.file("mixed.csv", text(mixed))).execute(on: scratch)
        let found = try shown(Ground.maya, scratch)
        #expect(found.map { $0[1] }.filter { $0 == "Squat" }.count == 2, "\(found)")
        #expect(try scratch.value("select count(*) from public.workout_sets where user_id = $1", [Ground.maya]) == "6")
        _ = attempt(.run, try scratch.file("hevy.csv", text(lines))).execute(on: scratch)
        let weights: [String?] = try shown(Ground.maya, scratch).map { $0[3] }
        #expect(weights == ["60 65", "0", "40 45 50"])
    }
}
