import Foundation
import Postgres
import Proving
import Serving
import Testing

/// What `doctor` says of a connection and of a database that is not ready is so.
@Suite struct DoctorTests {
    /// Host and port of a service are in libpq's service file, not in the connection string.
    @Test(arguments: [
        ("6543", "✗ port 6543 is the transaction pooler"), ("5433", "✓ host db.example.invalid, port 5433"),
    ])
    func aServiceHasItsOwnHostAndPort(port: String, finding: String) throws {
        let file = "\(NSTemporaryDirectory())/scorebook-service-\(UUID().uuidString)"
        try "[x]\nhost=db.example.invalid\nhostaddr=127.0.0.1\nport=\(port)\ndbname=x\nuser=y\nconnect_timeout=2\n"
            .write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        for environment in [["DATABASE_URL": "service=x"], ["PGSERVICE": "x"]] {
            let result = try Program.run(
                ["doctor"], environment: environment.merging(["PGSERVICEFILE": file]) { $1 })
            #expect(result.code == 1 && result.output.contains(finding), "\(result.output)")
            #expect(!result.output.contains("on this machine, port"), "\(result.output)")
        }
    }

    /// Of tables that are not there nothing is said to be well.
    @Test func anEmptyDatabaseIsNotChecked() throws {
        let scratch = try Scratch()
        let name = "\(scratch.name)_empty"
        let server = try Server.production.open(user: ProductionServer.superuser, database: "postgres")
        try server.run("create database \(name)")
        defer { _ = try? server.run("drop database \(name) with (force)") }
        let url = "host=\(Server.production.socketFolder) port=5432 user=\(EmbeddedCluster.loader) dbname=\(name)"
        let result = try Program.run(["doctor", "--database", url])
        #expect(result.code == 1, "\(result.output)")
        #expect(result.output.contains("the schema is not applied"), "\(result.output)")
        #expect(!result.output.contains("row-level security is on"), "\(result.output)")
        #expect(!result.output.contains("✓ the loader has its privileges"), "\(result.output)")
    }
}
