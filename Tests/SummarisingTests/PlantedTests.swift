import Foundation
import Postgres
import Serving
import Testing

/// What a session plants in its temporary schema does not run with anybody else's rights.
///
/// Types are found by an unqualified name: where the temporary schema is searched first, a domain of the caller's stands
/// for `date`, and its check runs as whoever owns the function.
@Suite struct PlantedTests {
    private static let types = [
        "bigint", "boolean", "bytea", "date", "float8", "integer", "interval", "int4", "int8", "jsonb", "json", "name",
        "numeric", "regclass", "text", "time", "timestamp", "timestamptz", "uuid", "varchar", "bool", "smallint",
    ]

    /// Domains over all types that bodies name; each check raises an exception where it runs as somebody else
    /// than the session or, where the app's own functions are called too, their owner.
    private func plant(_ connection: Connection, as role: String, besides: String = "") throws {
        for type in Self.types {
            try connection.run(
                """
                create function pg_temp.look_\(type)(given pg_catalog.\(type)) returns pg_catalog.bool language plpgsql as $$
                begin
                    if current_user not in ('\(role)', '\(besides)') then
                        raise exception 'planted code runs as %', current_user;
                    end if;
                    return true;
                end
                $$;
                create domain pg_temp.\(type) as pg_catalog.\(type) check (pg_temp.look_\(type)(value))
                """.replacingOccurrences(of: "pg_catalog.bigint", with: "pg_catalog.int8")
                    .replacingOccurrences(of: "pg_catalog.integer", with: "pg_catalog.int4")
                    .replacingOccurrences(of: "pg_catalog.smallint", with: "pg_catalog.int2")
                    .replacingOccurrences(of: "pg_catalog.boolean", with: "pg_catalog.bool"))
        }
    }

    private static let calls = [
        "select scorebook.local_today($1)", "select scorebook.admitted_families()", "select scorebook.as_of()",
        "select scorebook.open_accounts(array[$1::pg_catalog.uuid], array['x@example.org'])",
        "select scorebook.lacking_accounts(array[$1::pg_catalog.uuid])",
        "select scorebook.lock_owners(array[$1::pg_catalog.uuid])", "select scorebook.refresh_statistics()",
        "select * from scorebook.find_accounts('e@example.org')", "select scorebook.knows_addresses()",
        "select scorebook.note_addresses(array[$1::pg_catalog.uuid])",
        "select scorebook.noted_addresses($1)", "select scorebook.forget_addresses($1)",
        "select summary.recompute_deferred()",
    ]

    @Test func theLoaderPlants() throws {
        let database = try Scratch.database()
        let athlete = Athlete()
        try athlete.join(database.open())
        let connection = try database.open(user: EmbeddedCluster.loader)
        try plant(connection, as: EmbeddedCluster.loader)
        for call in Self.calls {
            let parameters: [String?] = call.contains("$1") ? [athlete.id] : []
            #expect(throws: Never.self, "\(call)") { try connection.rows(call, parameters) }
        }
        let stored = try connection.rows(
            """
            select p.proname from pg_catalog.pg_proc as p
            where p.pronamespace = 'summary'::pg_catalog.regnamespace and p.pronargs = 0
                and pg_catalog.has_function_privilege(p.oid, 'execute')
            """)
        #expect(stored.count > 10)
        for row in stored {
            #expect(throws: Never.self) { try connection.rows("select * from summary.\(row[0] ?? "")()") }
        }
        try connection.run("begin")
        _ = try connection.rows("select pg_catalog.set_config('scorebook.owners', $1, true)", [athlete.id])
        #expect(throws: Never.self) {
            try connection.run(
                """
                insert into public.performance_metrics (user_id, recorded_date, metric_type, value)
                values ($1, '2026-05-20', 'velocity', 80)
                """, [athlete.id])
        }
        try connection.run("rollback")
    }

    /// Where a database lets everybody have temporary tables: a project of Supabase's does.
    @Test func theAppPlants() throws {
        let database = try Scratch.database()
        let athlete = Athlete()
        let administrator = try database.open()
        try athlete.join(administrator)
        try administrator.run("grant temporary on database \(database.name) to public")
        try administrator.run("begin")
        try athlete.become(administrator)
        try plant(administrator, as: "authenticated", besides: ProductionServer.administrator)
        #expect(throws: Never.self) {
            try administrator.run("update public.users set timezone = 'America/Chicago' where id = $1", [athlete.id])
            try athlete.insert(administrator, "velocity", "80", "2026-05-20")
            _ = try administrator.rows("select * from public.local_days")
            _ = try administrator.rows("select * from public.game_card_order($1)", [athlete.id])
        }
        try administrator.run("rollback")
    }

    /// What readers call runs with their rights: the role that owns our tables must not be able to replace it.
    @Test func theOwnerOfOursReplacesNothingThatOthersCall() throws {
        let connection = try Scratch.database().open()
        try connection.run("set role scorebook_owner")
        for sql in [
            """
            create or replace function scorebook.as_of() returns timestamptz language sql stable as $$ select now() $$
            """,
            "drop function scorebook.as_of() cascade", "drop function scorebook.lock_owners(uuid[]) cascade",
            "drop schema scorebook cascade", "drop schema summary cascade",
            "create or replace function public.exercise_key(name text) returns text language sql as $$ select name $$",
            "create or replace view public.local_days as select 1",
        ] {
            let error = #expect(throws: DatabaseError.self, "\(sql)") { try connection.run(sql) }
            #expect(error?.kind == .insufficientPrivilege, "\(sql)")
        }
    }
}
