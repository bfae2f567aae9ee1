import Foundation
import Importing
import Loading
import Postgres
import Proving
import Records
import Reporting
import Testing

/// A workout that a file gives again is given whole: it ends as the source shows it.
@Suite struct WholeTests {
    static let header = "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment"
    static let squats = [
        "\(day),Squat,Legs,60.0,kgs,8,,,,first", "\(day),Squat,Legs,65.0,kgs,6,,,,", "\(day),Squat,Legs,70.0,kgs,5,,,,",
    ]
    static let presses = ["\(day),Bench Press,Chest,40.0,kgs,10,,,,", "\(day),Bench Press,Chest,42.5,kgs,8,,,,heavy"]
    static let day = "2026-03-05"
    static let other = ["2026-03-07,Squat,Legs,61.0,kgs,8,,,,", "2026-03-07,Squat,Legs,62.0,kgs,7,,,,"]

    struct Edit: CustomTestStringConvertible, Sendable {
        var name: String
        var lines: [String]
        /// Rows of exercises and sets that go.
        var exercises = 0
        var sets = 0
        var testDescription: String { name }
    }

    static let edits = [
        Edit(name: "first set deleted", lines: Array(squats.dropFirst()) + presses, sets: 1),
        Edit(name: "last set deleted", lines: Array(squats.dropLast()) + presses, sets: 1),
        Edit(
            name: "set inserted before the one with a note",
            lines: ["\(day),Squat,Legs,50.0,kgs,10,,,,"] + squats + presses),
        Edit(name: "exercise deleted", lines: presses, exercises: 1, sets: 3),
        Edit(name: "order changed", lines: presses + squats.reversed()),
        Edit(name: "note corrected", lines: [squats[0].replacing("first", with: "1st")] + squats.dropFirst() + presses),
        Edit(name: "note removed", lines: [squats[0].replacing("first", with: "")] + squats.dropFirst() + presses),
        Edit(
            name: "another exercise", lines: squats.map { $0.replacing("Squat", with: "Leg Press") } + presses,
            exercises: 1, sets: 3),
    ]

    static func text(_ lines: [String]) -> String { ([header] + lines).joined(separator: "\n") + "\n" }

    private func sets(of owner: String, _ scratch: Scratch) throws -> [[String?]] {
        try scratch.rows(
            """
            select w.started_at::text, e.position, e.name, e.notes, s.position, s.kind, s.reps, s.weight_kg, s.notes
            from public.workouts as w
            left join public.workout_exercises as e on e.workout_id = w.id
            left join public.workout_sets as s on s.workout_exercise_id = e.id
            where w.user_id = '\(owner)'
            order by 1, 2, 5
            """)
    }

    private func attempt(_ mode: RunReport.Mode, _ path: String, owner: String = Ground.maya) -> Attempt {
        var attempt = Attempt(mode, [path])
        attempt.owner = owner
        return attempt
    }

