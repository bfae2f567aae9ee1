import Foundation
internal import Migrating
public import Postgres
internal import Summarising

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

    private static func makeTemplate(_ cluster: EmbeddedCluster) throws {
        let server = try Connection.open(cluster.target(database: "postgres"))
        try server.run("create database ready")
        let ready = try Connection.open(cluster.target(database: "ready"))
        let plan = try SchemaPlan(pipelines: Ground.pipelinesFolder)
        _ = try plan.up(on: ready, place: .embedded)
        _ = try Summaries.load(Ground.pipelinesFolder).up(ready)
        try ready.run(String(contentsOfFile: "\(Ground.samples)/family.sql", encoding: .utf8))
        let process = "\(ready.processIdentifier)"
        _ = try server.rows("select pg_catalog.pg_terminate_backend($1::integer)", [process])
        while try server.value("select 1 from pg_catalog.pg_stat_activity where pid = $1::integer", [process]) != nil {
            usleep(5_000)
        }
    }
}
