import Postgres
import Summarising
import Testing

/// What Supabase's linter finds an error or a warning, looked for in the catalogue, with a control that has each fault.
@Suite struct CatalogueTests {
    struct Check: Sendable, CustomTestStringConvertible {
        var lint: String
        /// One row an offending object.
        var query: String
        /// Makes one offending object.
        var fault: String
        var testDescription: String { lint }
    }

    static let checks = [
        Check(
            lint: "0010 security_definer_view",
            query: """
                select c.relname from pg_catalog.pg_class as c
                where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace
                    and not coalesce(lower(c.reloptions::text)::text[] && array['security_invoker=true', 'security_invoker=on'], false)
                """,
            fault: "create view public.bad as select * from public.performance_metrics"),
        Check(
            lint: "0011 function_search_path_mutable",
            query: """
                select p.proname from pg_catalog.pg_proc as p
                where (p.proname = any ($1::text[]) and p.pronamespace = 'public'::regnamespace
                    or p.pronamespace = 'summary'::regnamespace or p.proname in ('bad', 'lock_owners'))
                    and not coalesce(exists (select from unnest(p.proconfig) as c where c like 'search_path=%'), false)
                """,
            fault: "create function summary.bad() returns integer language sql as 'select 1'"),
        Check(
            lint: "0013 rls_disabled_in_public",
            query: """
                select c.relname from pg_catalog.pg_class as c
                where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not c.relrowsecurity
                """,
            fault: "create table public.bad (id integer)"),
        Check(
            lint: "0016 materialized_view_in_api",
            query: "select c.relname from pg_catalog.pg_class as c where c.relkind = 'm'",
            fault: "create materialized view public.bad as select 1"),
        Check(
            lint: "0021 fkey_to_auth_unique",
            query: """
                select f.conname from pg_catalog.pg_constraint as f
                join pg_catalog.pg_class as target on target.oid = f.confrelid
                where f.contype = 'f' and target.relnamespace = 'auth'::regnamespace
                    and not exists (
                        select from pg_catalog.pg_constraint as p
                        where p.conrelid = f.confrelid and p.contype = 'p' and p.conkey = f.confkey)
                """,
            fault: """
                alter table auth.users add unique (email);
                create table summary.bad (email varchar(255) references auth.users (email))
                """),
    ]

    @Test(arguments: checks) func isClean(_ check: Check) throws {
        let connection = try Scratch.database().open()
        let functions = try Summaries.load(Scratch.pipelines).all.filter { $0.kind == .function }.map(\.name)
        let parameters = check.query.contains("$1") ? ["{\(functions.joined(separator: ","))}"] : []
        #expect(try connection.rows(check.query, parameters).isEmpty)
        try connection.run(check.fault)
        #expect(try connection.rows(check.query, parameters).count == 1, "the check finds what it looks for")
    }

    @Test func whatRunsWithMoreRightsHasAnOwnerWhoCannotLogIn() throws {
        let connection = try Scratch.database().open()
        let owners = try connection.rows(
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
