import Foundation
import Migrating
import Postgres
import Serving
import Summarising

/// One throw-away server like production for all tests of this module, with the schema and the summaries in a template
/// database.
enum Scratch {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    /// Those of the package, or a copy with a fault in it, see `Tests/Proving/sql-mutants`.
    static let pipelines = ProcessInfo.processInfo.environment["SCOREBOOK_TEST_PIPELINES"] ?? "\(root)/Pipelines"

    private static let server: ProductionServer = {
        do {
            let server = try ProductionServer("summaries")
            atexit { Scratch.server.remove() }
            try makeTemplates(server)
            return server
        } catch {
            preconditionFailure("the tests need a PostgreSQL server: \(error)")
        }
    }()

    private static func makeTemplates(_ production: ProductionServer) throws {
        let server = try production.open(user: ProductionServer.superuser, database: "postgres")
        let plan = try SchemaPlan(pipelines: pipelines)
        let bare = try production.open(database: production.makeDatabase("bare", plan, .rowless))
        _ = try plan.up(on: bare, place: .elsewhere)
        try closed(bare, server)
        try copy("bare", to: "ready", server)
        let ready = try production.open(database: "ready")
        try Summaries.load(pipelines).up(ready)
        try closed(ready, server)
        try copy("ready", to: "cases", server)
    }

    private static func copy(_ template: String, to name: String, _ server: Connection) throws {
        try server.run("create database \(name) template \(template) owner \(ProductionServer.administrator)")
    }

    /// A template can be copied when nobody is connected to it.
    private static func closed(_ connection: consuming Connection, _ server: Connection) throws {
        let process = "\(connection.processIdentifier)"
        _ = try server.rows("select pg_catalog.pg_terminate_backend($1::integer)", [process])
        while try server.value("select 1 from pg_catalog.pg_stat_activity where pid = $1::integer", [process]) != nil {
            usleep(5_000)
        }
    }

    /// A connection to the database that the cases share, each in a transaction that is rolled back.
    static func cases() throws -> Connection { try server.open(database: "cases") }

    /// A new database: `bare` has the schema, `ready` the summaries too.
    static func database(_ template: String = "ready") throws -> Database {
        let name = "test_" + UUID().uuidString.lowercased().filter { $0 != "-" }
        let server = try Scratch.server.open(user: ProductionServer.superuser, database: "postgres")
        // Copies of one template wait for each other here, instead of failing.
        try server.run("select pg_catalog.pg_advisory_lock(1)")
        try copy(template, to: name, server)
        return Database(name: name)
    }

    /// A database of one test.
    struct Database: Sendable {
        let name: String

        func open(user: String = ProductionServer.administrator) throws -> Connection {
            try Scratch.server.open(user: user, database: name)
        }
    }
}
