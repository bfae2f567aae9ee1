import Foundation
import Postgres
import Serving
import Summarising
import Testing

/// How often a select of a screen reads the members of all families, which the app's policies do once for each of its
/// tables.
@Suite struct PolicyCostTests {
    private struct Screen {
        var view: String
        var condition: String
        var athlete: Int
        var parent: Int

        init(_ view: String, by column: String = "family_unit_id", athlete: Int, parent: Int? = nil) {
            (self.view, condition) = (view, "\(column) = $1")
            (self.athlete, self.parent) = (athlete, parent ?? athlete)
        }
    }

    /// Two for school_status_history: its policy reads schools under theirs. A table of the athlete's own costs the
    /// athlete nothing, because the app's policy admits the row by its user first.
    private static let screens = [
        Screen("athletes", by: "athlete_id", athlete: 0), Screen("members", by: "user_id", athlete: 0),
        Screen("local_days", by: "user_id", athlete: 0), Screen("metric_trends", by: "user_id", athlete: 0),
        Screen("metric_history", by: "user_id", athlete: 1, parent: 2),
        Screen("metric_events", by: "user_id", athlete: 1, parent: 2),
        Screen("top_metrics", by: "athlete_id", athlete: 1), Screen("timeline_stats", by: "user_id", athlete: 1),
        Screen("period_comparison", by: "user_id", athlete: 1),
        Screen("upcoming_events", by: "athlete_id", athlete: 0, parent: 1),
        Screen("dashboard_summary", by: "athlete_id", athlete: 1, parent: 4),
        Screen("active_suggestions", by: "athlete_id", athlete: 0, parent: 1),
        Screen("interaction_trend_30d", by: "athlete_id", athlete: 0),
        Screen("interaction_daily", by: "athlete_id", athlete: 0),
        Screen("athlete_activity", by: "athlete_id", athlete: 4), Screen("recent_activity", athlete: 4),
        Screen("packet_athlete", by: "athlete_id", athlete: 0, parent: 1), Screen("packet_schools", athlete: 1),
        Screen("packet_activity", athlete: 1), Screen("packet_recipients", athlete: 0),
        Screen("school_pipeline", athlete: 1), Screen("school_size", athlete: 1), Screen("school_map", athlete: 1),
        Screen("school_contact", athlete: 0), Screen("contact_frequency", athlete: 1),
        Screen("coach_stats", athlete: 0), Screen("coach_followup", athlete: 0),
        Screen("social_handles", athlete: 2), Screen("parent_athletes", by: "parent_id", athlete: 1),
        Screen("parent_views", by: "athlete_id", athlete: 0),
    ]

    @Test func aScreenReadsTheMembersNoMoreOftenThanItsTablesDo() throws {
        let crowd = try Crowd()
        for (reader, isParent) in [(crowd.athlete, false), (crowd.parent, true)] {
            for screen in Self.screens {
                let scans = try crowd.scans(by: reader, of: screen.view, where: screen.condition)
                #expect(scans <= (isParent ? screen.parent : screen.athlete), "\(screen.view), parent: \(isParent)")
            }
        }
        let own = try crowd.scans(by: crowd.athlete, of: "schools", where: "family_unit_id = $1")
        #expect(own == 1, "the measure finds what the app's own select reads")
    }

    @Test func withWrappedPoliciesNoScreenReadsTheMembersOfOtherFamilies() throws {
        let crowd = try Crowd()
        try crowd.connection.run(Crowd.wrapping)
        for reader in [crowd.athlete, crowd.parent] {
            for screen in Self.screens {
                let scans = try crowd.scans(by: reader, of: screen.view, where: screen.condition)
                #expect(scans == 0, "\(screen.view)")
            }
        }
    }

    @Test func wrappedPoliciesAdmitTheSameRows() throws {
        let crowd = try Crowd()
        let readers = [crowd.athlete, crowd.sibling, crowd.parent, crowd.stranger]
        let before = try readers.map { try crowd.rows(seenBy: $0) }
        let policies = try crowd.policies()
        #expect(Set(before).count == readers.count, "the readers see different rows")
        #expect(policies.contains { $0.contains { $0?.contains("user_id = auth.uid()") == true } })
        try crowd.connection.run(Crowd.wrapping)
        #expect(try readers.map { try crowd.rows(seenBy: $0) } == before)
        let wrapped = try crowd.policies()
        #expect(wrapped.count == policies.count)
        let bare = wrapped.joined().compactMap(\.self).map {
            $0.replacing("( SELECT auth.uid() AS uid)", with: "").replacing("( SELECT auth.role() AS role)", with: "")
        }
        #expect(bare.filter { $0.contains("auth.") } == [])
        try crowd.connection.run("begin; set local search_path = public, extensions")
        try crowd.connection.run(Crowd.wrapping)
        #expect(try crowd.connection.value("show search_path") == "public, extensions", "a migration goes on as before")
        try crowd.connection.run("commit")
        #expect(try crowd.policies() == wrapped, "a second run changes nothing")
    }
}

