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

    /// The folder of a server for many processes, each with a copy of its templates; the first one makes it.
    private static let standing = ProcessInfo.processInfo.environment["SCOREBOOK_TEST_STANDING"]
    private static let own = standing == nil ? "" : "_\(getpid())"

    private static let server: ProductionServer = {
        do {
            guard let standing else {
                let server = try ProductionServer("summaries")
                atexit { Scratch.server.remove() }
                try makeTemplates(server)
                return server
            }
            if !FileManager.default.fileExists(atPath: standing) {
                try makeTemplates(try ProductionServer("", in: standing))
            }
            let server = try ProductionServer(standing: standing)
            atexit { try? Scratch.removeOwn() }
            try makeOwn(server)
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
        if standing == nil { try copy("ready", to: "cases", server) }
    }

    /// This process's templates, in which a summary that its folder has otherwise is as there.
    private static func makeOwn(_ production: ProductionServer) throws {
        let server = try production.open(user: ProductionServer.superuser, database: "postgres")
        try server.run("select pg_catalog.pg_advisory_lock(1)")
        try copy("ready", to: "ready\(own)", server)
        try server.run("select pg_catalog.pg_advisory_unlock(1)")
        let ready = try production.open(database: "ready\(own)")
        try Summaries.load(pipelines).up(ready)
        try closed(ready, server)
        try copy("ready\(own)", to: "cases\(own)", server)
    }

    private static func removeOwn() throws {
        let postgres = try server.open(user: ProductionServer.superuser, database: "postgres")
        let names = try postgres.rows("select datname from pg_catalog.pg_database where datname like '%\\\(own)'")
        for name in names { try postgres.run("drop database \(text(name[0])) with (force)") }
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
    static func cases() throws -> Connection { try server.open(database: "cases\(own)") }

    /// A new database: `bare` has the schema, `ready` the summaries too.
    static func database(_ template: String = "ready") throws -> Database {
        let name = "test_" + UUID().uuidString.lowercased().filter { $0 != "-" } + own
        let server = try Scratch.server.open(user: ProductionServer.superuser, database: "postgres")
        // Copies of one template wait for each other here, instead of failing.
        try server.run("select pg_catalog.pg_advisory_lock(1)")
        try copy(template == "ready" ? "ready\(own)" : template, to: name, server)
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
