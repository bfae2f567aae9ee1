import Glibc
import Migrating
import Postgres
import Testing

/// What others change of our own objects shows, and a second `up` makes it as it was.
@Suite struct DriftTests {
    let plan: SchemaPlan

    init() throws { plan = try SchemaPlan(pipelines: Scratch.pipelines) }

    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var sql: String
        var found: [String]
        var isRepaired = true
        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "row security", sql: "alter table public.workouts disable row level security",
            found: ["public.workouts: row-level security is off, expected on"]),
        Case(
            name: "grant to anon", sql: "grant select on public.workouts to anon",
            found: ["public.workouts: grant to anon is not ours: select"]),
        Case(
            name: "grant changed", sql: "revoke insert on scorebook.units from scorebook_loader",
            found: [
                "scorebook.units: grant to scorebook_loader is select, expected insert, select"
            ]),
        Case(
            name: "column grants", sql: "revoke select (email) on public.users from scorebook_loader",
            found: ["public.users: grant to scorebook_loader (email) is update, expected select, update"]),
        Case(
            name: "function of everybody", sql: "grant execute on function scorebook.local_today(uuid) to public",
            found: ["scorebook.local_today(uuid): grant to public is not ours: execute"]),
        Case(
            name: "policy dropped",
            sql: "drop policy \"scorebook reads owners\" on public.users",
            found: ["public.users.scorebook reads owners: policy is missing"]),
        Case(
            name: "policy of others", sql: "create policy open on public.workouts for select to public using (true)",
            found: ["public.workouts.open: policy is not ours"]),
        Case(
            name: "function's body",
            sql: """
                create or replace function scorebook.as_of() returns timestamp with time zone language sql stable
                set search_path = '' as 'select now()'
                """,
            found: ["scorebook.as_of(): function is not as it was made"]),
        Case(
            name: "function gone", sql: "drop function scorebook.refresh_statistics()",
            found: [
                "scorebook.refresh_statistics(): function is missing",
                "scorebook.refresh_statistics(): owner is missing",
            ]),
        Case(
            name: "index gone", sql: "drop index scorebook.units_loaded_once",
            found: ["scorebook.units.units_loaded_once: index is missing"]),
        Case(
            name: "constraint gone", sql: "alter table scorebook.units drop constraint units_balance_check",
            found: ["scorebook.units.units_balance_check: constraint is missing"]),
        Case(
            name: "owner", sql: "alter table scorebook.runs owner to postgres",
            found: ["scorebook.runs: owner is postgres, expected scorebook_owner"]),
        Case(
            name: "column gone", sql: "alter table scorebook.rejects drop column raw",
            found: ["scorebook.rejects.raw: column is missing"], isRepaired: false),
        Case(
            name: "others' trigger",
            sql: """
                create trigger noisy after insert on public.workouts
                for each row execute function public.update_updated_at_column()
                """,
            found: ["public.workouts.noisy: trigger is not ours"], isRepaired: false),
        Case(
            name: "others' reader",
            sql: "create role drift_reader_\(getpid()); grant select on public.workouts to drift_reader_\(getpid())",
            found: ["public.workouts: grant to drift_reader_\(getpid()) is not ours: select"], isRepaired: false),
    ]

    /// One after the other: what is repaired leaves nothing to the next, and what is not has a database of its own.
    @Test(arguments: [cases.filter(\.isRepaired)] + cases.filter { !$0.isRepaired }.map { [$0] })
    func driftIsNamedAndRepaired(_ changes: [Case]) throws {
        let connection = try Scratch.database("drift \(changes[0].name)")
        #expect(try plan.drift(on: connection) == nil)
        _ = try plan.up(on: connection, place: .embedded)
        #expect(try plan.drift(on: connection)?.isEmpty == true)
        for change in changes { try expectNamed(change, connection) }
    }

    private func expectNamed(_ change: Case, _ connection: borrowing Connection) throws {
        try connection.run(change.sql)
        let found = try #require(try plan.drift(on: connection))
        #expect(found.filter { $0.kind != "grant" || change.found.count == 1 }.map(\.description) == change.found)
        let done = try plan.up(on: connection, place: .embedded)
        #expect(done.repaired.isEmpty == !change.isRepaired)
        let left = try plan.drift(on: connection)?.map(\.description)
        #expect(left == (change.isRepaired ? [] : change.found), "what cannot be repaired is told again")
        #expect(done.left.map(\.description) == left)
    }

    /// The app's own migration makes a table anew: our policies, grants and triggers go with it.
    @Test func aTableThatTheAppMadeAnew() throws {
        let connection = try Scratch.database("drift remade")
        _ = try plan.up(on: connection, place: .embedded)
        try connection.run("drop table public.offers cascade")
        let app = plan.files.filter { $0.layer == .app && $0.name.contains("_offers") }
        #expect(app.count == 3)
        for file in app { try connection.run(file.sql) }
        let found = try #require(try plan.drift(on: connection)).filter { !$0.isBeneath }
        #expect(found.contains { $0.description == "scorebook.offers_rows: view is missing" })
        #expect(found.contains { $0.kind == "policy" && $0.object == "public.offers" })
        #expect(found.contains { $0.description.hasPrefix("public.offers: grant to scorebook_loader") })
        let done = try plan.up(on: connection, place: .embedded)
        #expect(done.left.isEmpty)
        #expect(try plan.drift(on: connection)?.isEmpty == true)
    }
}