/// A family with some of everything among a thousand others.
private final class Crowd {
    static let wrapping: String = {
        let path = "\(Scratch.root)/contrib/supabase/wrapped-policies.sql"
        return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }()

    let connection: Connection
    let athlete = Athlete()
    let sibling: Athlete
    let parent: Athlete
    let stranger = Athlete()

    init() throws {
        let database = try Scratch.database()
        connection = try database.open()
        sibling = Athlete(family: athlete.family)
        parent = Athlete(family: athlete.family)
        for one in [athlete, sibling, stranger] { try one.join(connection) }
        try parent.join(connection, role: "parent")
        for one in [athlete, sibling] { try Self.fill(connection, one, parent: parent) }
        try Self.fill(connection, stranger)
        try database.open(user: ProductionServer.superuser).run(
            """
            begin;
            set local session_replication_role = replica;
            create temporary table others as
            select gen_random_uuid() as user_id, gen_random_uuid() as family_id from generate_series(1, 1000);
            insert into public.users (id, email, role) select user_id, user_id || '@example.org', 'player' from others;
            insert into public.family_units (id) select family_id from others;
            insert into public.family_members (family_unit_id, user_id, role) select family_id, user_id, 'player' from others;
            insert into public.events (type, name, start_date, user_id, family_unit_id)
            select 'camp', 'E', '2026-06-02', user_id, family_id from others;
            commit;
            analyze
            """)
    }

    private static func fill(_ connection: Connection, _ one: Athlete, parent: Athlete? = nil) throws {
        try one.recruit(connection, parent: parent)
        let event = try one.add(
            connection, "events", "showcase",
            [
                "type": "showcase", "name": "Spring", "start_date": "2026-06-02", "user_id": one.id,
                "family_unit_id": one.family,
            ])
        for day in 10...14 { try one.insert(connection, "velocity", "80", "2026-05-\(day)") }
        try connection.run("update public.performance_metrics set event_id = $1 where user_id = $2", [event, one.id])
    }

    /// How often one select of a reader reads public.family_members as a whole; users it never does.
    func scans(by reader: Athlete, of relation: String, where condition: String) throws -> Int {
        try connection.run("begin; set local scorebook.as_of = '2026-06-01T12:00:00Z'")
        defer { _ = try? connection.run("rollback") }
        try reader.become(connection)
        let key =
            condition.hasPrefix("family") ? athlete.family : condition.hasPrefix("parent") ? parent.id : athlete.id
        let before = try scans(of: "family_members")
        let users = try scans(of: "users")
        let rows = try connection.rows("select * from public.\(relation) where \(condition)", [key])
        #expect(!rows.isEmpty, "\(relation)")
        #expect(try scans(of: "users") == users, "\(relation)")
        return try scans(of: "family_members") - before
    }

    /// Those that the session has not reported yet.
    private func scans(of table: String) throws -> Int {
        let scans = "select seq_scan from pg_catalog.pg_stat_xact_user_tables where relid = $1::text::regclass"
        return Int(try connection.value(scans, ["public.\(table)"]) ?? "") ?? 0
    }

    /// A line for each table of public that a reader may select from: its name and its rows' hash.
    func rows(seenBy reader: Athlete) throws -> String {
        try connection.run("begin")
        defer { _ = try? connection.run("rollback") }
        try reader.become(connection)
        let tables = try connection.rows(
            """
            select c.oid::regclass::text from pg_catalog.pg_class as c
            where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
                and pg_catalog.has_table_privilege(c.oid, 'select')
            order by 1
            """
        ).compactMap { $0[0] }
        return try tables.map { table in
            let hash = try connection.value("select md5(string_agg(t::text, '|' order by t::text)) from \(table) as t")
            return "\(table) \(hash ?? "no rows")"
        }.joined(separator: "\n")
    }

    /// The conditions of all policies of public.
    func policies() throws -> [[String?]] {
        try connection.rows(
            """
            select tablename || ': ' || policyname, qual, with_check from pg_catalog.pg_policies
            where schemaname = 'public' order by 1
            """)
    }
}
