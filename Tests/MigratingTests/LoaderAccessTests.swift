import Migrating
import Postgres
import Serving
import Testing

/// What the loader's role may do on a database of ours, and what nobody else may.
@Suite struct LoaderAccessTests {
    static let database: Result<String, any Error> = Result {
        let connection = try Scratch.app("loader")
        _ = try SchemaPlan(pipelines: Scratch.pipelines).up(on: connection, place: .elsewhere)
        try connection.run(
            """
            insert into auth.users (id, email) values
                ('\(first)', 'first@example.org'), ('\(second)', 'second@example.org');
            insert into public.users (id, email, role) values
                ('\(first)', 'first@example.org', 'player'), ('\(second)', 'second@example.org', 'player');
            insert into public.family_units (id) values ('\(family)');
            insert into public.family_members (family_unit_id, user_id, role) values ('\(family)', '\(first)', 'player');
            insert into public.performance_metrics (id, user_id, recorded_date, metric_type) values
                ('\(firstMetric)', '\(first)', '2025-01-01', 'velocity'),
                ('\(secondMetric)', '\(second)', '2025-01-01', 'velocity');
            insert into public.schools (id, user_id, name) values
                ('\(firstSchool)', '\(first)', 'North'), ('\(secondSchool)', '\(second)', 'South');
            insert into public.school_status_history (school_id, new_status, changed_by) values
                ('\(firstSchool)', 'contacted', '\(second)'), ('\(secondSchool)', 'contacted', '\(second)')
            """)
        return "loader"
    }

    static let first = "00000000-0000-4000-8000-000000000001"
    static let second = "00000000-0000-4000-8000-000000000002"
    static let family = "00000000-0000-4000-8000-0000000000f1"
    static let firstMetric = "00000000-0000-4000-8000-0000000000a1"
    static let secondMetric = "00000000-0000-4000-8000-0000000000a2"

    static let firstSchool = "00000000-0000-4000-8000-0000000000b1"
    static let secondSchool = "00000000-0000-4000-8000-0000000000b2"

    private func loader(owners: [String] = []) throws -> Connection {
        let connection = try Scratch.connection(try LoaderAccessTests.database.get(), as: EmbeddedCluster.loader)
        _ = try connection.rows(
            "select set_config('scorebook.owners', $1, false)", [owners.joined(separator: ",")])
        return connection
    }

    @Test func theRoleHasNoRightsOfItsOwn() throws {
        let row: [[String?]] = try loader().rows(
            """
            select rolsuper, rolbypassrls, rolinherit, rolcreaterole, rolcreatedb, rolreplication,
                (select count(*) from pg_catalog.pg_class where relowner = role.oid)
            from pg_catalog.pg_roles as role where rolname = current_user
            """)
        #expect(row == [["f", "f", "f", "f", "f", "f", "0"]])
    }

    /// The page that an operator reads says of each table what the catalogue says.
    @Test func documentationListsEveryPrivilege() throws {
        let page = Scratch.text(of: "\(Scratch.package)/Documentation/security.md")
        let documented = page.split(separator: "\n").filter { $0.hasPrefix("| `public.") }.map(String.init)
        let granted = try loader().rows(
            """
            select '| `public.' || c.relname || '` | ' || string_agg(
                verb || case when has_table_privilege(c.oid, verb) then '' else '*' end, ', ' order by place) || ' |'
            from pg_catalog.pg_class as c
            cross join unnest(array['select', 'insert', 'update', 'delete']) with ordinality as verbs (verb, place)
            where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
                and case verb when 'delete' then has_table_privilege(c.oid, verb)
                    else has_any_column_privilege(c.oid, verb) end
            group by c.relname order by c.relname
            """
        ).compactMap { $0[0] }
        #expect(documented == granted)
    }

    @Test func onOurOwnClusterTheLoaderAloneHasTemporaryTables() throws {
        let connection = try Scratch.database("temporary")
        _ = try SchemaPlan(pipelines: Scratch.pipelines).up(on: connection, place: .embedded)
        let sql = "select has_database_privilege($1, current_database(), 'temporary')"
        #expect(try connection.value(sql, [EmbeddedCluster.loader]) == "t")
        for role in ["anon", "authenticated", "service_role", "authenticator", "scorebook_owner"] {
            #expect(try connection.value(sql, [role]) == "f", "\(role)")
        }
    }

