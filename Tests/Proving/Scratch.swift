internal import Definitions
import Foundation
public import Postgres
public import Serving
internal import Summarising
internal import Synchronization

/// A database that one test has alone, with the family in it, and a folder for its files.
public final class Scratch: Sendable {
    public let name: String
    public let folder: String

    private let origin: Origin
    /// Whether all questions are asked in one session: a new one costs the server more than most questions.
    private let keepsSession: Bool
    private let session = Mutex<Connection?>(nil)

    /// Where a test's database comes from.
    public enum Origin: Sendable {
        /// For tests that change the schema, roles' rights or anything else but rows.
        case new
        /// One that other tests have used, with the template's rows again.
        case used
        /// The web app's tables alone, before `schema up`.
        case app
    }

    /// - Parameter keepsSession: for tests that count no sessions.
    public init(_ origin: Origin = .new, keepsSession: Bool = false) throws {
        self.origin = origin
        self.keepsSession = keepsSession
        name =
            switch origin {
            case .new: try Server.makeDatabase()
            case .used: try Stock.take()
            case .app: try Server.makeDatabase(from: Server.app)
            }
        folder = "/tmp/scorebook-proof-files-\(UUID().uuidString.lowercased())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Where this database's photos are kept.
    public var photos: String { "\(folder)-photos" }

    deinit {
        session.withLock { $0 = nil }
        try? FileManager.default.removeItem(atPath: photos)
        try? FileManager.default.removeItem(atPath: folder)
        switch origin {
        case .new, .app: Server.drop(name)
        case .used: Stock.giveBack(name)
        }
    }

    /// Connection string for the program, which logs in as the loader; `host` leads through something else.
    public func url(user: String = EmbeddedCluster.loader, host: String? = nil) -> String {
        "host=\(host ?? Server.production.socketFolder) port=5432 user=\(user) dbname=\(name)"
    }

    /// The same for the administrator, who runs `schema up`.
    public var administratorURL: String { url(user: ProductionServer.administrator) }

    /// A connection that may do all, as the platform's own role.
    public func openPlatform() throws -> Connection { try Server.superuser(name) }

    /// The server's socket.
    public var socket: String { Server.production.socket }

    /// A connection as the administrator, who is no superuser and is bound by no policy.
    public func open(user: String = ProductionServer.administrator) throws -> Connection {
        try Server.production.open(user: user, database: name)
    }

    public func rows(_ sql: String, _ parameters: [String?] = []) throws -> [[String?]] {
        guard keepsSession else { return try open().rows(sql, parameters) }
        return try session.withLock { kept in
            let connection = try kept ?? open()
            kept = connection
            return try connection.rows(sql, parameters)
        }
    }

    /// Puts in the rows that those of a sample belong to and that it does not bring.
    public func addParents(of sample: String) throws {
        guard sample.hasPrefix("workout-exercises-rows") || sample.hasPrefix("workout-sets-rows") else { return }
        let id = "7d0c0000-0000-4000-8000-000000000"
        _ = try rows(
            "insert into public.workouts (id, user_id, started_at) values ($1, $2, '2026-05-23 16:00:00+00')",
            ["\(id)a99", Ground.maya])
        guard sample.hasPrefix("workout-sets-rows") else { return }
        _ = try rows(
            """
            insert into public.workout_exercises (id, user_id, workout_id, position, name, source_name)
            values ($1, $2, $3, 1, 'Squat', 'Squat (Barbell)')
            """, ["\(id)b99", Ground.maya, "\(id)a99"])
    }

    public func value(_ sql: String, _ parameters: [String?] = []) throws -> String? {
        try rows(sql, parameters).first?.first ?? nil
    }

    /// Writes a file into the test's folder and gives its path.
    @discardableResult
    public func file(_ name: String, _ text: String) throws -> String {
        try file(name, Array(text.utf8))
    }

    @discardableResult
    public func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = "\(folder)/\(name)"
        let parent = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }
}

extension Scratch {
    /// Tables that the datasets write.
    private static let targets: [String] = {
        var names: [String] = []
        for table in Ground.pipelines.datasets.flatMap(\.tables) where !names.contains(table.name) {
            names.append(table.name)
        }
        return names
    }()

