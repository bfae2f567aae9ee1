import Importing
import Postgres
import Proving
import Records
import Reporting
import Testing

/// A server that publishes all tables refuses updates and deletes of those without a key; none of ours is one.
@Suite struct PublicationTests {
    @Test func `Loads, the app's writes and rollbacks work where all tables are published`() throws {
        let scratch = try Scratch()
        let connection = try scratch.openPlatform()
        try connection.run("set client_min_messages to error")
        try connection.run("create publication everything for all tables")
        let path = try scratch.file(
            "log.csv", Log.withIDs(["a,2026-05-01,velocity,70,mph", "b,2026-05-02,velocity,71,mph"]))
        let loaded = scratch.run(path)
        #expect(loaded.end == .done && loaded.report.ledger.inserted == 2)
        let changed = try scratch.file(
            "later.csv", Log.withIDs(["a,2026-05-01,velocity,75,mph", "b,2026-05-02,velocity,71,mph"]))
        #expect(scratch.run(changed).report.ledger.updated == 1)
        try connection.run(
            """
            begin;
            set local scorebook.defer_summaries = on;
            update public.performance_metrics set value = value + 1;
            insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
            select user_id, family_unit_id, 'era', 2, recorded_date from public.performance_metrics;
            commit;
            delete from public.performance_metrics where metric_type = 'era';
            """)
        #expect(try scratch.wrongSummaries().isEmpty)
        for _ in 1...2 {
            let undone = try Program.run(["rollback", "latest"], environment: ["DATABASE_URL": scratch.url()])
            #expect(undone.code == 0, "\(undone.complaints)")
            try connection.run("delete from scorebook.runs where mode = 'rollback'")
        }
        let rebuilt = try Program.run(
            ["summaries", "rebuild"], environment: ["DATABASE_URL": scratch.administratorURL])
        #expect(rebuilt.code == 0, "\(rebuilt.complaints)")
    }
}
