import Postgres
import Proving
import Seeding
import Testing

/// What others do to a summary's objects is named, repaired, and what it missed meanwhile is made good.
@Suite struct SummaryDriftTests {
    struct Change: Sendable {
        var sql: String
        var named: String
    }

    /// What leaves everything where it is, what takes a part of a table or a type, what takes whole objects.
    static let changes = [
        [
            Change(
                sql: "drop trigger scorebook_metric_trends_insert on public.performance_metrics",
                named: "public.performance_metrics.scorebook_metric_trends_insert: trigger is missing"),
            Change(
                sql: "alter table public.performance_metrics disable trigger scorebook_metric_trends_update",
                named: "public.performance_metrics.scorebook_metric_trends_update: trigger is disabled"),
            Change(
                sql: "alter table public.metric_trends disable row level security",
                named: "public.metric_trends: row-level security is off, expected on"),
            Change(
                sql: "grant select on public.metric_trends to anon",
                named: "public.metric_trends: grant to anon is not ours: select"),
            Change(
                sql: "drop policy \"the family reads\" on public.metric_trends",
                named: "public.metric_trends.the family reads: policy is missing"),
            Change(
                sql: """
                    create or replace function summary.recompute_metric_trends(touched summary.metric_trends_touched[])
                    returns bigint language sql security definer set search_path = '' as 'select 0::bigint'
                    """,
                named:
                    "summary.recompute_metric_trends(summary.metric_trends_touched[]): function is not as it was made"),
            Change(
                sql: "alter view public.athletes set (security_invoker = false)",
                named: "public.athletes: view is not as it was made"),
        ],
        [
            Change(
                sql: "alter table public.metric_trends drop column trend",
                named: "public.metric_trends.trend: column is missing"),
            Change(
                sql: "drop table summary.metric_trends_touched cascade",
                named: "summary.metric_trends_touched: table is missing"),
        ],
        [
            Change(sql: "drop table public.metric_trends cascade", named: "public.metric_trends: table is missing"),
            Change(sql: "drop view public.athletes cascade", named: "public.athletes: view is missing"),
        ],
        [
            Change(
                sql: "alter table public.performance_metrics disable trigger scorebook_metric_trends_insert",
                named: "public.performance_metrics.scorebook_metric_trends_insert: trigger is disabled")
        ],
    ]

    @Test(arguments: Extent.isThorough ? changes.joined().map { [$0] } : changes)
    func `Drift is named and repaired`(changes: [Change]) throws {
        let scratch = try Scratch()
        let connection = try scratch.open()
        try connection.run("set client_min_messages to warning")
        func scorebook(_ words: String...) throws -> Program.Result {
            try Program.run(words, environment: ["DATABASE_URL": scratch.administratorURL])
        }
        #expect(try scorebook("schema", "verify").code == 0)
        for change in changes { try connection.run(change.sql) }
        // Written while the trigger is gone; where the table itself is gone, the app's write fails, which is not ours here.
        _ = try? connection.run(
            """
            insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
            select $1::uuid, $2::uuid, 'velocity', n, date '2026-05-01' + n from generate_series(1, 5) as n
            """, [Ground.maya, Ground.family])
        let verified = try scorebook("schema", "verify", "-o", "csv")
        #expect(verified.code == 1)
        let doctor = try scorebook("doctor", "-o", "csv")
        #expect(doctor.code == 1)
        let status = try scorebook("schema", "status", "-o", "csv")
        for change in changes {
            #expect(status.output.contains(change.named), "\(status.output.split(separator: "\n").suffix(10))")
        }
        let up = try scorebook("schema", "up")
        #expect(up.code == 0, "\(up.output)\(up.complaints)")
        #expect(try scorebook("schema", "verify").code == 0)
        #expect(try scratch.wrongSummaries().isEmpty)
        #expect(try scorebook("doctor").output.contains("scorebook's own objects are as they were made"))
        #expect(try scorebook("schema", "up").output == "Nothing to do.\n")
    }

    @Test func `Summaries that missed writes are found by doctor`() throws {
        let scratch = try Scratch()
        let connection = try scratch.openPlatform()
        try connection.run("set session_replication_role = replica")
        try connection.run(
            """
            insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
            select $1::uuid, $2::uuid, 'velocity', n, date '2026-05-01' + n from generate_series(1, 5) as n
            """, [Ground.maya, Ground.family])
        let doctor = try Program.run(["doctor"], environment: ["DATABASE_URL": scratch.administratorURL])
        #expect(doctor.code == 1)
        #expect(doctor.output.contains("summary metric_trends differs from its tables: 1 rows missing, 0 extra"))
        #expect(doctor.output.contains("`scorebook summaries rebuild`"))
    }
}
