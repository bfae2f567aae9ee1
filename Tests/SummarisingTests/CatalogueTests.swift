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