    /// How many rows each target has, without the neighbours'.
    public func counts() throws -> [String: Int] {
        let rows = try ofTargets { "select '\($0)', count(*) from \($0) as target where \(Ground.ours("target"))" }
        return Dictionary(rows.map { ($0[0] ?? "", $0[1].flatMap { Int($0) } ?? 0) }) { $1 }
    }

    /// Checksum of what the targets hold, whoever wrote it when.
    public func contents() throws -> [String] {
        try ofTargets { table in
            """
            select '\(table): ' || count(*) || ' rows, ' || coalesce(sum(pg_catalog.hashtextextended(
                (pg_catalog.to_jsonb(target) - 'created_at' - 'updated_at')::text, 0)::numeric), 0)
            from \(table) as target
            """
        }.map { $0[0] ?? "" }
    }

    /// Every row version as it lies in the targets: any write of any row shows.
    public func versions() throws -> [String] {
        try ofTargets { table in
            """
            select '\(table): ' || count(*) || ' versions, ' || coalesce(pg_catalog.md5(pg_catalog.string_agg(
                target.ctid::text || target.xmin::text || target::text, '' order by target.ctid)), '')
            from \(table) as target
            """
        }.map { $0[0] ?? "" }
    }

    /// The neighbours' row versions as they lie in the targets; targets without any are left out.
    public func neighbours() throws -> [String] {
        try ofTargets { table in
            """
            select '\(table): ' || pg_catalog.md5(pg_catalog.string_agg(
                target.ctid::text || target.xmin::text || target::text, '' order by target.ctid))
            from \(table) as target where not \(Ground.ours("target"))
            """
        }.compactMap { $0[0] }
    }

    /// A row of each target, in their order: to ask one by one takes a connection each.
    private func ofTargets(_ select: (String) -> String) throws -> [[String?]] {
        try rows(Self.targets.map(select).joined(separator: "\nunion all\n"))
    }

    /// How many rows were ever written in each table of the app and of the summaries, rolled back or not.
    public func writes() throws -> [String] {
        let connection = keepsSession ? nil : try open()
        let ask = { (sql: String) in try connection?.rows(sql) ?? self.rows(sql) }
        // A session's counts arrive when it ends.
        let others = """
            select 1 from pg_catalog.pg_stat_activity
            where datname = pg_catalog.current_database() and pid <> pg_catalog.pg_backend_pid() and backend_type = 'client backend'
            """
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(30), try !ask(others).isEmpty { usleep(5_000) }
        // This session's own, which has put rows there to refer to, may wait for a second otherwise.
        _ = try ask("select pg_catalog.pg_stat_force_next_flush()")
        return try ask(
            """
            select schemaname || '.' || relname, n_tup_ins, n_tup_upd, n_tup_del
            from pg_catalog.pg_stat_user_tables where schemaname in ('public', 'summary') order by 1
            """
        ).map { $0.map { $0 ?? "" }.joined(separator: " ") }
    }

    private static let summaries = Result { try Summaries.load(Ground.pipelinesFolder) }

    /// Stored summaries that are not what their SELECT says.
    public func wrongSummaries() throws -> [String] {
        try Self.summaries.get().verify(open()).filter { !$0.isNone }.map(\.summary)
    }

    /// All text that is anywhere in the database, but for the family's own rows in `users`.
    public func dump() throws -> String {
        let connection = try open()
        let tables = try connection.rows(
            """
            select pg_catalog.quote_ident(schemaname) || '.' || pg_catalog.quote_ident(tablename)
            from pg_catalog.pg_tables where schemaname in ('public', 'summary', 'scorebook') and tablename <> 'users' order by 1
            """)
        var text = ""
        for table in tables {
            for row in try connection.rows("select row_to_json(entry)::text from \(table[0] ?? "") as entry") {
                text += (row[0] ?? "") + "\n"
            }
        }
        // Original bytes of rejects are hexadecimal in there.
        for row in try connection.rows("select pg_catalog.encode(raw, 'escape') from scorebook.rejects") {
            text += (row[0] ?? "") + "\n"
        }
        return text
    }
}
