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

    @Test func `A row that no file gave is one too many`() throws {
        let run = scratch.run(try log("a.csv", [1: 10])).report.run
        try scratch.open().run(
            """
            insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
            select user_id, family_unit_id, metric_type, 12, recorded_date from public.performance_metrics where value = 10
            """)
        #expect(try verify(run).code == 1)
    }
}
