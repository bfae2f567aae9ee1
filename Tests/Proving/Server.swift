import Foundation
internal import Importing
internal import Migrating
internal import Postgres
public import Serving

/// One throw-away server like production for all proofs of a test run, with schema, summaries, an invented family and its
/// neighbours in a template.
public enum Server {
    public static let production: ProductionServer = {
        do {
            let server = try ProductionServer("proof")
            atexit { Server.production.remove() }
            try makeTemplate(server)
            return server
        } catch {
            preconditionFailure("the proofs need a PostgreSQL server: \(error)")
        }
    }()

    static let template = "ready"

    /// The web app's tables, and nothing of ours.
    static let app: String = {
        do {
            return try production.makeDatabase("app", SchemaPlan(pipelines: Ground.pipelinesFolder))
        } catch {
            preconditionFailure("the proofs need a database of the app: \(error)")
        }
    }()

    /// The app's database, on which the administrator has run `schema up`.
    private static func makeTemplate(_ server: ProductionServer) throws {
        let plan = try SchemaPlan(pipelines: Ground.pipelinesFolder)
        _ = try server.makeDatabase(template, plan)
        let ready = try server.open(database: template)
        _ = try DatabaseSchema(pipelines: Ground.pipelinesFolder, place: .elsewhere).bringUp(on: ready)
        // As doctor advises whoever loads as administrator.
        try ready.run("grant \(EmbeddedCluster.loader) to \(ProductionServer.administrator)")
        try ready.run(accounts)
        try ready.run(String(contentsOfFile: "\(Ground.samples)/family.sql", encoding: .utf8))
        try close(ready, server.open(user: ProductionServer.superuser, database: "postgres"))
    }

    /// Who is in the samples has signed up: it is the app that opens accounts.
    private static let accounts = """
        insert into auth.users (id, email) values
            ('5f0c0000-0000-4000-8000-000000000009', 'nora.rivera@example.org'),
            ('7e0c0000-0000-4000-8000-00000000a101', 'omar.rivera@example.org'),
            ('7e0c0000-0000-4000-8000-00000000a102', 'pia.rivera@example.org'),
            ('7e0c0000-0000-4000-8000-0000000001a1', 'nora.lake@example.org'),
            ('7e0c0000-0000-4000-8000-0000000001a2', 'ana.lake@example.org')
        """

    static func superuser(_ database: String = "postgres") throws -> Connection {
        try production.open(user: ProductionServer.superuser, database: database)
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
        let server = try superuser()
        // Copies of one template wait for each other here, instead of failing.
        try server.run("select pg_catalog.pg_advisory_lock(1)")
        try server.run("create database \(name) template \(template) owner \(ProductionServer.administrator)")
        return name
    }

    static func drop(_ name: String) {
        guard let server = try? superuser() else { return }
        _ = try? server.run("drop database \(name) with (force)")
    }
}
