import Foundation
public import Migrating
public import Postgres

extension ProductionServer {
    /// What else than scorebook's is in a database.
    public enum Surroundings: Sendable {
        /// The app's tables that the datasets use.
        case bare
        /// Further tables, policies and triggers of the app and the platform, and a publication.
        case rowless
        /// The same, and a family's rows.
        case whole
    }

    /// A database as the app's migrations leave it, before scorebook comes: what is the platform's belongs to the platform,
    /// the rest to the administrator.
    public func makeDatabase(
        _ name: String, _ plan: SchemaPlan, _ surroundings: Surroundings = .whole
    ) throws(DatabaseError) -> String {
        let quoted = Identifier(parts: [name]).quoted
        try open(user: Self.superuser, database: "postgres").run(
            "create database \(quoted) owner \(Self.administrator)")
        let platform = try open(user: Self.superuser, database: name)
        for file in plan.files where file.layer == .supabase && !Self.own.contains(where: file.name.hasSuffix) {
            try platform.run(file.sql)
        }
        try platform.run("grant anon, authenticated, service_role to \(Self.administrator)")
        let app = try open(database: name)
        for file in plan.files where file.layer == .app { try app.run(file.sql) }
        if surroundings != .bare {
            try app.run(Self.text("app.sql"))
            try platform.run(Self.text("platform.sql"))
        }
        if surroundings == .whole { try app.run(Self.text("neighbours.sql")) }
        return name
    }

    /// What scorebook's own cluster has and no project: accounts opened by a load, no temporary tables for PUBLIC.
    private static let own = ["_open_accounts.sql", "_database.sql"]

    /// Athlete of the family whose rows are in a whole database.
    public static let neighbour = "7e160000-0000-4000-8000-000000000001"

    /// Tables and functions that `whole` surroundings have in public.
    public static let surroundings: Set<String> = {
        let lines = ["app.sql", "platform.sql"].compactMap { try? text($0) }.joined().split(separator: "\n")
        let makers = ["create table public.", "create function public."]
        return Set(
            lines.flatMap { line in
                makers.filter(line.hasPrefix).map { maker in
                    String(line.dropFirst(maker.count).prefix { $0.isLetter || $0.isNumber || $0 == "_" })
                }
            })
    }()

    private static func text(_ name: String) throws(DatabaseError) -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        guard let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8) else {
            throw DatabaseError(.usage, "\(name) is not beside the test server's source")
        }
        return text
    }
}
