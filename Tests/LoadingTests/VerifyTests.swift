import Foundation
import Postgres
import Proving
import Reporting
import Testing

/// `verify` where several files hold the same rows: each row is compared with the file that gave it last.
@Suite struct VerifyTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func log(_ name: String, _ values: [Int: Int]) throws -> String {
        let lines = values.sorted { $0.key < $1.key }.map { "m\($0.key),2026-05-0\($0.key),velocity,\($0.value),mph" }
        return try scratch.file(name, Log.withIDs(lines))
    }

    private func verify(_ run: String) throws -> Program.Result {
        try Program.run(["verify", run], environment: ["DATABASE_URL": scratch.url()])
    }

    @Test func `A later file's changes are no difference, an edit is`() throws {
        _ = try log("both/a.csv", [1: 10, 2: 20, 3: 30, 4: 40])
        _ = try log("both/b.csv", [1: 11, 2: 21])
        let first = scratch.run("\(scratch.folder)/both").report.run
        let one = try verify(first)
        #expect(one.code == 0, "\(one.output)\(one.complaints)")
        #expect(one.complaints.contains("2 rows changed by later files"), "\(one.complaints)")
        let second = scratch.run(try log("c.csv", [3: 31, 5: 50])).report.run
        let two = try verify(first)
        #expect(two.code == 0, "\(two.output)\(two.complaints)")
        #expect(two.complaints.contains("3 rows changed by later files"), "\(two.complaints)")
        #expect(try verify(second).code == 0)
        try scratch.open().run("update public.performance_metrics set value = 99 where value in (11, 40)")
        let edited = try verify(first)
        #expect(edited.code == 1)
        #expect(edited.output.contains("value: 2"), "\(edited.output)")
    }

    @Test func `Rows that other runs gave the same person are no difference`() throws {
        let first = scratch.run(try log("a.csv", [1: 10, 2: 20])).report.run
        let second = scratch.run(try log("b.csv", [3: 30])).report.run
        for run in [first, second] {
            let result = try verify(run)
            #expect(result.code == 0, "\(result.output)\(result.complaints)")
            #expect(!result.output.contains("differ"), "\(result.output)")
        }
    }

    @Test func `A format that is not defined here is named`() throws {
        let run = scratch.run(try log("a.csv", [1: 10])).report.run
        try scratch.open().run("update scorebook.units set format = 'acme'")
        let result = try verify(run)
        #expect(result.code == 78)
        #expect(
            result.complaints.contains("the format acme of a.csv is not defined here; give --pipelines"), "\(result)")
    }

    @Test func `A row that no file gave is one too many`() throws {
        let run = scratch.run(try log("a.csv", [1: 10])).report.run
        try scratch.open().run(
            """
            insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
            select user_id, family_unit_id, metric_type, 12, recorded_date from public.performance_metrics where value = 10
            """)
        #expect(try verify(run).code == 1)
    }

    /// A rejected record is in no table and is not expected there; one that became a row and is rejected today is.
    @Test func `A rejected record is no difference, a record whose row went with what it names is`() throws {
        let log = try scratch.file(
            "bad.csv", Log.withIDs(["m1,2026-05-01,velocity,10,mph", "m2,2026-05-02,velocity,x,mph"]))
        let rejecting = try verify(scratch.run(log).report.run)
        #expect(rejecting.code == 0, "\(rejecting.output)\(rejecting.complaints)")
        #expect(
            rejecting.complaints.contains("Rejected when they were loaded, so without rows: 1 record"),
            "\(rejecting.complaints)")

        let people = Migration.family() + Migration.schools(["contacted"], written: 1)
        var runs: [String] = []
        for (name, tables) in [("people.sql", people), ("dated.sql", Migration.dated)] {
            var attempt = Attempt(.run, [try scratch.file(name, Migration.dump(tables))])
            attempt.owner = "payload"
            runs.append(attempt.execute(on: scratch).report.run)
        }
        let sound = try verify(runs[1])
        #expect(sound.code == 0, "\(sound.output)\(sound.complaints)")
        try scratch.open().run("delete from public.schools where id = '\(Migration.school(0))'")
        let gone = try verify(runs[1])
        #expect(gone.code == 1)
        #expect(gone.complaints.contains("not when the run loaded them: 1 record"), "\(gone.complaints)")
    }

    @Test func `What belongs to the app is compared with the file that brought the row`() throws {
        let columns = ",notes"
        let first = Log.withIDs(
            ["m1,2026-05-01,velocity,10,mph,first", "m2,2026-05-02,velocity,20,mph,"], columns: columns)
        let second = Log.withIDs(["m1,2026-05-01,velocity,10,mph,second"], columns: columns)
        _ = try scratch.file("both/a.csv", first)
        _ = try scratch.file("both/b.csv", second)
        let run = scratch.run("\(scratch.folder)/both").report.run
        #expect(try scratch.value("select notes from public.performance_metrics where value = 10") == "first")
        let sound = try verify(run)
        #expect(sound.code == 0, "\(sound.output)\(sound.complaints)")
        try scratch.open().run("update public.performance_metrics set notes = 'by the app' where notes is null")
        #expect(try verify(run).code == 0)
        try scratch.open().run("update public.performance_metrics set notes = 'other' where notes = 'first'")
        let edited = try verify(run)
        #expect(edited.code == 1)
        #expect(edited.output.contains("notes: 1"), "\(edited.output)")
    }

    @Test func `Of a flag of one row the first file's row keeps it, and that is no difference`() throws {
        let user = Ground.maya
        let lines = [1, 2].map { "\(Log.id($0)),\(user),velocity,7\($0),mph,2026-05-0\($0),true" }
        let run = scratch.run(try scratch.file("rows.csv", Log.rows(lines, columns: ",is_primary"))).report.run
        let flagged = "select count(*) from public.performance_metrics where is_primary and user_id = '\(user)'"
        #expect(try scratch.value(flagged) == "1")
        let result = try verify(run)
        #expect(result.code == 0, "\(result.output)\(result.complaints)")
        try scratch.open().run("update public.performance_metrics set is_primary = false")
        #expect(try verify(run).code == 1)
    }

    @Test func `Rows of other runs are a note`() throws {
        _ = scratch.run(try log("a.csv", [1: 10]))
        let run = scratch.run(try log("b.csv", [2: 20])).report.run
        let result = try verify(run)
        #expect(result.code == 0)
        #expect(result.complaints.contains("1 row of these owners came with other runs: not compared"))
    }

    @Test func `Rows from before the run are counted apart`() throws {
        let copy = """
            insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
            values ('\(Ground.maya)', null, 'velocity', 12, '2026-05-01')
            """
        try scratch.open().run(copy)
        let run = scratch.run(try log("a.csv", [1: 10])).report.run
        let before = try verify(run)
        #expect(before.code == 0, "\(before.output)\(before.complaints)")
        #expect(before.complaints.contains("of these owners were there before the run"), "\(before.complaints)")
        try scratch.open().run(copy)
        #expect(try verify(run).code == 1)
    }
}
