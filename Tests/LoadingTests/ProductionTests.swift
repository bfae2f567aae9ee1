import Postgres
import Proving
import Records
import Reporting
import Testing

/// What the proofs stand on: a server like production, on which whoever logs in loads as the loader.
@Suite struct ProductionTests {
    @Test func `The server is as production has it`() throws {
        let scratch = try Scratch(.used)
        let connection = try scratch.open()
        let facts: [[String?]] = try connection.rows(
            """
            select (select reset_val from pg_catalog.pg_settings where name = 'jit'), current_user,
                (select rolsuper from pg_catalog.pg_roles where rolname = current_user),
                pg_catalog.pg_has_role(current_user, 'scorebook_owner', 'usage'),
                (select relowner::regrole from pg_catalog.pg_class where oid = 'public.users'::regclass),
                pg_catalog.has_schema_privilege('scorebook_loader', 'auth', 'usage')
            """)
        #expect(facts == [["on", "postgres", "f", "t", "postgres", "f"]])
        let stripped = try connection.value(
            """
            select pg_catalog.string_agg(proname, ' ' order by proname) from pg_catalog.pg_proc
            where pronamespace = 'public'::regnamespace and proname in (
                    'get_user_family_ids', 'family_unit_created_by', 'user_is_family_member', 'safe_jsonb_extract')
                and not exists (select from pg_catalog.aclexplode(proacl) where grantee = 0)
            """)
        #expect(stripped == "family_unit_created_by get_user_family_ids user_is_family_member")
    }

    @Test(arguments: [EmbeddedCluster.loader, "postgres"])
    func `Whoever logs in, rows are those that a load brings, and the neighbours' stay`(user: String) throws {
        let scratch = try Scratch(.used)
        let before = try scratch.neighbours()
        #expect(before.count > 10)
        var attempt = Attempt(
            .run, ["metric-log.csv", "schools-rows.csv", "strong.csv"].map { "\(Ground.samples)/\($0)" })
        attempt.user = user
        let report = attempt.execute(on: scratch).report
        #expect(report.ledger.inserted > 0 && report.ledger.balances)
        #expect(
            report.units.allSatisfy { [.loaded, .loadedWithRejects].contains($0.status) } && report.units.count == 3)
        #expect(try scratch.neighbours() == before)
        #expect(try scratch.wrongSummaries() == [])
        let undone = try Program.run(["rollback", report.run], environment: ["DATABASE_URL": scratch.url(user: user)])
        #expect(undone.code == 0, "\(undone.complaints)")
        #expect(try scratch.neighbours() == before)
    }
}
