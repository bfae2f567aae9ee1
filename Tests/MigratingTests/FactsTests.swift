import Glibc
import Migrating
import Postgres
import Serving
import Testing

/// What our files make is what the live database has, point by point.
@Suite(.enabled(if: Scratch.shared != nil, "no ../shared beside the package: the facts are not compared"))
struct FactsTests {
    static let tables = [
        "sports", "positions", "users", "family_units", "family_members", "schools", "events", "performance_metrics",
        "coaches", "documents", "interactions", "offers", "player_profiles", "profile_tracking_links", "profile_views",
        "task", "suggestion", "school_status_history", "parent_view_log", "notifications", "user_preferences",
        "video_links",
    ]

    static let triggered = [
        "users", "schools", "events", "performance_metrics", "coaches", "documents", "interactions", "offers",
        "player_profiles", "notifications", "user_preferences", "video_links",
    ]

    static let enumerations = [
        "user_role", "school_division", "school_status", "event_type", "coach_role", "document_type",
        "interaction_type", "interaction_direction", "interaction_sentiment", "notification_type",
    ]

    /// The facts were taken with public and extensions in the path, and without what is ours.
    static let database: Result<String, any Error> = Result {
        let name = "facts"
        _ = try Scratch.app(name, .bare)
        return name
    }

    private func rows(_ sql: String, _ table: String) throws -> [[String]] {
        let connection = try Scratch.connection(try FactsTests.database.get(), as: "postgres")
        try connection.run("set search_path to public, extensions")
        return try connection.rows(sql, [table]).map { row in row.map { $0 ?? "" } }
    }

    private func expected(_ name: String, _ table: String, _ columns: [String]) throws -> [[String]] {
        let shared = try #require(Scratch.shared)
        return try Facts(name, shared: shared).of(table).map { row in columns.map { row[$0] ?? "" } }
    }

    private func compare(_ found: [[String]], _ expected: [[String]], location: SourceLocation = #_sourceLocation) {
        #expect(!expected.isEmpty, sourceLocation: location)
        for (index, row) in expected.enumerated() where !found.contains(row) {
            Issue.record(
                "expected \(index): \(row), found \(found.filter { $0.first == row.first })", sourceLocation: location)
        }
        for row in found where !expected.contains(row) {
            Issue.record("not expected: \(row)", sourceLocation: location)
        }
    }

