import Foundation
import Postgres
import Serving
import Summarising
import Testing

/// Supabase's linter would find no error and no warning in what is ours.
@Suite struct CatalogueTests {
    @Test(arguments: Lint.all, Summaries.Mode.allCases) func isClean(_ lint: Lint, _ mode: Summaries.Mode) throws {
        let database = try Scratch.database()
        let connection = try database.open()
        if mode != .appTriggers { try Summaries.load(Scratch.pipelines).up(connection, mode: mode) }
        #expect(try find(lint, connection).isEmpty)
        try database.open(user: ProductionServer.superuser).run(lint.fault)
        #expect(try find(lint, connection).count == 1, "the check finds what it looks for")
    }

    /// A schema with most of the faults at once, where it stands; the smallest schemas above are our own.
    @Test func theSharedBadSchemaIsFoundBad() throws {
        let path = "\(SummaryCase.sharedFolder)/faults/bad_schema_control.sql"
        guard let control = try? String(contentsOfFile: path, encoding: .utf8) else {
            print(
                "SKIPPED: bad_schema_control.sql of ../shared is absent; only the project's own faults are looked for")
            return
        }
        let connection = try Scratch.database("template0").open()
        try connection.run(control)
        let found = try Lint.all.filter { try !find($0, connection).isEmpty }.map { String($0.name.prefix(4)) }
        #expect(
            found == ["0002", "0003", "0004", "0006", "0010", "0011", "0013", "0014", "0016", "0024", "0028"])
    }

    @Test(arguments: Lint.ours) func isSafe(_ lint: Lint) throws {
        let connection = try Scratch.database().open()
        #expect(try find(lint, connection).isEmpty)
        try connection.run(lint.fault)
        #expect(try find(lint, connection).count == 1, "the check finds what it looks for")
    }

    private func find(_ lint: Lint, _ connection: Connection) throws -> [[String?]] {
        try connection.rows(lint.query, lint.query.contains("$1") ? [Lint.apps] : [])
    }

    /// What a role may do in a schema, as the catalogue has it.
    private static let rights = """
        with space as (
            select n.oid, n.nspname from pg_catalog.pg_namespace as n where n.nspname = $2
        ),

        relations as (
            select c.oid, c.relkind, n.nspname || '.' || c.relname as name
            from pg_catalog.pg_class as c join space as n on n.oid = c.relnamespace
            where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
        )

        select pg_catalog.lower(asked.privilege)
        from space as n cross join (values ('USAGE'), ('CREATE')) as asked (privilege)
        where pg_catalog.has_schema_privilege($1, n.oid, asked.privilege)
        union all
        select 'execute ' || p.oid::regprocedure || case when p.prosecdef then ' with the rights of its owner' else '' end
        from pg_catalog.pg_proc as p join space as n on n.oid = p.pronamespace
        where pg_catalog.has_function_privilege($1, p.oid, 'execute')
        union all
        select pg_catalog.lower(asked.privilege) || ' ' || r.name
        from relations as r cross join (values ('SELECT'), ('INSERT'), ('UPDATE'), ('REFERENCES')) as asked (privilege)
        where r.relkind <> 'S' and pg_catalog.has_any_column_privilege($1, r.oid, asked.privilege)
        union all
        select pg_catalog.lower(asked.privilege) || ' ' || r.name
        from relations as r cross join (values ('DELETE'), ('TRUNCATE'), ('TRIGGER')) as asked (privilege)
        where r.relkind <> 'S' and pg_catalog.has_table_privilege($1, r.oid, asked.privilege)
        union all
        select pg_catalog.lower(asked.privilege) || ' ' || r.name
        from relations as r cross join (values ('USAGE'), ('SELECT'), ('UPDATE')) as asked (privilege)
        where r.relkind = 'S' and pg_catalog.has_sequence_privilege($1, r.oid, asked.privilege)
        """

    /// Documentation/security.md has the same list.
    @Test(arguments: [
        ("anon", []),
        (
            "authenticated",
            [
                "execute scorebook.as_of()", "select scorebook.health_sources", "select scorebook.health_types",
                "select scorebook.metric_types", "select scorebook.user_zones", "usage",
            ]
        ),
    ])
    func ofThePrivateSchemaARoleOfTheAppHasOnlyThis(role: String, expected: [String]) throws {
        let connection = try Scratch.database().open()
        #expect(try connection.rows(Self.rights, [role, "scorebook"]).compactMap { $0[0] }.sorted() == expected)
        // Rows are seen through policies.
        let open = try connection.rows(
            """
            select c.relname from pg_catalog.pg_class as c
            where c.relnamespace = 'scorebook'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
                and pg_catalog.has_any_column_privilege($1, c.oid, 'select')
            """, [role])
        #expect(open.isEmpty)
        let parts = try connection.rows(Self.rights, [role, "summary"]).compactMap { $0[0] }
        #expect(parts.isEmpty == (role == "anon"))
        #expect(parts.filter { !["usage", "select", "execute"].contains($0.split(separator: " ")[0]) } == [])
        let origin = "execute summary.row_origin(text,uuid) with the rights of its owner"
        #expect(parts.filter { $0.hasSuffix("with the rights of its owner") } == (role == "anon" ? [] : [origin]))
    }

    /// Bodies of functions are text: they name `scorebook` when they run, with the rights of the caller.
    @Test func withoutUsageTheFunctionsOfTheAppsUsersFail() throws {
        let database = try Scratch.database()
        let reads = """
            begin;
            set local role authenticated;
            select public.display_value('velocity', 71.5), public.relative_time(now());
            commit
            """
        let connection = try database.open(user: ProductionServer.superuser)
        try connection.run(reads)
        try connection.run("revoke usage on schema scorebook from authenticated")
        #expect(throws: DatabaseError.self) { try connection.run(reads) }
    }

    @Test func whatRunsWithMoreRightsHasAnOwnerWhoCannotLogIn() throws {
        let connection = try Scratch.database().open()
        let owners: [[String?]] = try connection.rows(
            """
            select distinct r.rolname, r.rolcanlogin, r.rolsuper, r.rolbypassrls
            from pg_catalog.pg_proc as p
            join pg_catalog.pg_roles as r on r.oid = p.proowner
            where p.prosecdef and p.pronamespace = 'summary'::regnamespace
            """)
        #expect(owners == [["scorebook_owner", "f", "f", "f"]])
        #expect(try connection.value("select has_schema_privilege('scorebook_owner', 'public', 'create')") == "f")
    }
}
