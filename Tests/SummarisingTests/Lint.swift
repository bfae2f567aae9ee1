import Foundation
import Serving
import Testing

/// What Supabase's linter finds an error or a warning, as a query of the catalogue, with the smallest schema that has it.
///
/// `$1` of a query are the names of the app's own tables and functions, which are as the app made them.
struct Lint: Sendable, CustomTestStringConvertible {
    var name: String
    /// One row an offending object.
    var query: String
    /// Makes one offending object.
    var fault: String
    var testDescription: String { name }

    /// Tables and functions that `Pipelines/app` makes, as `250_schools.sql` makes `schools`, and the app's others.
    static var apps: String {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: "\(Scratch.pipelines)/app")) ?? []
        let names = files.map { String($0.dropLast(4).drop { $0.isNumber || $0 == "_" }) }
        return "{" + (names + ProductionServer.surroundings).joined(separator: ",") + "}"
    }

    private static let tables = """
        select c.oid, n.nspname, c.relname, c.relkind, c.relrowsecurity, c.reloptions
        from pg_catalog.pg_class as c
        join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
        where n.nspname in ('public', 'summary', 'scorebook') and not (n.nspname = 'public' and c.relname = any ($1::text[]))
        """

    /// Policies on tables of ours, and ours on the app's.
    private static let policies = """
        select c.relname, p.polname, p.polcmd, p.polroles, p.polpermissive,
            coalesce(pg_catalog.pg_get_expr(p.polqual, p.polrelid), '') as using,
            coalesce(pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid), '') as checks
        from pg_catalog.pg_policy as p
        join pg_catalog.pg_class as c on c.oid = p.polrelid
        join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
        where n.nspname in ('public', 'summary', 'scorebook')
            and (not c.relname = any ($1::text[]) or p.polname like 'scorebook %' or p.polname like 'the loader %')
        """

    private static let functions = """
        select p.oid, n.nspname, p.proname, p.prosecdef, p.proconfig
        from pg_catalog.pg_proc as p
        join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
        where n.nspname in ('public', 'summary', 'scorebook') and not (n.nspname = 'public' and p.proname = any ($1::text[]))
            and not exists (
                select from pg_catalog.pg_depend as d
                where d.objid = p.oid and d.classid = 'pg_catalog.pg_proc'::regclass and d.deptype = 'e')
        """

    static let all = [
        Lint(
            name: "0002 auth_users_exposed",
            query: """
                select distinct t.relname from (\(tables)) as t
                join pg_catalog.pg_rewrite as r on r.ev_class = t.oid
                join pg_catalog.pg_depend as d on d.objid = r.oid and d.refobjid = 'auth.users'::regclass
                where t.nspname = 'public'
                """,
            fault: "create view public.bad with (security_invoker = true) as select id from auth.users"),
        Lint(
            name: "0003 auth_rls_initplan",
            query: """
                select p.polname from (\(policies)) as p
                where (p.using || p.checks) ~ 'auth\\.(uid|role|jwt|email)\\(\\)'
                    and regexp_replace(p.using || p.checks, 'SELECT auth\\.(uid|role|jwt|email)\\(\\)', '', 'g')
                        ~ 'auth\\.(uid|role|jwt|email)\\(\\)'
                """,
            fault: "create policy bad on public.workouts for select to anon using (auth.uid() = user_id)"),
        // The linter counts unlogged tables, too, which nothing publishes: those have no key, so that one transaction's
        // entries never make another wait.
        Lint(
            name: "0004 no_primary_key",
            query: """
                select t.relname from (\(tables)) as t
                join pg_catalog.pg_class as c on c.oid = t.oid
                where t.relkind = 'r' and c.relpersistence = 'p' and not exists (
                    select from pg_catalog.pg_index as i where i.indrelid = t.oid and i.indisprimary)
                """,
            fault: "create table summary.bad (id integer)"),
        Lint(
            name: "0006 multiple_permissive_policies",
            query: """
                select p.relname, r.rolname, v.verb from (\(policies)) as p
                join pg_catalog.pg_roles as r on r.oid = any (p.polroles) or p.polroles = array[0::oid]
                cross join (values ('r'), ('a'), ('w'), ('d')) as v (verb)
                where p.polpermissive and (p.polcmd = '*' or p.polcmd::text = v.verb) and not p.relname = any ($1::text[])
                    and r.rolname in ('anon', 'authenticated', 'scorebook_loader', 'scorebook_owner')
                group by 1, 2, 3 having count(*) > 1
                """,
            fault: "create policy bad on public.workouts for select to authenticated using (user_id is null)"),
        Lint(
            name: "0007 policy_exists_rls_disabled",
            query: """
                select t.relname from (\(tables)) as t
                where not t.relrowsecurity and exists (select from pg_catalog.pg_policy as p where p.polrelid = t.oid)
                """,
            fault: "create table summary.bad (id integer); create policy bad on summary.bad for select using (id = 1)"),
        Lint(
            name: "0009 duplicate_index",
            query: """
                select t.relname from (\(tables)) as t
                join pg_catalog.pg_index as i on i.indrelid = t.oid
                join pg_catalog.pg_class as c on c.oid = i.indexrelid
                group by t.relname, replace(pg_catalog.pg_get_indexdef(i.indexrelid), c.relname, '') having count(*) > 1
                """,
            fault:
                "create table summary.bad (id integer); create index on summary.bad (id); create index on summary.bad (id)"
        ),
        Lint(
            name: "0010 security_definer_view",
            query: """
                select t.relname from (\(tables)) as t
                where t.relkind = 'v' and t.nspname = 'public'
                    and not coalesce(t.reloptions && array['security_invoker=true', 'security_invoker=on'], false)
                """,
            fault: "create view public.bad as select 1 as one"),
        Lint(
            name: "0011 function_search_path_mutable",
            query: """
                select f.proname from (\(functions)) as f
                where not exists (select from unnest(f.proconfig) as c where c like 'search_path=%')
                """,
            fault: "create function summary.bad() returns integer language sql as 'select 1'"),
        Lint(
            name: "0013 rls_disabled_in_public",
            query: """
                select t.relname from (\(tables)) as t
                where t.relkind in ('r', 'p') and t.nspname = 'public' and not t.relrowsecurity
                """,
            fault: "create table public.bad (id integer)"),
        Lint(
            name: "0014 extension_in_public",
            query: """
                select e.extname from pg_catalog.pg_extension as e
                join pg_catalog.pg_namespace as n on n.oid = e.extnamespace where n.nspname = 'public'
                """,
            fault: "create extension citext schema public"),
        Lint(
            name: "0015 rls_references_user_metadata",
            query: "select p.polname from (\(policies)) as p where (p.using || p.checks) like '%user_metadata%'",
            fault: """
                create policy bad on public.workouts for select to anon
                using ((select auth.jwt()) -> 'user_metadata' ->> 'role' = 'coach')
                """),
        Lint(
            name: "0016 materialized_view_in_api",
            query: "select t.relname from (\(tables)) as t where t.relkind = 'm'",
            fault: "create materialized view public.bad as select 1 as one"),
        Lint(
            name: "0017 foreign_table_in_api",
            query: "select t.relname from (\(tables)) as t where t.relkind = 'f'",
            fault: """
                create foreign data wrapper bad; create server bad foreign data wrapper bad;
                create foreign table public.bad (id integer) server bad
                """),
        Lint(
            name: "0018 unsupported_reg_types",
            query: """
                select t.relname from (\(tables)) as t
                join pg_catalog.pg_attribute as a on a.attrelid = t.oid
                where t.relkind = 'r' and a.atttypid::regtype::text in (
                    'regcollation', 'regconfig', 'regdictionary', 'regnamespace', 'regoper', 'regoperator', 'regproc',
                    'regprocedure')
                """,
            fault: "create table summary.bad (a regproc)"),
        Lint(
            name: "0021 fkey_to_auth_unique",
            query: """
                select f.conname from pg_catalog.pg_constraint as f
                join pg_catalog.pg_class as target on target.oid = f.confrelid
                join pg_catalog.pg_namespace as n on n.oid = target.relnamespace and n.nspname = 'auth'
                where f.contype = 'f'
                    and not exists (
                        select from pg_catalog.pg_constraint as p
                        where p.conrelid = f.confrelid and p.contype = 'p' and p.conkey = f.confkey)
                """,
            fault: """
                alter table auth.users add unique (email);
                create table summary.bad (email varchar(255) references auth.users (email))
                """),
        Lint(
            name: "0024 rls_policy_always_true",
            query: """
                select p.polname from (\(policies)) as p
                where p.polpermissive and p.polcmd in ('a', 'w', 'd', '*') and 'true' in (p.using, p.checks)
                """,
            fault: "create policy bad on public.workouts for insert to authenticated with check (true)"),
        Lint(
            name: "0028, 0029 security_definer_function_executable",
            query: """
                select f.proname from (\(functions)) as f
                where f.prosecdef and f.nspname = 'public'
                    and (pg_catalog.has_function_privilege('anon', f.oid, 'execute')
                        or pg_catalog.has_function_privilege('authenticated', f.oid, 'execute'))
                """,
            fault: """
                create function public.bad() returns integer language sql security definer set search_path = '' as 'select 1'
                """),
    ]

    /// What we ask of our own functions, beyond the linter: all of them, the app's own schemas' excepted.
    static let ours = [
        Lint(
            name: "functions look into pg_temp last, and do not compile",
            query: """
                select f.proname from (\(functions)) as f
                where not coalesce(f.proconfig, '{}') @> array['search_path=pg_catalog, pg_temp', 'jit=off']
                """,
            fault: """
                create function summary.bad() returns integer language sql set search_path = '' set jit = off as 'select 1'
                """),
        Lint(
            name: "functions with their caller's rights are not scorebook_owner's",
            query: """
                select f.proname from (\(functions)) as f
                join pg_catalog.pg_proc as p on p.oid = f.oid
                where not f.prosecdef and p.proowner = 'scorebook_owner'::regrole
                    and f.proname <> all ($1::text[])
                """,
            fault: """
                create function summary.bad() returns integer language sql as 'select 1';
                alter function summary.bad() owner to scorebook_owner
                """),
        Lint(
            name: "schemas are not scorebook_owner's",
            query: """
                select n.nspname from pg_catalog.pg_namespace as n
                where n.nspowner = 'scorebook_owner'::regrole and n.nspname <> all ($1::text[])
                """,
            fault: "create schema bad authorization scorebook_owner"),
    ]
}