    @Test(arguments: tables) func columns(_ table: String) throws {
        let found = try rows(
            """
            select a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'f' else 't' end,
                coalesce(pg_get_expr(d.adbin, d.adrelid), ''), coalesce(col_description(a.attrelid, a.attnum), ''),
                a.attidentity, a.attgenerated
            from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
            where a.attrelid = ('public.' || $1)::regclass and a.attnum > 0 and not a.attisdropped
            order by a.attnum
            """, table)
        #expect(
            found
                == (try expected(
                    "columns", table, ["column", "type", "nullable", "default", "comment", "identity", "generated"])))
    }

    @Test(arguments: tables) func constraints(_ table: String) throws {
        let found = try rows(
            """
            select c.conname,
                case c.contype when 'p' then 'pk' when 'u' then 'unique' when 'c' then 'check' when 'f' then 'fk' end,
                (select string_agg(a.attname, ';' order by k.n) from unnest(c.conkey) with ordinality k (a, n)
                    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.a),
                case when c.confrelid = 0 then '' else c.confrelid::regclass::text end,
                coalesce((select string_agg(a.attname, ';' order by k.n) from unnest(c.confkey) with ordinality k (a, n)
                    join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.a), ''),
                case when c.contype <> 'f' then '' when c.confdeltype = 'a' then 'NO ACTION'
                    when c.confdeltype = 'c' then 'CASCADE' when c.confdeltype = 'n' then 'SET NULL' end,
                case when c.condeferrable then 't' else 'f' end, case when c.convalidated then 't' else 'f' end,
                case when c.contype = 'c' then pg_get_constraintdef(c.oid) else '' end
            from pg_constraint c where c.conrelid = ('public.' || $1)::regclass
                and c.contype <> 'n' -- from 18 on, what the columns say
            """, table)
        compare(
            found,
            try expected(
                "constraints", table,
                [
                    "name", "kind", "columns", "ref_table", "ref_columns", "on_delete", "deferrable", "validated",
                    "check_expression",
                ]))
    }

    @Test(arguments: tables) func indexes(_ table: String) throws {
        let found = try rows(
            """
            select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = $1
            """, table)
        compare(found, try expected("indexes", table, ["index", "definition"]))
    }

    @Test(arguments: triggered) func triggers(_ table: String) throws {
        let found = try rows(
            """
            select t.tgname, pg_get_triggerdef(t.oid), case when p.prosecdef then 't' else 'f' end, t.tgenabled
            from pg_trigger t join pg_proc p on p.oid = t.tgfoid
            where t.tgrelid = ('public.' || $1)::regclass and not t.tgisinternal
            """, table)
        compare(found, try expected("triggers", table, ["trigger", "definition", "security_definer", "enabled"]))
    }

    @Test(arguments: tables) func policies(_ table: String) throws {
        let found = try rows(
            """
            select policyname, permissive, cmd, array_to_string(roles, ';'), coalesce(qual, ''), coalesce(with_check, '')
            from pg_policies where schemaname = 'public' and tablename = $1
            """, table)
        compare(
            found,
            try expected("policies", table, ["policy", "permissive", "cmd", "roles", "using_expr", "with_check"]))
    }

    @Test(arguments: tables) func grants(_ table: String) throws {
        let found = try rows(
            """
            select grantee, string_agg(privilege_type, ';' order by privilege_type)
            from information_schema.role_table_grants
            where table_schema = 'public' and table_name = $1 and grantee <> 'postgres' group by grantee
            """, table)
        compare(found, try expected("grants", table, ["grantee", "privileges"]))
    }

    @Test(arguments: tables) func rowLevelSecurity(_ table: String) throws {
        let found = try rows(
            """
            select case when relrowsecurity then 't' else 'f' end, case when relforcerowsecurity then 't' else 'f' end,
                coalesce(obj_description(oid, 'pg_class'), '')
            from pg_class where oid = ('public.' || $1)::regclass
            """, table)
        compare(found, try expected("tables", table, ["rls_enabled", "rls_forced", "comment"]))
    }

    @Test(arguments: enumerations)
    func labels(_ name: String) throws {
        let found = try rows(
            """
            select e.enumlabel from pg_enum e where e.enumtypid = ('public.' || $1)::regtype order by e.enumsortorder
            """, name
        ).map { $0[0] }
        let shared = try #require(Scratch.shared)
        #expect(
            found == (try Facts("enums", shared: shared).rows.filter { $0["enum"] == name }.map { $0["label"] ?? "" }))
    }

    @Test func functions() throws {
        let connection = try Scratch.connection(try FactsTests.database.get(), as: "postgres")
        let found = try connection.rows(
            """
            select p.proname, pg_get_function_identity_arguments(p.oid), l.lanname,
                case when p.prosecdef then 't' else 'f' end, p.provolatile::text, array_to_string(p.proconfig, ';')
            from pg_proc p join pg_language l on l.oid = p.prolang
            where p.pronamespace = 'public'::regnamespace order by 1
            """
        ).map { row in row.map { $0 ?? "" } }
        #expect(found.count == 20)
        let shared = try #require(Scratch.shared)
        let facts = try Facts("functions", shared: shared).rows.map { row in
            ["function", "args", "language", "security_definer", "volatility", "config"].map { row[$0] ?? "" }
        }
        for row in found { #expect(facts.contains(row), "\(row)") }
    }

    /// Who may execute a function, and the policies that call it.
    @Test func functionGrants() throws {
        let connection = try Scratch.connection(try FactsTests.database.get(), as: "postgres")
        let found = try connection.rows(
            """
            select p.proname, oidvectortypes(p.proargtypes), p.proowner::regrole,
                case when p.prosecdef then 't' else 'f' end,
                exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as g
                    where g.grantee = 0 and g.privilege_type = 'EXECUTE')::text,
                (select string_agg(r, ';' order by r) from unnest(array['anon', 'authenticated', 'postgres', 'service_role']) as r
                    where exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as g
                        where g.grantee = 0 or g.grantee = r::regrole)),
                coalesce((select string_agg(distinct c.relname, ';' order by c.relname)
                    from pg_depend d join pg_policy o on o.oid = d.objid join pg_class c on c.oid = o.polrelid
                    where d.classid = 'pg_policy'::regclass and d.refclassid = 'pg_proc'::regclass
                        and d.refobjid = p.oid and c.relnamespace = 'public'::regnamespace), '')
            from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1
            """
        ).map { row in row.map { $0 ?? "" } }
        #expect(found.count == 20)
        let shared = try #require(Scratch.shared)
        let facts = try Facts("function_grants", shared: shared).rows.map { row in
            var facts = [
                "function", "args", "owner", "security_definer", "public_may_execute", "may_execute", "in_policies_of",
            ].map { row[$0] ?? "" }
            // The facts name the arguments.
            facts[1] = facts[1].split(separator: ",").map {
                $0.split(separator: " ").dropFirst().joined(separator: " ")
            }
            .joined(separator: ", ")
            return facts
        }
        for row in found { #expect(facts.contains(row), "\(row)") }
    }

    /// What the administrator makes in public is open to the app's roles, unless it says otherwise.
    @Test func defaultPrivileges() throws {
        let connection = try Scratch.connection(try FactsTests.database.get(), as: "postgres")
        try connection.run("begin")
        try connection.run(
            "create table public.made (n int); create sequence public.counted; create function public.asked() returns int return 1"
        )
        for role in ["anon", "authenticated", "service_role"] {
            let rights = try connection.rows(
                """
                select bool_and(has_table_privilege($1, 'public.made', word))::text,
                    has_sequence_privilege($1, 'public.counted', 'usage, select, update')::text,
                    has_function_privilege($1, 'public.asked()', 'execute')::text
                from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as word
                """, [role])
            #expect(rights == [["true", "true", "true"]], "\(role)")
        }
        try connection.run("rollback")
    }

    /// Which roles may name objects of a schema, and which may make them.
    @Test(arguments: ["public", "auth", "storage"]) func schemas(_ name: String) throws {
        let connection = try Scratch.connection(try FactsTests.database.get(), as: "postgres")
        let rights = try connection.rows(
            """
            select string_agg(role, ' ' order by role) filter (where has_schema_privilege(role, $1, 'usage')),
                string_agg(role, ' ' order by role) filter (where has_schema_privilege(role, $1, 'create'))
            from unnest(array['anon', 'authenticated', 'service_role']) as role
            """, [name])
        #expect(rights == [["anon authenticated service_role", nil]])
        #expect(
            try connection.value(
                """
                select count(*) from pg_namespace, aclexplode(coalesce(nspacl, acldefault('n', nspowner))) as given
                where nspname = $1 and grantee = 0 and privilege_type = 'USAGE'
                """, [name]) == (name == "public" ? "1" : "0"))
    }

    @Test func metricTypes() throws {
        let connection = try Scratch.database("metric_types")
        _ = try SchemaPlan(pipelines: Scratch.pipelines).up(on: connection, place: .embedded)
        let found = try connection.rows(
            """
            select key, label, coalesce(unit, ''), format_kind, coalesce(digits::text, ''),
                coalesce(drop_leading_zero::text, ''), lower_is_better::text, coalesce(category, ''),
                coalesce(radar_order::text, '')
            from scorebook.metric_types where origin = 'app' order by registry_order
            """
        ).map { row in row.map { $0 ?? "" } }
        let shared = try #require(Scratch.shared)
        let columns = [
            "key", "label", "unit", "format_kind", "digits", "drop_leading_zero", "lower_is_better", "category",
            "radar_order",
        ]
        #expect(
            found == (try Facts("metric_registry", shared: shared).rows.map { row in columns.map { row[$0] ?? "" } }))
        #expect(found.count == 67)
    }
}