    private func deleted(_ report: RunReport) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: report.tables.filter { $0.deleted > 0 }.map { ($0.name, $0.deleted) })
    }

    private func command(_ words: [String], _ scratch: Scratch) throws -> Int32 {
        let result = try Program.run(words, environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder)
        #expect(result.code == 0, "\(words) \(result.output) \(result.complaints)")
        return result.code
    }

    @Test(arguments: edits) func `A corrected workout ends as the source shows it`(edit: Edit) throws {
        let scratch = try Scratch(.used)
        let before = try scratch.file("first.csv", Self.text(Self.squats + Self.presses + Self.other))
        #expect(attempt(.run, before).execute(on: scratch).end == .done)
        let first = try sets(of: Ground.maya, scratch)
        let ids = try scratch.rows("select id from public.workout_sets where user_id = '\(Ground.maya)' order by id")
        let after = try scratch.file("second.csv", Self.text(edit.lines + Self.other))
        let planned = attempt(.plan, after).execute(on: scratch).report
        let (report, end) = attempt(.run, after).execute(on: scratch)
        #expect(end == .done && report.ledger.balances && report.conflicts.isEmpty, "\(end) \(report.conflicts)")
        #expect(
            planned.ledger == report.ledger && planned.tables == report.tables, "\(planned.tables) \(report.tables)")
        var expected: [String: Int] = [:]
        if edit.exercises > 0 { expected["public.workout_exercises"] = edit.exercises }
        if edit.sets > 0 { expected["public.workout_sets"] = edit.sets }
        #expect(deleted(report) == expected)
        #expect(planned.diffs.count { $0.change == .delete } == edit.exercises + edit.sets)
        // The same as if the second file had been the only one.
        #expect(attempt(.run, after, owner: Ground.leo).execute(on: scratch).end == .done)
        #expect(try sets(of: Ground.maya, scratch) == sets(of: Ground.leo, scratch))
        #expect(try scratch.wrongSummaries() == [])
        _ = try command(["verify", report.run], scratch)
        _ = try command(["rollback", report.run], scratch)
        #expect(try sets(of: Ground.maya, scratch) == first)
        #expect(
            try scratch.rows("select id from public.workout_sets where user_id = '\(Ground.maya)' order by id") == ids)
        #expect(try scratch.wrongSummaries() == [])
        // And once more: what was put back is ours again.
        #expect(deleted(attempt(.run, after).execute(on: scratch).report) == expected)
        #expect(try sets(of: Ground.maya, scratch) == sets(of: Ground.leo, scratch))
    }

    @Test func `What was deleted does not come back with the run that had brought it gone`() throws {
        let scratch = try Scratch(.used)
        let first = attempt(.run, try scratch.file("first.csv", Self.text(Self.squats + Self.presses)))
            .execute(on: scratch).report
        let second = attempt(.run, try scratch.file("second.csv", Self.text(Self.presses))).execute(on: scratch).report
        _ = try command(["rollback", first.run], scratch)
        _ = try command(["rollback", second.run], scratch)
        let left = try sets(of: Ground.maya, scratch)
        #expect(left.allSatisfy { $0[2] == nil }, "\(left)")
        #expect(try scratch.wrongSummaries() == [])
    }

    @Test func `What was deleted at the source may come again`() throws {
        let scratch = try Scratch(.used)
        let texts = [Self.squats + Self.presses, Self.presses, Self.squats + Self.presses + Self.other]
        for (number, lines) in texts.enumerated() {
            let path = try scratch.file("\(number).csv", Self.text(lines))
            let report = attempt(.run, path).execute(on: scratch).report
            #expect(report.conflicts.isEmpty && report.ledger.rejected == 0, "\(report.conflicts)")
        }
        #expect(try sets(of: Ground.maya, scratch).count == 7)
        #expect(try scratch.wrongSummaries() == [])
    }

    @Test func `The app's edits and rows stay, and are named`() throws {
        let scratch = try Scratch(.used)
        _ = attempt(.run, try scratch.file("first.csv", Self.text(Self.squats + Self.presses))).execute(on: scratch)
        let app = try scratch.open()
        try app.run("update public.workout_sets set reps = 9 where weight_kg = 70")
        try app.run(
            """
            insert into public.workout_sets (user_id, workout_exercise_id, position, reps)
            select user_id, id, 9, 3 from public.workout_exercises where name like 'Bench%'
            """)
        let path = try scratch.file("second.csv", Self.text([Self.squats[0]]))
        let planned = attempt(.plan, path).execute(on: scratch).report
        let report = attempt(.run, path).execute(on: scratch).report
        // Two of the squats go, one was edited; the presses go, but not the set that the app hung below them.
        #expect(deleted(report) == ["public.workout_sets": 3], "\(report.tables)")
        #expect(planned.tables == report.tables && planned.conflicts == report.conflicts)
        #expect(
            Set(report.conflicts.map(\.table)) == ["public.workout_exercises", "public.workout_sets"]
                && report.conflicts.count == 2, "\(report.conflicts)")
        #expect(report.conflicts.allSatisfy { !$0.columns.isEmpty })
        #expect(
            try scratch.rows("select reps from public.workout_sets where user_id = '\(Ground.maya)' order by reps")
                .map { $0[0] } == ["3", "8", "9"])
        #expect(try scratch.wrongSummaries() == [])
        // Where the source is to win, the edit goes, and what the app added stays.
        var won = attempt(.run, path)
        won.winner = .source
        #expect(deleted(won.execute(on: scratch).report) == ["public.workout_sets": 1])
        #expect(try scratch.value("select count(*) from public.workout_sets where reps = 3") == "1")
    }

    @Test(arguments: ["six", ""]) func `A workout with a rejected record is not whole`(reps: String) throws {
        let scratch = try Scratch(.used)
        _ = attempt(.run, try scratch.file("first.csv", Self.text(Self.squats + Self.presses + Self.other)))
            .execute(on: scratch)
        // One record cannot be read: its workout keeps all, the other one loses a set.
        let bad =
            reps.isEmpty ? "2026-02-31,Squat,Legs,70.0,kgs,5,,,," : Self.squats[2].replacing(",5,", with: ",\(reps),")
        let path = try scratch.file("second.csv", Self.text([Self.squats[0], bad, Self.other[0]]))
        let planned = attempt(.plan, path).execute(on: scratch).report
        let report = attempt(.run, path).execute(on: scratch).report
        #expect(report.ledger.rejected == 1 && planned.tables == report.tables)
        // Of a record whose day cannot be read nobody knows the workout.
        #expect(deleted(report) == (reps.isEmpty ? [:] : ["public.workout_sets": 1]))
        #expect(try sets(of: Ground.maya, scratch).count == (reps.isEmpty ? 7 : 6))
        // The report says what stays and why: of the first workout an exercise with two sets and a set, or all.
        let held = report.warnings.filter { $0.name.contains("not in this file any more") }.map(\.count)
        #expect(held.sorted() == (reps.isEmpty ? [1, 5] : [1, 4]), "\(report.warnings)")
    }

    @Test(arguments: [[0, 1, 2], [1, 2, 0], [2, 0, 1]]) func `A workout's note may be in any of its lines`(
        order: [Int]
    ) throws {
        let scratch = try Scratch(.used)
        let lines = (1...3).map { line in
            "2026-03-05 07:00:00,Push,Bench Press,\(line),40,\(8 + line),0,0,,\(line == 1 ? "Felt strong" : ""),,"
        }
        let header =
            "Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE,Duration"
        let text = ([header] + order.map { lines[$0] }).joined(separator: "\n") + "\n"
        var attempt = attempt(.run, try scratch.file("strong.csv", text))
        attempt.settings = [("weight_unit", "kg"), ("zone", "Europe/London")]
        #expect(attempt.execute(on: scratch).report.ledger.inserted == 3)
        #expect(try scratch.rows("select notes from public.workouts where title = 'Push'") == [["Felt strong"]])
    }

    @Test func `A replay of rejects deletes nothing`() throws {
        let scratch = try Scratch(.used)
        let lines = Self.squats + [Self.presses[0].replacing("40.0", with: "4e9")] + Self.presses.dropFirst()
        let report = attempt(.run, try scratch.file("first.csv", Self.text(lines))).execute(on: scratch).report
        #expect(report.ledger.rejected == 1 && report.ledger.inserted == 4, "\(report.ledger.line)")
        let app = try scratch.open()
        try app.run("update scorebook.rejects set cells = pg_catalog.jsonb_set(cells, '{Weight}', '\"40.0\"')")
        _ = try command(["rejects", "replay", report.run], scratch)
        #expect(try sets(of: Ground.maya, scratch).count == 5)
    }

    @Test func `Two exports in one run end as the later one shows it`() throws {
        let scratch = try Scratch(.used)
        _ = try scratch.file("inbox/1.csv", Self.text(Self.squats + Self.presses))
        _ = try scratch.file("inbox/2.csv", Self.text([Self.squats[0]]))
        for mode in [RunReport.Mode.plan, .run] {
            let report = attempt(mode, scratch.folder + "/inbox").execute(on: scratch).report
            #expect(report.units.count == 2 && report.ledger.rejected == 0)
            #expect(deleted(report) == ["public.workout_exercises": 1, "public.workout_sets": 4], "\(mode)")
        }
        #expect(try sets(of: Ground.maya, scratch).count == 1)
        #expect(try scratch.wrongSummaries() == [])
    }

    @Test func `Another app's workout of the same day stays`() throws {
        let scratch = try Scratch(.used)
        _ = attempt(.run, try scratch.file("first.csv", Self.text(Self.squats + Self.presses))).execute(on: scratch)
        try scratch.open().run("update scorebook.units set format = 'stronglifts'")
        let path = try scratch.file("second.csv", Self.text([Self.squats[0]]))
        #expect(deleted(attempt(.run, path).execute(on: scratch).report) == [:])
        #expect(try sets(of: Ground.maya, scratch).count == 5)
    }

    @Test func `A corrected season is one season, and two teams have two`() throws {
        let scratch = try Scratch(.used)
        let sample = try String(contentsOfFile: "\(Ground.samples)/gamechanger.csv", encoding: .utf8)
        func load(_ name: String, _ text: String, team: String?) throws -> RunReport {
            var attempt = attempt(.run, try scratch.file("\(name).csv", text))
            attempt.settings = attempt.settings.filter { $0.name != "team" } + (team.map { [("team", $0)] } ?? [])
            return attempt.execute(on: scratch).report
        }
        func averages() throws -> [[String?]] {
            try scratch.rows(
                """
                select notes, value from public.performance_metrics
                where metric_type = 'batting_avg' and source = 'gamechanger' order by 1
                """)
        }
        let first = try load("first", sample, team: "Hawks")
        let other = sample.replacing("\".333\"", with: "\".250\"")
        #expect(try load("other", other, team: "Owls").ledger.inserted == 1)
        let report = try load("second", sample.replacing("\".333\"", with: "\".341\""), team: "Hawks")
        #expect(first.ledger.inserted == 1 && report.ledger.updated == 1, "\(report.ledger.line)")
        #expect(try averages() == [["Hawks", "0.341"], ["Owls", "0.250"]])
        _ = try command(["rollback", report.run], scratch)
        #expect(try averages() == [["Hawks", "0.333"], ["Owls", "0.250"]])
        let unnamed = try load("unnamed", sample, team: nil)
        let reason = unnamed.units.first?.reason ?? ""
        #expect(unnamed.units.first?.status == .refused && reason.contains("--set team ("), "\(reason)")
    }
}
