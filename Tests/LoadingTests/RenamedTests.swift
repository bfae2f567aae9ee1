import Postgres
import Proving
import Records
import Reporting
import Testing

/// A workout that a later export gives under another name or at another hour is the workout that is there.
@Suite struct RenamedTests {
    static let header = "title,start_time,end_time,exercise_title,set_index,set_type,weight_kg,reps"
    /// S13: an app's export before and after the workout was renamed.
    static let legs = ["Squat (Barbell),0,normal,100,5", "Squat (Barbell),1,normal,105,5", "Lunge,0,normal,20,10"]
    static let push = ["Bench Press,0,normal,60,8", "Bench Press,1,normal,62.5,8"]

    static func workout(_ title: String, _ day: Int, _ hour: Int, _ sets: [String]) -> [String] {
        sets.map { "\(title),\"\(day) Jun 2025, \(hour):00\",\"\(day) Jun 2025, \(hour + 1):00\",\($0)" }
    }

    private static let before = workout("Leg day", 4, 18, legs) + workout("Push", 5, 18, push)

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var first = before
        var second: [String]
        /// Titles, hours and sets of all workouts afterwards.
        var expected: [String]
        /// Rows of the second file that are new, and rows that went.
        var inserted = 0
        var deleted = 0
        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "renamed", second: workout("Legs heavy", 4, 18, legs) + workout("Push", 5, 18, push),
            expected: ["Legs heavy 18 3", "Push 18 2"]),
        Case(
            name: "renamed, the only one", first: workout("Leg day", 4, 18, legs),
            second: workout("Legs heavy", 4, 18, legs),
            expected: ["Legs heavy 18 3"]),
        Case(
            name: "renamed, with a set more and one corrected",
            second: workout(
                "Legs heavy", 4, 18, [legs[0], "Squat (Barbell),1,normal,110,5", legs[2], "Lunge,1,normal,20,10"])
                + workout("Push", 5, 18, push), expected: ["Legs heavy 18 4", "Push 18 2"], inserted: 1),
        Case(
            name: "renamed, without a set", second: workout("Legs heavy", 4, 18, Array(legs.dropLast())),
            expected: ["Legs heavy 18 2", "Push 18 2"], deleted: 2),
        Case(
            name: "moved", second: workout("Leg day", 4, 20, legs) + workout("Push", 5, 18, push),
            expected: ["Leg day 20 3", "Push 18 2"]),
        Case(
            name: "done again at another hour of the day, in a file of its own",
            second: workout("Leg day", 4, 20, legs),
            expected: ["Leg day 18 3", "Leg day 20 3", "Push 18 2"], inserted: 5),
        Case(
            name: "done twice", second: before + workout("Leg day", 4, 20, legs),
            expected: ["Leg day 18 3", "Leg day 20 3", "Push 18 2"], inserted: 5),
        Case(
            name: "moved by a day's half, to another date",
            first: workout("Arms", 4, 7, push) + workout("Leg day", 4, 22, legs) + workout("Push", 5, 18, push),
            second: workout("Arms", 4, 7, push) + workout("Leg day", 5, 6, legs) + workout("Push", 5, 18, push),
            expected: ["Arms 7 2", "Leg day 6 3", "Push 18 2"]),
        Case(
            name: "before the days of the file", first: workout("Leg day", 4, 22, legs) + workout("Push", 5, 18, push),
            second: workout("Leg day", 5, 6, legs) + workout("Push", 5, 18, push),
            expected: ["Leg day 22 3", "Leg day 6 3", "Push 18 2"], inserted: 5),
        Case(
            name: "renamed, a set in the middle gone",
            first: workout("Push", 4, 18, push + ["Bench Press,2,normal,65,6"]),
            second: workout("Push heavy", 4, 18, [push[0], "Bench Press,1,normal,65,6"]),
            expected: ["Push heavy 18 2"], deleted: 1),
        Case(
            name: "two renamed at one time", first: before + workout("Arms", 4, 18, push),
            second: workout("Arms heavy", 4, 18, push) + workout("Legs heavy", 4, 18, legs)
                + workout("Push", 5, 18, push),
            expected: ["Arms heavy 18 2", "Legs heavy 18 3", "Push 18 2"]),
        Case(
            name: "of a day without a time, in a file of its own", first: workout("Leg day", 4, 0, legs),
            second: workout("Legs heavy", 4, 0, legs), expected: ["Leg day 0 3", "Legs heavy 0 3"], inserted: 5),
        Case(
            name: "of a day without a time, beside others",
            first: workout("Leg day", 4, 0, legs) + workout("Push", 5, 0, push),
            second: workout("Legs heavy", 4, 0, legs) + workout("Push", 5, 0, push),
            expected: ["Legs heavy 0 3", "Push 0 2"]),
        Case(
            name: "without a title, at another hour",
            first: workout("", 4, 18, legs) + workout("Push", 5, 18, push),
            second: workout("", 4, 20, legs) + workout("Push", 5, 18, push),
            expected: [" 18 3", " 20 3", "Push 18 2"], inserted: 5),
        Case(
            name: "another at the same time", second: workout("Arms", 4, 18, push) + workout("Push", 5, 18, push),
            expected: ["Arms 18 2", "Leg day 18 3", "Push 18 2"], inserted: 3),
        Case(
            name: "moved, with other sets",
            second: workout("Leg day", 4, 20, Array(legs.dropLast())) + workout("Push", 5, 18, push),
            expected: ["Leg day 18 3", "Leg day 20 2", "Push 18 2"], inserted: 3),
        Case(
            name: "moved to the next day", second: workout("Leg day", 6, 18, legs) + workout("Push", 5, 18, push),
            expected: ["Leg day 18 3", "Push 18 2", "Leg day 18 3"], inserted: 5),
    ]

    static func text(_ lines: [String]) -> String { ([header] + lines).joined(separator: "\n") + "\n" }

    private func attempt(_ mode: RunReport.Mode, _ path: String) -> Attempt {
        var attempt = Attempt(mode, [path])
        attempt.owner = Ground.maya
        attempt.settings = [("zone", "Europe/London")]
        return attempt
    }

    private func workouts(_ scratch: Scratch) throws -> [String] {
        try scratch.rows(
            """
            select coalesce(w.title, '') || ' ' || extract(hour from w.started_at at time zone 'Europe/London') || ' ' || count(s.id)
            from public.workouts as w
            left join public.workout_exercises as e on e.workout_id = w.id
            left join public.workout_sets as s on s.workout_exercise_id = e.id
            where w.user_id = '\(Ground.maya)'
            group by w.id
            order by (w.started_at at time zone 'Europe/London')::date, 1
            """
        ).compactMap { $0[0] }
    }

    @Test(arguments: cases) func `It keeps its row and its sets`(given: Case) throws {
        let scratch = try Scratch(.used)
        _ = attempt(.run, try scratch.file("first.csv", Self.text(given.first))).execute(on: scratch)
        let path = try scratch.file("second.csv", Self.text(given.second))
        let planned = attempt(.plan, path).execute(on: scratch).report
        let report = attempt(.run, path).execute(on: scratch).report
        #expect(
            report.ledger.rejected == 0 && report.ledger.balances && report.conflicts.isEmpty, "\(report.ledger.line)")
        let rows = report.tables.filter { $0.name.contains("workout_") }
        #expect(rows.reduce(0) { $0 + $1.inserted } == given.inserted, "\(report.tables)")
        #expect(rows.reduce(0) { $0 + $1.deleted } == given.deleted, "\(report.tables)")
        #expect(planned.ledger == report.ledger && planned.tables == report.tables)
        #expect(try workouts(scratch) == given.expected)
        #expect(try scratch.wrongSummaries() == [])
        // The next export says the same.
        let again = attempt(.run, try scratch.file("third.csv", Self.text(given.second) + "\n")).execute(on: scratch)
            .report
        #expect(
            again.ledger.unchanged == again.ledger.read && again.ledger.read == given.second.count,
            "\(again.ledger.line)")
        let undone = try Program.run(
            ["rollback", report.run], environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder)
        #expect(undone.code == 0, "\(undone.output) \(undone.complaints)")
        let titles = Set(given.first.map { $0.prefix(while: { $0 != "," }) })
        #expect(try Set(workouts(scratch).map { $0.prefix(while: { !$0.isNumber }).dropLast() }) == titles)
    }

    /// Once renamed, it is known by what its row says, whatever later files say of its sets.
    @Test(arguments: [
        (["Squat (Barbell),0,normal,80,5", "Squat (Barbell),1,normal,85,5", "Lunge,0,normal,10,10"], 0, 3),
        ([legs[0], legs[1], "Lunge,0,normal,twenty,10"], 1, 3),
        ([legs[0], "Squat (Barbell),1,normal,102.5,5", "Squat (Barbell),2,normal,105,5", legs[2]], 0, 4),
    ])
    func `A renamed workout stays the one that it is`(sets: [String], rejected: Int, left: Int) throws {
        let scratch = try Scratch(.used)
        for (number, lines) in [
            Self.before, Self.workout("Legs heavy", 4, 18, Self.legs),
            Self.workout("Legs heavy", 4, 18, Self.legs + ["Lunge,1,normal,20,10"]),
            Self.workout("Legs heavy", 4, 18, Self.legs) + [""], Self.workout("Legs heavy", 4, 18, sets),
            Self.workout("Legs heavy", 4, 18, sets) + [""],
        ].enumerated() {
            let report = attempt(.run, try scratch.file("\(number).csv", Self.text(lines))).execute(on: scratch).report
            #expect(report.ledger.balances && report.ledger.rejected == (number < 4 ? 0 : rejected), "\(number)")
        }
        #expect(try workouts(scratch) == ["Legs heavy 18 \(left)", "Push 18 2"])
    }

    @Test func `A set that was edited in the app stays the one that it is`() throws {
        let scratch = try Scratch(.used)
        _ = attempt(.run, try scratch.file("first.csv", Self.text(Self.before))).execute(on: scratch)
        try scratch.open().run("update public.workout_sets set reps = 6 where weight_kg = 105")
        let lines = Self.workout("Legs heavy", 4, 18, Self.legs)
        let report = attempt(.run, try scratch.file("second.csv", Self.text(lines))).execute(on: scratch).report
        #expect(report.conflicts.count == 1, "\(report.conflicts)")
        #expect(try workouts(scratch) == ["Legs heavy 18 3", "Push 18 2"])
        #expect(try scratch.value("select reps from public.workout_sets where weight_kg = 105") == "6")
    }

    /// Exports of one folder, and those that were loaded before them, one after the other.
    struct Exports: CustomTestStringConvertible, Sendable {
        var name: String
        var stored: [[String]] = []
        var files: [[String]]
        var expected: [String]
        var rejected = 0
        var testDescription: String { name }
    }

    static let exports = [
        Exports(
            name: "renamed twice", files: [before, workout("Legs heavy", 4, 18, legs), workout("Squats", 4, 18, legs)],
            expected: ["Squats 18 3", "Push 18 2"]),
        Exports(
            name: "moved, with one that two files have",
            files: [before, workout("Leg day", 4, 20, legs) + workout("Push", 5, 18, push)],
            expected: ["Leg day 20 3", "Push 18 2"]),
        Exports(
            name: "moved, with one that is stored", stored: [workout("Push", 5, 18, push)],
            files: [workout("Leg day", 4, 18, legs), workout("Leg day", 4, 20, legs) + workout("Push", 5, 18, push)],
            expected: ["Leg day 20 3", "Push 18 2"]),
        Exports(
            name: "done twice a day, in files of their own",
            files: [before, workout("Leg day", 4, 20, legs), workout("Push", 5, 20, push)],
            expected: ["Leg day 18 3", "Leg day 20 3", "Push 18 2", "Push 20 2"]),
        Exports(
            name: "renamed, a day of another file unknown", stored: [workout("Leg day", 4, 18, legs)],
            files: [
                workout("Legs heavy", 4, 18, legs),
                workout("Push", 5, 18, push) + ["Push,32 Jun,32 Jun,Bench Press,0,normal,60,8"],
            ], expected: ["Legs heavy 18 3", "Push 18 2"], rejected: 1),
        Exports(
            name: "renamed at the hour to which it was moved, then as it was",
            stored: [before, workout("Leg day", 4, 20, legs) + workout("Push", 5, 18, push)],
            files: [workout("Legs heavy", 4, 20, legs), workout("Leg day", 4, 18, legs + ["Lunge,1,normal,20,10"])],
            expected: ["Leg day 18 4", "Push 18 2"]),
    ]

    @Test(arguments: exports)
    func `Exports of a plan, and of a batch, are as one after the other`(given: Exports) throws {
        let scratch = try Scratch(.used)
        for (number, lines) in given.stored.enumerated() {
            _ = attempt(.run, try scratch.file("stored/\(number).csv", Self.text(lines))).execute(on: scratch)
        }
        for (number, lines) in given.files.enumerated() {
            _ = try scratch.file("inbox/\(number).csv", Self.text(lines))
        }
        var tables: [[RunReport.Table]] = []
        for mode in [RunReport.Mode.plan, .run] {
            let report = attempt(mode, scratch.folder + "/inbox").execute(on: scratch).report
            #expect(report.ledger.rejected == given.rejected, "\(mode) \(report.ledger.line)")
            tables.append(report.tables)
        }
        #expect(tables[0] == tables[1])
        #expect(try workouts(scratch) == given.expected)
    }
}
