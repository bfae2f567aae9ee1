import Foundation
import Importing
import Migrating
import Postgres
import Testing

/// The schema of scorebook's own cluster is made in one transaction, and known by one text afterwards.
@Suite struct FingerprintTests {
    /// The definitions in a folder of their own, older than those that might change again.
    private func copy(_ project: Project) throws -> (folder: String, schema: DatabaseSchema) {
        let folder = "\(project.folder)/Pipelines"
        try FileManager.default.copyItem(atPath: "\(Project.root)/Pipelines", toPath: folder)
        let access = DatabaseAccess(.embedded(home: "\(project.folder)/.scorebook"), pipelines: folder)
        return (folder, access.schema)
    }

    private func write(_ text: String, to path: String) throws {
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    /// What `prepare` makes, and how often it waits for the server.
    private struct Prepared: Equatable {
        static let known = Prepared(made: [], questions: 1)
        var made: [String]
        var questions: Int
    }

    private func prepare(_ schema: DatabaseSchema, _ connection: Connection) throws -> Prepared {
        try connection.flush()
        let before = connection.roundTrips
        let made = try schema.prepare(connection)
        return Prepared(made: made, questions: connection.roundTrips - before)
    }

    @Test func `A schema that is as defined costs one question`() throws {
        let project = try Project("fingerprint-same")
        defer { project.remove() }
        let connection = try project.administrator()
        let schema = project.database.schema
        for _ in 0..<2 { #expect(try prepare(schema, connection) == .known) }
        // Other texts of the same program, kept by one who could not read all of it.
        for text in ["", "x", "0000000000000000\n", "0000000000000000\n0000000000000000\n"] {
            try write(text, to: "\(project.folder)/.scorebook/schema")
            #expect(try prepare(schema, connection) == .known, "\(text)")
        }
    }

    @Test func `Definitions that change are applied`() throws {
        let project = try Project("fingerprint-changed")
        defer { project.remove() }
        let (folder, schema) = try copy(project)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let connection = try project.administrator()
        #expect(try prepare(schema, connection) == .known, "the same contents elsewhere")
        try write("create table scorebook.later (id integer primary key);\n", to: "\(folder)/scorebook/900_later.sql")
        #expect(try prepare(schema, connection).made == ["scorebook/900_later.sql"])
        #expect(try prepare(schema, connection) == .known)
        let summary = "\(folder)/performance/summaries/metric_trends.sql"
        let text = try String(contentsOfFile: summary, encoding: .utf8)
        try write(text.replacing("\nselect", with: "\nselect /* newer */"), to: summary)
        #expect(try prepare(schema, connection).made.contains("metric_trends"))
        #expect(try prepare(schema, connection) == .known)
        // The older program's definitions are none of these.
        #expect(throws: SchemaFailure.self) { try prepare(project.database.schema, connection) }
    }

    @Test func `What others drop shows where it is looked for`() throws {
        let project = try Project("fingerprint-dropped")
        defer { project.remove() }
        let connection = try project.administrator()
        let schema = project.database.schema
        try connection.run(
            """
            drop policy "scorebook reads owners" on public.users;
            drop table public.metric_trends cascade
            """)
        #expect(try prepare(schema, connection) == .known, "a run does not compare")
        #expect(try schema.state(on: connection).isCurrent == false)
        let drift = try #require(try schema.drift(on: connection))
        #expect(drift.contains { $0.description == "public.users.scorebook reads owners: policy is missing" })
        #expect(try schema.bringUp(on: connection).left.isEmpty)
        #expect(try schema.drift(on: connection)?.isEmpty == true)
        #expect(try prepare(schema, connection) == .known)
    }

    @Test(arguments: [
        "update scorebook.schema_facts set name = '' where kind = 'server'",
        """
        create table scorebook.copied (like scorebook.schema_facts including all);
        insert into scorebook.copied select * from scorebook.schema_facts;
        drop table scorebook.schema_facts;
        alter table scorebook.copied rename to schema_facts
        """,
    ]) func `A record of another program, or a restored one, is compared`(_ change: String) throws {
        let project = try Project("fingerprint-restored-\(change.count)")
        defer { project.remove() }
        let connection = try project.administrator()
        try connection.run(change)
        let compared = try prepare(project.database.schema, connection)
        #expect(compared.made.isEmpty && compared.questions > 1)
        #expect(try prepare(project.database.schema, connection) == .known)
    }

    @Test func `A new database is made in one transaction, in few questions`() throws {
        let project = try Project("fingerprint-new")
        defer { project.remove() }
        let (folder, schema) = try copy(project)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try project.administrator().run("create database other")
        let connection = try project.administrator("other")
        let isEmpty = """
            select pg_catalog.to_regnamespace('scorebook') is null
                and not exists (select from pg_catalog.pg_class where relnamespace = 'public'::regnamespace)
            """
        func refuse(_ broken: String, _ text: String, _ message: String) throws {
            try write(text, to: "\(folder)/\(broken)")
            let error = #expect(throws: SchemaError.self) { try schema.bringUp(on: connection) }
            #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
            try FileManager.default.removeItem(atPath: "\(folder)/\(broken)")
            #expect(try connection.value(isEmpty) == "t")
        }
        for broken in ["scorebook/900_broken.sql", "workouts/tables/900_broken.sql"] {
            try refuse(broken, "select 1;\nselect 1 from absent\n", "file \(broken): ERROR")
            try refuse(broken, "select 1;\ncreate tabel x ();\n", "file \(broken): ERROR")
        }
        try refuse(
            "workouts/summaries/broken.sql",
            "-- summary: broken\n-- title: None\n-- kind: view\nselect absent from public.users\n",
            "summary public.broken: ERROR")
        try connection.flush()
        let before = connection.roundTrips
        #expect(try schema.bringUp(on: connection).made.count > 300)
        #expect(connection.roundTrips - before <= 40, "\(connection.roundTrips - before)")
        #expect(try schema.drift(on: connection)?.isEmpty == true)
        #expect(try schema.state(on: connection).isCurrent)
        #expect(try schema.verifySummaries(on: connection).allSatisfy(\.isNone))
        #expect(try schema.bringUp(on: connection).made.isEmpty)
    }
}