    @Test func onlyDeclaredOwnersAreSeen() throws {
        let sql = "select id from public.performance_metrics order by id"
        #expect(try loader().rows(sql).isEmpty)
        #expect(try loader(owners: [Self.second]).rows(sql) == [[Self.secondMetric]])
        #expect(try loader(owners: [Self.first, Self.second]).rows(sql).count == 2)
    }

    @Test func anIdOfSomebodyElseIsKnownButNotReadable() throws {
        let connection = try loader(owners: [Self.first])
        #expect(
            try connection.rows(
                "select user_id from scorebook.performance_metrics_keys where id = $1", [Self.secondMetric])
                == [[Self.second]])
        #expect(
            try connection.run("delete from public.performance_metrics where id = $1", [Self.secondMetric]) == 0)
    }

    @Test func rowsOfOthersAreNotWritten() throws {
        let sql = """
            insert into public.performance_metrics (user_id, recorded_date, metric_type)
            values ($1, '2025-02-02', 'velocity')
            """
        let connection = try loader(owners: [Self.first])
        let error = #expect(throws: DatabaseError.self) { try connection.run(sql, [Self.second]) }
        #expect(error?.kind == .insufficientPrivilege)
        try connection.run("begin")
        #expect(try connection.run(sql, [Self.first]) == 1)
        #expect(
            try connection.value(
                "select family_unit_id from public.performance_metrics where recorded_date = '2025-02-02'")
                == Self.family)
        try connection.run("rollback")
    }

    /// Whose school it is decides, whoever changed its status.
    @Test func statusHistoryIsThatOfTheSchoolsOwner() throws {
        let connection = try loader(owners: [Self.first])
        let schools = "select school_id from public.school_status_history"
        let insert =
            "insert into public.school_status_history (school_id, new_status, changed_by) values ($1, 'visiting', $2)"
        #expect(try connection.rows(schools) == [[Self.firstSchool]])
        #expect(throws: DatabaseError.self) { try connection.run(insert, [Self.secondSchool, Self.second]) }
        #expect(throws: DatabaseError.self) {
            try connection.run(
                "update public.school_status_history set school_id = $1, changed_by = $2",
                [Self.secondSchool, Self.second])
        }
        try connection.run("begin")
        #expect(try connection.run(insert, [Self.firstSchool, Self.second]) == 1)
        #expect(try connection.run("update public.school_status_history set notes = 'x'") == 2)
        #expect(try connection.run("delete from public.school_status_history") == 2)
        try connection.run("rollback")
        #expect(try loader().rows(schools).isEmpty)
        #expect(try loader(owners: [Self.second]).rows(schools).count == 2)
    }

    static let forbidden = [
        "select full_name from public.users", "select date_of_birth from public.users",
        "select * from scorebook.family_members_entry", "select * from auth.users",
        "select auth.open_accounts('{}', '{}')",
        "insert into public.events (type, name, start_date, user_id) values ('game', 'x', '2025-01-01', null)",
        "create table public.mine (n int)", "create table scorebook.mine (n int)",
        "insert into public.users (id, email, role) values ('\(second)', 'x@example.org', 'parent')",
        "set role scorebook_owner", "set role postgres", "set session_replication_role to replica",
        "delete from scorebook.units", "update scorebook.metric_types set label = ''",
        "truncate public.performance_metrics", "update scorebook.units set owner_scope = null",
        "update scorebook.units set inserted = 0", "update scorebook.runs set purged_at = now()",
        "update scorebook.rejects set raw = null", "select * from scorebook.owner_addresses",
        "insert into scorebook.owner_addresses (owner, address) values ('\(second)', 'e')",
        "select * from scorebook.forget_owner('\(second)')",
    ]

    @Test(arguments: forbidden) func isForbidden(_ sql: String) throws {
        let error = #expect(throws: DatabaseError.self) { try loader(owners: [Self.first]).run(sql) }
        #expect(error?.kind == .insufficientPrivilege)
    }

    @Test func membershipsOfOthersAreNotAdded() throws {
        let sql = """
            insert into scorebook.family_members_entry (family_unit_id, user_id, role)
            values ('\(Self.family)', '\(Self.second)', 'parent')
            """
        #expect(throws: DatabaseError.self) { try loader(owners: [Self.first]).run(sql) }
        // Nobody enters a family by declaring only oneself; a migration declares the families that its rows name.
        #expect(throws: DatabaseError.self) { try loader(owners: [Self.second]).run(sql) }
        let connection = try loader(owners: [Self.second, Self.family])
        try connection.run("begin")
        #expect(try connection.run(sql) == 1)
        try connection.run("rollback")
    }

    /// A row with somebody else's family would be seen, or could be seen, by that family.
    static let foreignFamilies = [
        "public.schools (user_id, name, family_unit_id) values ('\(second)', 'X', '\(family)')",
        "public.coaches (user_id, school_id, role, first_name, last_name, family_unit_id) "
            + "values ('\(second)', '\(secondSchool)', 'head', 'X', 'Y', '\(family)')",
        "public.events (user_id, type, name, start_date, family_unit_id) "
            + "values ('\(second)', 'game', 'X', '2025-01-01', '\(family)')",
        "public.interactions (logged_by, school_id, type, direction, occurred_at, family_unit_id) "
            + "values ('\(second)', '\(secondSchool)', 'email', 'outbound', '2025-01-01', '\(family)')",
        "public.interactions (logged_by, school_id, type, direction, occurred_at) "
            + "values ('\(second)', '\(firstSchool)', 'email', 'outbound', '2025-01-01')",
        "public.offers (user_id, school_id, offer_type, family_unit_id) "
            + "values ('\(second)', '\(secondSchool)', 'partial', '\(family)')",
        "public.documents (user_id, type, title, file_url, uploaded_by, family_unit_id) "
            + "values ('\(second)', 'resume', 'X', 'x', '\(second)', '\(family)')",
        "public.video_links (user_id, platform, url, family_unit_id) "
            + "values ('\(second)', 'youtube', 'https://video.example/1', '\(family)')",
        "public.player_profiles (user_id, hash_slug, family_unit_id) values ('\(second)', 'abc123', '\(family)')",
        "public.performance_metrics (user_id, recorded_date, metric_type, family_unit_id) "
            + "values ('\(second)', '2025-01-01', 'velocity', '\(family)')",
        "public.school_status_history (school_id, new_status, changed_by) "
            + "values ('\(firstSchool)', 'contacted', '\(second)')",
    ]

    @Test(arguments: foreignFamilies) func rowsOfOtherFamiliesAreNotAdded(_ row: String) throws {
        let error = #expect(throws: DatabaseError.self) {
            try loader(owners: [Self.second]).run("insert into \(row)")
        }
        #expect(error?.kind == .insufficientPrivilege)
    }

    @Test(arguments: [
        "public.schools", "public.coaches", "public.events", "public.interactions", "public.offers", "public.documents",
        "public.video_links", "public.performance_metrics",
    ]) func rowsStayInTheirFamily(_ table: String) throws {
        let error = #expect(throws: DatabaseError.self) {
            try loader(owners: [Self.first]).run("update \(table) set family_unit_id = '\(Self.family)'")
        }
        #expect(error?.kind == .insufficientPrivilege)
    }

    @Test(arguments: [
        "is_admin = true", "role = 'parent'", "is_preview_mode = true", "guardian_consent_at = now()",
        "guardian_consent_by = '\(second)'", "guardian_consent_terms_version = '1'",
    ]) func onlyAMigrationSetsRolesAndConsent(_ assignment: String) throws {
        let connection = try loader(owners: [Self.first])
        let sql = "update public.users set \(assignment) where id = '\(Self.first)'"
        let error = #expect(throws: DatabaseError.self) { try connection.run(sql) }
        #expect(error?.kind == .insufficientPrivilege)
        try connection.run("begin; set local scorebook.ownership = 'payload'")
        #expect(try connection.run(sql) == 1)
        try connection.run("rollback")
        #expect(try connection.run("update public.users set full_name = 'X' where id = '\(Self.first)'") == 1)
    }

    /// A condition of the caller's is asked of no row that the view does not show.
    @Test func conditionsDoNotSeeBehindTheViews() throws {
        let connection = try loader(owners: [Self.first])
        try connection.run(
            """
            create function pg_temp.peek(one anyelement) returns boolean language plpgsql cost 0.0000001 as $$
            begin
                raise exception 'seen';
            end
            $$
            """)
        let views = try connection.rows(
            """
            select c.oid::regclass from pg_catalog.pg_class as c
            where c.relnamespace = 'scorebook'::regnamespace and c.relkind = 'v' and c.relname like '%\\_rows'
            """
        ).compactMap { $0[0] }
        #expect(views.count > 15)
        for view in views {
            let isGuarded = try connection.value(
                "select 'security_barrier=true' = any (reloptions) from pg_catalog.pg_class where oid = $1::regclass",
                [view])
            #expect(isGuarded == "t", "\(view)")
        }
        let peek = "select count(*) from scorebook.performance_metrics_rows as r where pg_temp.peek(r.id)"
        #expect(try loader().value("select count(*) from scorebook.performance_metrics_rows") == "0")
        _ = try connection.rows("select set_config('scorebook.owners', '', false)")
        #expect(try connection.value(peek) == "0")
    }

    /// Grants are not all that keeps the private tables: a role that was granted too much sees nothing.
    @Test func privateTablesHaveRowLevelSecurity() throws {
        let connection = try Scratch.connection(try LoaderAccessTests.database.get(), as: "postgres")
        let open = try connection.rows(
            """
            select c.relname from pg_catalog.pg_class as c
            where c.relnamespace = 'scorebook'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
            """)
        #expect(open.isEmpty, "\(open)")
        try connection.run(
            """
            begin;
            insert into scorebook.runs (mode, database) values ('run', 'x');
            grant usage on schema scorebook to authenticated;
            grant select on all tables in schema scorebook to authenticated;
            set local role authenticated
            """)
        for table in ["schema_migrations", "runs", "metric_types", "photo_stores"] {
            #expect(try connection.value("select count(*) from scorebook.\(table)") == "0", "\(table)")
        }
        try connection.run("rollback")
    }

    static let allowed = [
        "select id, email, timezone, role from public.users", "select * from scorebook.lineage",
        "create temp table staging (n int) on commit delete rows",
        "select id, name, start_date from public.events", "select scorebook.as_of()",
        "select key from scorebook.metric_types", "select user_id, family_unit_id from public.family_members",
        "select scorebook.local_today('\(first)')", "select * from scorebook.user_zones",
        "insert into scorebook.runs (mode, database) values ('run', 'embedded/scorebook')",
    ]

    @Test(arguments: allowed) func isAllowed(_ sql: String) throws {
        try loader(owners: [Self.first]).run(sql)
    }

    @Test(arguments: ["anon", "authenticated", "service_role"]) func othersSeeNothingOfOurs(_ role: String) throws {
        let connection = try Scratch.connection(try LoaderAccessTests.database.get(), as: "postgres")
        try connection.run("set role \(role)")
        for sql in ["select * from scorebook.units", "select scorebook.as_of()"] {
            let error = #expect(throws: DatabaseError.self) { try connection.run(sql) }
            #expect(error?.kind == .insufficientPrivilege)
        }
        let open = try connection.rows(
            """
            select object.relname from pg_catalog.pg_class as object
            where object.relnamespace = 'scorebook'::regnamespace
                and has_table_privilege(object.oid, 'select, insert, update, delete')
            """)
        #expect(open.isEmpty)
    }

    @Test func ownersAreComputedOnceAStatement() throws {
        let connection = try loader(owners: [Self.first])
        let plan = try connection.rows("explain select * from public.performance_metrics")
        #expect(plan.contains { $0[0]?.contains("hashed SubPlan") == true }, "\(plan)")
    }

    @Test func theSameUnitIsLoadedOnce() throws {
        let connection = try loader()
        let run = try #require(
            try connection.value(
                "insert into scorebook.runs (mode, database) values ('run', 'embedded/scorebook') returning id",
                as: String.self))
        let sql = """
            insert into scorebook.units (run_id, ledger_key, source, sha256, bytes, owner_scope, status)
            values ($1, '\\x01', 'a.csv', '\\x02', 3, 'someone', $2)
            """
        try connection.run(sql, [run, "failed"])
        try connection.run(sql, [run, "loaded"])
        let error = #expect(throws: DatabaseError.self) { try connection.run(sql, [run, "loaded"]) }
        #expect(error?.constraint == "units_loaded_once")
        try connection.run("update scorebook.units set status = 'rolled_back' where status = 'loaded'")
        try connection.run(sql, [run, "loaded"])
        let unbalanced = #expect(throws: DatabaseError.self) {
            try connection.run(
                """
                insert into scorebook.units (
                    run_id, ledger_key, source, sha256, bytes, owner_scope, status, read, finished_at
                ) values ($1, '\\x03', 'b.csv', '\\x03', 3, 'someone', 'loaded', 1, now())
                """, [run])
        }
        #expect(unbalanced?.constraint == "units_balance_check")
    }
}
