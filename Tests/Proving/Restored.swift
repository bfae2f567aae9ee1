import Foundation
public import Postgres
internal import Serving

/// A copy of a test's database in another cluster, by dump and restore: as after a project's restore or its move.
public final class Restored: Sendable {
    /// How the dump is read back.
    public enum Way: String, CaseIterable, Sendable {
        /// `pg_restore`: a transaction per table.
        case pieces
        /// `pg_restore -1`: everything in one transaction.
        case oneTransaction
        /// `psql` with a plain dump.
        case plain
    }

    private let server: ProductionServer
    private let name: String

    public init(_ scratch: Scratch, _ way: Way) throws {
        name = scratch.name
        server = try ProductionServer("restored-\(UUID().uuidString.prefix(8).lowercased())")
        try server.open(user: ProductionServer.superuser, database: "postgres").run(
            "create database \(name) owner \(ProductionServer.administrator)")
        let old = Self.place(scratch.url(user: ProductionServer.superuser))
        let new = "-h \(server.socketFolder) -p 5432 -U \(ProductionServer.superuser)"
        let programs = try ProductionServer.programs()
        let dump = "\(scratch.folder)/dump"
        let restore =
            switch way {
            case .pieces: "\(programs)/pg_restore \(new) -d \(name) \(dump)"
            case .oneTransaction: "\(programs)/pg_restore -1 \(new) -d \(name) \(dump)"
            case .plain: "\(programs)/psql -q -v ON_ERROR_STOP=1 \(new) -d \(name) -f \(dump)"
            }
        let known = "\(ProductionServer.administrator)|\(ProductionServer.superuser)"
        try Self.shell(
            """
            \(programs)/pg_dumpall \(old) --roles-only | grep -v -E '^CREATE ROLE (\(known))\\b' \
                | \(programs)/psql -q \(new) -d postgres
            \(programs)/pg_dump \(old) -f \(dump) \(way == .plain ? "" : "-Fc") \(name)
            \(restore)
            """)
        try FileManager.default.removeItem(atPath: dump)
    }

    deinit { server.remove() }

    /// Connection string for the program, which logs in as the loader.
    public var url: String { text(EmbeddedCluster.loader) }
    public var administratorURL: String { text(ProductionServer.administrator) }

    private func text(_ user: String) -> String {
        "host=\(server.socketFolder) port=5432 user=\(user) dbname=\(name)"
    }

    public func open() throws -> Connection { try server.open(database: name) }

    /// Options by which the server's programs connect.
    private static func place(_ url: String) -> String {
        let words = Dictionary(
            url.split(separator: " ").compactMap { word -> (String, String)? in
                let parts = word.split(separator: "=", maxSplits: 1)
                return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
            }
        ) { $1 }
        return "-h \(words["host"] ?? "") -p \(words["port"] ?? "") -U \(words["user"] ?? "")"
    }

    private struct Failure: Error { let output: String }

    private static func shell(_ text: String) throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-euo", "pipefail", "-c", text]
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(output: said) }
    }
}
