import Postgres
import Proving
import Records
import Reporting
import Testing

/// Garmin's activities have no ids: those of one start are known by what they say.
@Suite struct RecordingsTests {
    static let header = "Activity Type,Date,Title,Distance,Calories,Time,Avg HR,Max HR"
    static let watch = "Running,2026-03-05 07:10:00,Morning Run,6.20,398,00:33:30,150,176"
    static let phone = "Running,2026-03-05 07:10:00,Morning Run,6.05,381,00:33:41,--,--"
    static let other = "Yoga,2026-03-06 21:39:00,Yoga,--,99,00:20:46,69,98"

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var first: [String]
        var second: [String]
        var inserted = 0
        var updated = 0
        var duplicate = 0
        /// Where it is not what the second file says.
        var expected: [String]?
        var testDescription: String { name }
    }

    static let longer = watch.replacing("00:33:30", with: "00:34:30")

    static let race = watch.replacing("Morning Run", with: "Race").replacing("Running", with: "Trail Running")

    static let cases = [
        Case(name: "length corrected", first: [watch, other], second: [longer, other], updated: 1),
        Case(name: "renamed, and of another kind", first: [watch], second: [race], updated: 1),
        Case(name: "two recordings", first: [watch, phone, other], second: [watch, phone, other, "", ""]),
        Case(name: "in another order", first: [watch, phone], second: [other, phone, watch], inserted: 1),
        Case(name: "a second recording later", first: [watch], second: [phone, watch], inserted: 1),
        Case(name: "the first corrected", first: [watch, phone], second: [longer, phone], updated: 1),
        Case(
            name: "the second corrected, in another order", first: [phone, watch], second: [longer, phone], updated: 1),
        Case(
            name: "one of two only, and corrected", first: [phone, watch, other], second: [longer], updated: 1,
            expected: [longer, phone, other]),
        Case(
            name: "one of two only", first: [watch, phone], second: [phone, other], inserted: 1,
            expected: [watch, phone, other]),
        Case(name: "the same line twice", first: [watch], second: [watch, watch, phone], inserted: 1, duplicate: 1),
    ]

    static func text(_ lines: [String]) -> String { ([header] + lines).joined(separator: "\n") + "\n" }

    private func attempt(_ mode: RunReport.Mode, _ path: String, owner: String = Ground.maya) -> Attempt {
        var attempt = Attempt(mode, [path])
        attempt.owner = owner
        attempt.settings = [("workout_distance_unit", "km"), ("zone", "Europe/London")]
        return attempt
    }

    private func workouts(of owner: String, _ scratch: Scratch) throws -> [[String?]] {
        try scratch.rows(
            """
            select started_at, title, activity, duration_s, distance_m, energy_kcal, average_heart_rate
            from public.workouts where user_id = '\(owner)' order by 1, 4, 5
            """)
    }

    @Test(arguments: cases) func `A corrected activity stays one, two recordings stay two`(given: Case) throws {
        let scratch = try Scratch(.used)
        let first = attempt(.run, try scratch.file("first.csv", Self.text(given.first))).execute(on: scratch).report
        #expect(first.ledger.inserted == Set(given.first).count, "\(first.ledger.line)")
        let path = try scratch.file("second.csv", Self.text(given.second))
        let planned = attempt(.plan, path).execute(on: scratch).report
        let report = attempt(.run, path).execute(on: scratch).report
        #expect(
            report.ledger.inserted == given.inserted && report.ledger.updated == given.updated
                && report.ledger.duplicate == given.duplicate && report.ledger.rejected == 0 && report.ledger.balances
                && report.conflicts.isEmpty, "\(report.ledger.line) \(report.conflicts)")
        #expect(planned.ledger == report.ledger && planned.tables == report.tables)
        // As if a file of all of them had been the only one.
        let all = try scratch.file("all.csv", Self.text(given.expected ?? given.second))
        #expect(attempt(.run, all, owner: Ground.leo).execute(on: scratch).report.ledger.rejected == 0)
        #expect(try workouts(of: Ground.maya, scratch) == workouts(of: Ground.leo, scratch))
        #expect(try scratch.wrongSummaries() == [])
        let verified = try Program.run(
            ["verify", report.run], environment: ["DATABASE_URL": scratch.url()], folder: scratch.folder)
        #expect(verified.code == 0, "\(verified.output) \(verified.complaints)")
    }

    @Test func `Another source's workout of the same start stays`() throws {
        let scratch = try Scratch(.used)
        try scratch.open().run(
            """
            insert into public.workouts (user_id, started_at, title, activity, source)
            values ($1::uuid, '2026-03-05 07:10:00+00', 'Run', 'Running', 'strong')
            """, [Ground.maya])
        for lines in [[Self.watch], [Self.longer], [Self.phone, Self.longer]] {
            let path = try scratch.file("\(lines.count)\(lines[0].count).csv", Self.text(lines))
            #expect(attempt(.run, path).execute(on: scratch).report.ledger.rejected == 0)
        }
        let found = try workouts(of: Ground.maya, scratch)
        #expect(found.map { $0[1] } == ["Morning Run", "Morning Run", "Run"], "\(found)")
    }

    /// S23: two apps recorded one run; the format's key is the start and the kind.
    @Test func `Of any list of activities two of one start are two, and equal ones are one`() throws {
        let scratch = try Scratch(.used)
        func line(_ seconds: Int) -> String {
            #"1,d,outdoor_running,1771427700,running,"{""start_time"":1771427700,""end_time"":1771429620,""duration"":"#
                + #"\#(seconds)}",1771430000"#
        }
        func run(_ name: String, _ lines: [String]) throws -> RunReport {
            let text = (["Uid,Sid,Key,Time,Category,Value,UpdateTime"] + lines).joined(separator: "\n") + "\n"
            return attempt(.run, try scratch.file(name, text)).execute(on: scratch).report
        }
        let first = try run("first.csv", [line(1874), line(1875), line(1874)])
        #expect(
            first.ledger.inserted == 2 && first.ledger.duplicate == 1 && first.ledger.rejected == 0,
            "\(first.ledger.line)")
        let second = try run("second.csv", [line(1875), line(1900)])
        #expect(second.ledger.updated == 1 && second.ledger.unchanged == 1, "\(second.ledger.line)")
    }

    @Test func `Two exports in one plan are planned as they would be loaded`() throws {
        let scratch = try Scratch(.used)
        _ = try scratch.file("inbox/1.csv", Self.text([Self.watch, Self.phone]))
        _ = try scratch.file("inbox/2.csv", Self.text([Self.phone, Self.longer, Self.other]))
        var tables: [[RunReport.Table]] = []
        for mode in [RunReport.Mode.plan, .run] {
            let report = attempt(mode, scratch.folder + "/inbox").execute(on: scratch).report
            #expect(report.ledger.inserted == 3 && report.ledger.updated == 1, "\(mode) \(report.ledger.line)")
            tables.append(report.tables)
        }
        #expect(tables[0] == tables[1])
        #expect(try workouts(of: Ground.maya, scratch).count == 3)
    }
}
