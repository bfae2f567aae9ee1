import Foundation
internal import Migrating
public import Postgres
internal import Running

/// One throw-away server for all proofs of a test run, with schema, summaries and an invented family in a template.
public enum Server {
    public static let cluster: EmbeddedCluster = {
        let cluster = EmbeddedCluster(state: "/tmp/scorebook-proof-\(getpid())")
        do {
            try cluster.start()
            try makeTemplate(cluster)
        } catch {
            preconditionFailure("the proofs need a PostgreSQL server: \(error)")
        }
        atexit { try? Server.cluster.remove() }
        return cluster
    }()

    static let template = "ready"

    /// The web app's tables, and nothing of ours.
    static let app: String = {
        do {
            let name = try makeDatabase(from: "template0")
            let connection = try Connection.open(cluster.target(database: name))
            let plan = try SchemaPlan(pipelines: Ground.pipelinesFolder)
            for file in plan.files where file.layer < .scorebook { try connection.run(file.sql) }
            try close(connection, Connection.open(cluster.target(database: "postgres")))
            return name
        } catch {
            preconditionFailure("the proofs need a database of the app: \(error)")
        }
    }()

    private static func makeTemplate(_ cluster: EmbeddedCluster) throws {
        let server = try Connection.open(cluster.target(database: "postgres"))
        try server.run("create database \(template)")
        let ready = try Connection.open(cluster.target(database: template))
        _ = try DatabaseSchema(pipelines: Ground.pipelinesFolder, place: .embedded).bringUp(on: ready)
        try ready.run(String(contentsOfFile: "\(Ground.samples)/family.sql", encoding: .utf8))
        try close(ready, server)
    }

    /// A database can be copied when nobody is connected to it.
    static func close(_ connection: consuming Connection, _ server: Connection) throws {
        let process = "\(connection.processIdentifier)"
        _ = try server.rows("select pg_catalog.pg_terminate_backend($1::integer)", [process])
        while try server.value("select 1 from pg_catalog.pg_stat_activity where pid = $1::integer", [process]) != nil {
            usleep(5_000)
        }
    }

    /// A copy of a database, under a name of its own.
    static func makeDatabase(from template: String = template) throws -> String {
        let name = "proof_" + UUID().uuidString.lowercased().filter { $0 != "-" }
        let server = try Connection.open(cluster.target(database: "postgres"))
        // Copies of one template wait for each other here, instead of failing.
        try server.run("select pg_catalog.pg_advisory_lock(1)")
        try server.run("create database \(name) template \(template)")
        return name
    }

    static func drop(_ name: String) {
        guard let server = try? Connection.open(cluster.target(database: "postgres")) else { return }
        _ = try? server.run("drop database \(name) with (force)")
    }
}
