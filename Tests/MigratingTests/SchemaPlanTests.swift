import Glibc
import Migrating
import Postgres
import Serving
import Testing

@Suite struct SchemaPlanTests {
    let plan: SchemaPlan

    init() throws { plan = try SchemaPlan(pipelines: Scratch.pipelines) }

    @Test func expectationsAreWhatOurFilesMake() throws {
        let connection = try Scratch.database("expectations")
        for file in plan.files where file.layer < .scorebook { try connection.run(file.sql) }
        let made = try plan.expectations(on: connection)
        let path = "\(Scratch.pipelines)/app/expected.csv"
        if getenv("SCOREBOOK_RECORD") != nil {
            let file = try #require(fopen(path, "we"))
            fputs(made, file)
            fclose(file)
        }
        #expect(Scratch.text(of: path) == made, "record it with SCOREBOOK_RECORD=1")
    }

    @Test func upMakesAllAndASecondNothing() throws {
        let connection = try Scratch.database("twice")
        #expect(try !plan.status(on: connection, place: .embedded).isCurrent)
        let first = try plan.up(on: connection, place: .embedded)
        #expect(first.applied == plan.files.map(\.name))
        #expect(first.remarks.isEmpty)
        #expect(try plan.status(on: connection, place: .embedded).isCurrent)
        let second = try plan.up(on: connection, place: .embedded)
        #expect(second == SchemaChange())
        #expect(try plan.verify(on: connection).isEmpty)
    }

    @Test func elsewhereOnlyOursIsMadeAndAnnounced() throws {
        let connection = try Scratch.app("elsewhere")
        var announced: [SchemaAnnouncement] = []
        let change = try plan.up(on: connection, place: .elsewhere) { announced = $0 }
        #expect(change.applied.allSatisfy { !$0.hasPrefix("app/") && !$0.hasPrefix("supabase/") })
        #expect(announced == change.announcements)
        #expect(announced.contains { $0.kind == "policy" && $0.table == "public.performance_metrics" })
        #expect(announced.contains { $0.kind == "grant" && $0.name.hasPrefix("scorebook_loader") })
        #expect(announced.allSatisfy { $0.name.hasPrefix("scorebook") })
        #expect(try plan.up(on: connection, place: .elsewhere) == SchemaChange())
    }

    /// As on Supabase, where the administrator may make roles and owns the app's tables, and is no superuser.
    @Test func anAdministratorWithoutSuperuserRights() throws {
        let connection = try Scratch.app("administrator")
        #expect(
            try connection.rows(
                "select rolsuper, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user")
                == [["f", "t", "t"]])
        let change = try plan.up(on: connection, place: .elsewhere)
        #expect(change.applied.count == plan.files(for: .elsewhere).count)
        #expect(try plan.up(on: connection, place: .elsewhere).applied.isEmpty)
        #expect(
            try connection.rows(
                """
                select relname from pg_catalog.pg_class
                where relnamespace = 'scorebook'::regnamespace and relowner <> 'scorebook_owner'::regrole
                    and relname <> 'family_members_entry'
                """
            ).isEmpty)
    }

    @Test func aRefusedAnnouncementLeavesNothing() throws {
        let connection = try Scratch.app("refused")
        #expect(throws: DatabaseError.self) {
            try plan.up(on: connection, place: .elsewhere) { _ in throw DatabaseError(.usage, "no") }
        }
        #expect(try connection.value("select to_regnamespace('scorebook')") == nil)
    }

    struct Change: Sendable, CustomTestStringConvertible {
        var sql: String
        var message: String
        var testDescription: String { message }
    }

    static let changes = [
        Change(
            sql: "alter table public.performance_metrics alter column value type double precision",
            message: "public.performance_metrics.value: type is double precision, expected numeric"),
        Change(
            sql: "alter table public.performance_metrics drop column notes",
            message: "public.performance_metrics.notes: column is missing, expected text"),
        Change(
            sql: "alter table public.performance_metrics alter column unit set not null",
            message: "public.performance_metrics.unit: nullable is no, expected yes"),
        Change(
            sql: "alter table public.performance_metrics alter column verified drop default",
            message: "public.performance_metrics.verified: default is none, expected false"),
        Change(
            sql: "alter table public.performance_metrics add column device text not null",
            message: "public.performance_metrics.device: column is unknown to us, required, and has no default"),
        Change(
            sql: "alter table public.performance_metrics disable row level security",
            message: "public.performance_metrics: row-level security is off, expected on"),
        Change(
            sql: "alter table public.users drop constraint gpa_range_check",
            message:
                "public.users.gpa_range_check: constraint is missing, expected "
                + "CHECK ((((gpa >= 0.0) AND (gpa <= 5.0)) OR (gpa IS NULL)))"),
        Change(sql: "drop table public.performance_metrics", message: "public.performance_metrics: table is missing"),
    ]

    @Test(arguments: changes) func aDifferenceIsNamedAndRefused(_ change: Change) throws {
        let connection = try Scratch.app("differs \(change.message.prefix(50))", .bare)
        try connection.run(change.sql)
        let error = #expect(throws: SchemaError.self) { try plan.up(on: connection, place: .elsewhere) }
        guard case .differs(let differences) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(differences.map(\.description) == [change.message])
    }

    @Test func allDifferencesAreToldAtOnce() throws {
        let connection = try Scratch.database("many")
        let error = #expect(throws: SchemaError.self) { try plan.up(on: connection, place: .elsewhere) }
        #expect(error?.description.split(separator: "\n").count == 23)
    }

    @Test func aMissingIndexIsARemark() throws {
        let connection = try Scratch.app("remark")
        try connection.run("drop index public.idx_users_email; drop policy \"Public can read sports\" on public.sports")
        let change = try plan.up(on: connection, place: .elsewhere)
        #expect(change.remarks.map(\.object) == ["Public can read sports", "idx_users_email"])
    }

    @Test func aWrappedPolicyIsNoRemark() throws {
        let connection = try Scratch.app("wrapped")
        try connection.run(Scratch.text(of: "\(Scratch.package)/contrib/supabase/wrapped-policies.sql"))
        let isWrapped = """
            select count(*) from pg_catalog.pg_policies
            where tablename = 'schools' and qual like '%( SELECT auth.uid() AS uid)%'
            """
        #expect(try connection.value(isWrapped) == "4")
        #expect(try plan.up(on: connection, place: .elsewhere).remarks.isEmpty)
        try connection.run(
            "alter policy \"Users can view own profile\" on public.users using (id = (select auth.uid()))")
        #expect(try plan.verify(on: connection).map(\.object) == ["Users can view own profile"])
    }

    @Test func aFileChangedAfterItWasAppliedIsRefused() throws {
        let connection = try Scratch.database("changed")
        _ = try plan.up(on: connection, place: .embedded)
        try connection.run("update scorebook.schema_migrations set sha256 = '' where file = 'scorebook/040_runs.sql'")
        let error = #expect(throws: SchemaError.self) { try plan.up(on: connection, place: .embedded) }
        #expect(error?.description.contains("scorebook/040_runs.sql") == true)
    }
}
