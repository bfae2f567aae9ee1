import Migrating
import Postgres
import Serving
import Testing

/// The app's triggers and policies behave as the facts tell.
@Suite struct AppBehaviourTests {
    static let player = "00000000-0000-4000-8000-000000000011"
    static let parent = "00000000-0000-4000-8000-000000000012"
    static let stranger = "00000000-0000-4000-8000-000000000013"
    static let family = "00000000-0000-4000-8000-0000000000e1"

    private func prepared(_ name: String) throws -> Connection {
        let connection = try Scratch.app("app \(name)")
        for (id, role) in [(Self.player, "player"), (Self.parent, "parent"), (Self.stranger, "player")] {
            try connection.run("insert into auth.users (id, email) values ('\(id)', '\(id)@example.org')")
            try connection.run(
                "insert into public.users (id, email, role) values ('\(id)', '\(id)@example.org', '\(role)')")
        }
        try connection.run("insert into public.family_units (id) values ('\(Self.family)')")
        for (id, role) in [(Self.player, "player"), (Self.parent, "parent")] {
            try connection.run(
                """
                insert into public.family_members (family_unit_id, user_id, role)
                values ('\(Self.family)', '\(id)', '\(role)')
                """)
        }
        return connection
    }

    @Test func theFamilyIsDerivedAndDecidesWhoReads() throws {
        let connection = try prepared("family")
        for id in [Self.player, Self.stranger] {
            try connection.run(
                """
                insert into public.performance_metrics (user_id, recorded_date, metric_type)
                values ('\(id)', '2025-01-01', 'velocity')
                """)
        }
        func seen(by id: String, claim: String) throws -> Int {
            try connection.run("begin; set local role authenticated")
            _ = try connection.rows(
                "select set_config($1, $2, true)", [claim, claim.hasSuffix("s") ? "{\"sub\": \"\(id)\"}" : id])
            let count = try connection.rows("select 1 from public.performance_metrics").count
            try connection.run("rollback")
            return count
        }
        for claim in ["request.jwt.claim.sub", "request.jwt.claims"] {
            #expect(try seen(by: Self.player, claim: claim) == 1)
            #expect(try seen(by: Self.parent, claim: claim) == 1)
            #expect(try seen(by: Self.stranger, claim: claim) == 0)
        }
    }

    @Test func minorsNeedAFamilyAndChildrenAreRefused() throws {
        let connection = try prepared("minors")
        let sql = "update public.users set date_of_birth = current_date - $1::interval where id = $2"
        #expect(try connection.run(sql, ["15 years", Self.player]) == 1)
        #expect(throws: DatabaseError.self) { try connection.run(sql, ["15 years", Self.stranger]) }
        #expect(try connection.run(sql, ["19 years", Self.stranger]) == 1)
        #expect(throws: DatabaseError.self) { try connection.run(sql, ["12 years", Self.player]) }
        #expect(try connection.run(sql, ["12 years", Self.parent]) == 1)
    }

    @Test func anEventLeaksItsSearchPath() throws {
        let connection = try prepared("leak")
        try connection.run(
            "insert into public.events (type, name, start_date, user_id) values ('game', 'G', '2025-01-01', '\(Self.player)')"
        )
        #expect(try connection.value("select current_setting('search_path')") == "public")
        connection.pinSearchPath()
        #expect(try connection.value("select current_setting('search_path')") == "pg_catalog, pg_temp")
    }

    @Test func onePrimaryMetricAUser() throws {
        let connection = try prepared("primary")
        let sql = """
            insert into public.performance_metrics (user_id, recorded_date, metric_type, is_primary)
            values ('\(Self.player)', '2025-01-01', 'velocity', true)
            """
        try connection.run(sql)
        let error = #expect(throws: DatabaseError.self) { try connection.run(sql) }
        #expect(error?.constraint == "performance_metrics_one_primary_per_user")
    }
}
