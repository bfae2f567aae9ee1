import Foundation
import Postgres
import Proving
import Testing

/// `doctor --indexes`: advice by the server's own statistics, never carried out.
@Suite struct IndexReviewTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch(.new) }

    private func review(_ url: String? = nil) throws -> [[String: Any]] {
        let result = try Program.run(
            ["doctor", "--indexes", "-o", "json"], environment: ["DATABASE_URL": url ?? scratch.administratorURL])
        #expect(result.code == 0, "\(result.complaints)")
        return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    }

    /// `prefix_of_another public.idx_performance_metrics_user_id`
    private func names(_ advice: [[String: Any]], of table: String = "public.performance_metrics") -> [String] {
        advice.compactMap { one in
            guard let index = one["index"] as? String, (one["tables"] as? [String])?.first == table else { return nil }
            return "\(one["kind"] ?? "") \(index)"
        }
    }

    private func statements(_ advice: [[String: Any]]) -> [String] {
        advice.flatMap { $0["statements"] as? [String] ?? [] }
    }

    private func indexes() throws -> [String] {
        try scratch.rows("select indexdef from pg_catalog.pg_indexes where schemaname = 'public' order by 1")
            .compactMap { $0[0] }
    }

    /// As a table in use: 3,000 measurements, 40 of them of an event, and those of one athlete asked for often,
    /// who has none: whatever the server knows of the rows, one index alone gives them in their order.
    private func use() throws {
        let server = try scratch.openPlatform()
        try server.run(
            """
            insert into public.events (user_id, type, name, start_date)
            values ('\(Ground.maya)', 'showcase', 'Showcase', '2026-05-01')
            """)
        try server.run(
            """
            insert into public.performance_metrics
                (user_id, family_unit_id, recorded_date, metric_type, value, event_id)
            select '\(Ground.maya)', '\(Ground.family)', date '2015-01-01' + n, 'velocity', n,
                case when n <= 40 then (select id from public.events order by id limit 1) end
            from pg_catalog.generate_series(1, 3000) as n
            """)
        try server.run("vacuum analyze public.performance_metrics")
        try server.run("select pg_catalog.pg_stat_force_next_flush()")
        // What triggers have looked up.
        try server.run(
            """
            select pg_catalog.pg_stat_reset_single_table_counters(indexrelid) from pg_catalog.pg_index
            where indrelid = 'public.performance_metrics'::pg_catalog.regclass
            """)
        try server.run(
            """
            set enable_seqscan = off;
            set enable_sort = off;
            do $$
            begin
                for turn in 1..1200 loop
                    perform recorded_date from public.performance_metrics
                        where user_id = '00000000-0000-0000-0000-000000000000' order by recorded_date;
                end loop;
            end
            $$;
            select pg_catalog.pg_stat_force_next_flush()
            """)
    }

    @Test func `Each finding is proved by figures, and its statements are the owner's to run`() throws {
        try use()
        let before = try indexes()
        let advice = try review()
        #expect(try indexes() == before)
        let prefix = "public.idx_performance_metrics_"
        #expect(
            names(advice).sorted() == [
                "mostly_null \(prefix)event_id", "never_scanned \(prefix)recorded_date",
                "prefix_of_another \(prefix)user_id",
            ])
        let sparse = try #require(advice.first { $0["kind"] as? String == "mostly_null" })
        #expect(
            sparse["statements"] as? [String] == [
                "create index concurrently idx_performance_metrics_event_id_not_null on public.performance_metrics "
                    + "USING btree (event_id) where event_id is not null",
                "drop index concurrently \(prefix)event_id",
            ])
        #expect((sparse["text"] as? String)?.contains("% of the rows have no event_id") == true, "\(sparse)")
        let idle = try #require(advice.first { $0["index"] as? String == "\(prefix)recorded_date" })
        let bytes = try scratch.value("select pg_catalog.pg_relation_size('\(prefix)recorded_date')")
        #expect((idle["bytes"] as? Int).map(String.init) == bytes && idle["scans"] as? Int == 0)
        #expect(try #require(idle["bytes_per_row"] as? Int) > 5)
        #expect((idle["text"] as? String)?.contains("bytes per row") == true)

        let owner = try scratch.open()
        for statement in statements(advice.filter { !names([$0]).isEmpty }) { try owner.run(statement) }
        let after = try indexes()
        #expect(after.count == before.count - 2)
        #expect(after.contains { $0.contains("idx_performance_metrics_event_id_not_null") })
        #expect(names(try review()) == [])
    }

    @Test func `What is not known is said, and nothing is advised from it`() throws {
        let fresh = try review()
        #expect(fresh.allSatisfy { $0["kind"] as? String != "never_scanned" }, "\(fresh)")
        let unjudged = try #require(fresh.first { $0["kind"] as? String == "not_judged" })
        #expect((unjudged["tables"] as? [String])?.contains("public.performance_metrics") == true)
        #expect(!fresh.contains { $0["kind"] as? String == "hidden" })
        try use()
        let asLoader = try review(scratch.url())
        #expect(names(asLoader).contains("never_scanned public.idx_performance_metrics_recorded_date"))
        #expect(!asLoader.contains { $0["kind"] as? String == "mostly_null" })
        let hidden = try #require(asLoader.first { $0["kind"] as? String == "hidden" })
        #expect((hidden["tables"] as? [String])?.contains("public.performance_metrics") == true)
    }

    /// Of indexes that could replace each other one stays.
    @Test func `An index that differs in order, condition or purpose is not taken for a prefix`() throws {
        try scratch.open().run(
            """
            create index one on public.schools (division);
            create index two on public.schools (division);
            create unique index three on public.schools (conference, id);
            create index four on public.schools (conference desc, status);
            create index five on public.schools (conference);
            create index six on public.schools (notes, website) where notes is not null;
            create index seven on public.schools (notes);
            create index eight on public.schools using hash (website);
            create index nine on public.schools (website, notes);
            create unique index ten on public.schools (website, notes, id);
            create index eleven on public.schools (lower(name));
            create index twelve on public.schools (lower(name), notes);
            """)
        try scratch.openPlatform().run("create index wider on public.workout_sets (user_id, created_at)")
        let advice = try review()
        let found = names(advice, of: "public.schools").filter { !$0.contains("public.idx_") }
        #expect(names(advice, of: "public.workout_sets") == [], "what `schema up` made is left out")
        #expect(found.sorted() == ["eleven", "five", "nine", "two"].map { "prefix_of_another public.\($0)" })
    }

    @Test func `A person reads why, and copies the statement`() throws {
        try scratch.open().run("create index shorter on public.schools (division)")
        try scratch.open().run("create index longer on public.schools (division, status)")
        let result = try Program.run(["doctor", "--indexes"], environment: ["DATABASE_URL": scratch.administratorURL])
        #expect(result.code == 0, "\(result.complaints)")
        let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("public.longer (division, status) begins with its columns"), "\(result.output)")
        #expect(result.output.contains("\n  drop index concurrently public.shorter;\n"))
        #expect(result.complaints.contains("Nothing was changed"))
    }
}
