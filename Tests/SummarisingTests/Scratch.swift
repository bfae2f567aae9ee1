import Foundation
import Postgres
import Summarising

/// One throw-away cluster for all tests of this module, with the schema and the summaries in a template database.
enum Scratch {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    static let pipelines = "\(root)/Pipelines"

    private static let cluster: EmbeddedCluster = {
        let cluster = EmbeddedCluster(state: "/tmp/scorebook-summaries-\(getpid())")
        do {
            try cluster.start()
            try makeTemplates(cluster)
        } catch {
            preconditionFailure("the tests need a PostgreSQL server: \(error)")
        }
        atexit { try? Scratch.cluster.remove() }
        return cluster
    }()

    private static func makeTemplates(_ cluster: EmbeddedCluster) throws {
        let server = try Connection.open(cluster.target(database: "postgres"))
        try server.run("create database bare")
        let bare = try Connection.open(cluster.target(database: "bare"))
        let tables = try FileManager.default.contentsOfDirectory(atPath: pipelines).sorted().map { "\($0)/tables" }
            .filter { FileManager.default.fileExists(atPath: "\(pipelines)/\($0)") }
        for folder in ["supabase", "app", "scorebook"] + tables {
            let path = "\(pipelines)/\(folder)"
            for file in try FileManager.default.contentsOfDirectory(atPath: path).sorted() where file.hasSuffix(".sql")
            {
                try bare.run("begin;" + String(contentsOfFile: "\(path)/\(file)", encoding: .utf8) + "\n;commit")
            }
        }
        try bare.run("select pg_catalog.set_config('search_path', '', false)")
        try closed(bare, server)
        try server.run("create database ready template bare")
        let ready = try Connection.open(cluster.target(database: "ready"))
        try Summaries.load(pipelines).up(ready)
        try closed(ready, server)
        try server.run("create database cases template ready")
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
    static func cases() throws -> Connection { try Connection.open(cluster.target(database: "cases")) }

    /// A new database: `bare` has the schema, `ready` the summaries too.
    static func database(_ template: String = "ready") throws -> Database {
        let name = "test_" + UUID().uuidString.lowercased().filter { $0 != "-" }
        let server = try Connection.open(cluster.target(database: "postgres"))
        // Copies of one template wait for each other here, instead of failing.
        try server.run("select pg_catalog.pg_advisory_lock(1)")
        try server.run("create database \(name) template \(template)")
        return Database(name: name)
    }

    /// A database of one test.
    struct Database: Sendable {
        let name: String

        func open(user: String = EmbeddedCluster.administrator) throws -> Connection {
            try Connection.open(Scratch.cluster.target(user: user, database: name))
        }
    }
}
