import Postgres
import Proving
import Records
import Reporting
import Testing

/// What the app's own triggers would do to a family's past, and do not; each with the proof that they do it otherwise.
@Suite struct SideEffectsTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch(.used) }

    private func load(_ tables: [Migration.Copy]) throws -> (rejected: Int, warnings: [String: Int]) {
        let path = try scratch.file("dump.sql", Migration.dump(tables))
        var attempt = Attempt(.run, [path])
        attempt.owner = "payload"
        let report = attempt.execute(on: scratch).report
        #expect(report.units.map(\.status) == [report.ledger.rejected == 0 ? .loaded : .loadedWithRejects])
        #expect(report.ledger.balances)
        return (
            report.ledger.rejected, Dictionary(report.warnings.map { ($0.name, $0.count) }, uniquingKeysWith: +)
        )
    }

    private func count(_ table: String) throws -> Int {
        try scratch.openPlatform().value("select count(*) from \(table) as entry where \(Ground.ours("entry"))").flatMap
        { Int($0) }
            ?? -1
    }

    private func statuses() throws -> [String?] {
        try scratch.rows(
            """
            select name || ' ' || coalesce(status::text, '-') || ' ' || coalesce(status_changed_at::text, '-')
            from public.schools where name like 'School %' order by name
            """
        ).map { $0[0] }
    }

    @Test func aLoadTellsNobodyAndAdvancesNothing() throws {
        let tables = Migration.family() + Migration.schools(["researching", "visiting"], written: 2) + Migration.dated
        let (rejected, warnings) = try load(tables)
        #expect(rejected == 0)
        #expect(try count("public.interactions") == 2)
        #expect(try count("public.notifications") == 0)
        #expect(try count("net.http_request_log") == 0)
        #expect(try count("public.school_status_history") == 0)
        #expect(try statuses() == ["School 0 researching -", "School 1 visiting -"])
        #expect(warnings["suppressed: notifications of messages of coaches, and their pushes"] == 2)
        #expect(warnings["suppressed: notifications of offers, and their pushes"] == 2)
        #expect(warnings["kept as it was: status of schools that the app would have advanced"] == 1)
    }

    @Test func theAppsOwnWritesStillTellAndAdvance() throws {
        _ = try load(Migration.family() + Migration.schools(["researching"], written: 0))
        let connection = try scratch.open(user: "postgres")
        try connection.run(
            """
            insert into public.interactions (school_id, type, direction, occurred_at, logged_by)
            values ('\(Migration.school(0))', 'email', 'inbound', now(), '\(Migration.nora)');
            insert into public.offers (user_id, school_id, offer_type, family_unit_id)
            values ('\(Migration.nora)', '\(Migration.school(0))', 'partial', '\(Migration.family)')
            """)
        #expect(try count("public.notifications") == 3)
        #expect(try count("net.http_request_log") == 3)
        #expect(try count("public.school_status_history") == 1)
        #expect(try statuses().first??.hasPrefix("School 0 contacted 20") == true)
    }

    /// Who is not of the loader's role cannot silence the app.
    @Test func onlyTheLoaderCanBeQuiet() throws {
        let connection = try scratch.open(user: "authenticator")
        let sql = "insert into public.notifications (user_id, type, title) values ('\(Ground.maya)', 'event', 'x')"
        try connection.run("set role service_role; set scorebook.quiet = 'on'")
        #expect(try connection.run(sql) == 1)
        #expect(try count("public.notifications") == 1)
        let loader = try scratch.open(user: EmbeddedCluster.loader)
        try loader.run("set scorebook.quiet = 'on'")
        let refused = #expect(throws: DatabaseError.self) { try loader.run(sql) }
        #expect(refused?.kind == .insufficientPrivilege)
    }

    @Test func datesAndFamiliesAreCarriedOver() throws {
        let (_, warnings) = try load(
            Migration.family() + Migration.schools(["contacted"], written: 1) + Migration.dated)
        #expect(warnings["coaches_present: dangling ids removed"] == 1)
        for table in ["users", "schools", "interactions", "events", "offers", "performance_metrics"] {
            let dates = try scratch.rows(
                "select distinct created_at at time zone 'UTC' from public.\(table) where id::text like '7e0c%'")
            #expect(dates == [["2025-02-03 10:00:00"]], "\(table)")
        }
        #expect(
            try scratch.value("select offer_date from public.offers as o where \(Ground.ours("o"))") == "2025-03-02")
        for table in ["events", "offers", "coaches", "performance_metrics"] {
            let families = try scratch.rows(
                "select distinct family_unit_id from public.\(table) where id::text like '7e0c%'")
            #expect(families == [[Migration.family]], "\(table)")
        }
        #expect(
            try scratch.value("select event_id from public.performance_metrics where id = '\(Migration.metric)'")
                == Migration.event)
        #expect(
            try scratch.value("select coaches_present from public.events where id = '\(Migration.event)'")
                == "{\(Migration.coach(0))}")
    }

    @Test func aMinorIsBornOnceSheIsInAFamily() throws {
        let (rejected, _) = try load(Migration.family(born: "2011-05-06"))
        #expect(rejected == 0)
        #expect(
            try scratch.value("select date_of_birth from public.users where id = '\(Migration.nora)'") == "2011-05-06")
        // The app itself refuses her in one statement, without a family.
        let connection = try scratch.open(user: "postgres")
        try connection.run(
            "insert into auth.users (id, email) values ('7e0c0000-0000-4000-8000-0000000009a1', 'x@example.org')")
        #expect(throws: DatabaseError.self) {
            try connection.run(
                """
                insert into public.users (id, email, role, date_of_birth)
                values ('7e0c0000-0000-4000-8000-0000000009a1', 'x@example.org', 'player', '2011-05-06')
                """)
        }
    }

    @Test func aMinorWithoutFamilyAndAChildAreRejected() throws {
        #expect(try load(Migration.family(born: "2011-05-06", members: [Migration.ana])).rejected == 1)
        #expect(try scratch.value("select count(*) from public.users where id = '\(Migration.nora)'") == "0")
        let child = try Scratch(.used)
        let path = try child.file("dump.sql", Migration.dump(Migration.family(born: "2020-05-06")))
        var attempt = Attempt(.run, [path])
        attempt.owner = "payload"
        let report = attempt.execute(on: child).report
        #expect(report.rejects.contains { $0.field == "date_of_birth" && $0.code == .crossRecord })
    }

    /// Preferences do not write over what the source says of the athlete.
    @Test func preferencesDoNotChangeTheAthlete() throws {
        let preferences = Migration.Copy(
            name: "user_preferences", columns: "id, user_id, category, data",
            rows: [["7e0c0000-0000-4000-8000-0000000009b1", Migration.nora, "player", "{\"height_inches\": \"70\"}"]])
        _ = try load(Migration.family() + [preferences])
        #expect(try scratch.value("select height_inches from public.users where id = '\(Migration.nora)'") == nil)
        try scratch.open(user: "postgres").run(
            "update public.user_preferences set data = data || '{\"weight_lbs\": \"150\"}'")
        #expect(try scratch.value("select weight_lbs from public.users where id = '\(Migration.nora)'") == "150")
    }

    struct Status: Sendable, CustomTestStringConvertible {
        var old: String
        var written: Int
        var new: String
        var favourite = "f"
        var testDescription: String { "\(old), \(written)" }
    }

    static let mapped = [
        Status(old: "interested", written: 1, new: "contacted", favourite: "t"),
        Status(old: "interested", written: 0, new: "researching", favourite: "t"),
        Status(old: "recruited", written: 0, new: "visiting"),
        Status(old: "camp_invite", written: 0, new: "visiting"),
        Status(old: "official_visit_invited", written: 1, new: "visiting"),
        Status(old: "official_visit_scheduled", written: 1, new: "visiting"),
        Status(old: "declined", written: 0, new: "not_pursuing"),
        Status(old: "committed", written: 1, new: "committed"),
        Status(old: "researching", written: 1, new: "researching"),
    ]

    @Test(arguments: mapped) func statusesOfOldAreMapped(_ status: Status) throws {
        _ = try load(Migration.family() + Migration.schools([status.old], written: status.written))
        let row = try scratch.rows("select status, is_favorite from public.schools where name = 'School 0'")
        #expect(row == [[status.new, status.favourite]])
    }
}
