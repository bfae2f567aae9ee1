internal import Loading
public import Postgres

/// Asks the ledger: which runs there were, how they ended, what they rejected.
public struct LedgerReader {
    let connection: Connection

    public init(_ connection: Connection) { self.connection = connection }

    /// Why the ledger has no answer.
    public enum Failure: Error, Equatable {
        case noRuns
        case unknownRun
        /// More than one run begins like that; the first few of them.
        case ambiguousRun([String])

        public var message: String {
            switch self {
            case .noRuns: "the ledger holds no run yet"
            case .unknownRun: "there is no such run in this database's ledger"
            case .ambiguousRun: "more than one run begins like that"
            }
        }

        /// What to do about it.
        public var hint: String? {
            switch self {
            case .noRuns: "`scorebook run` makes the first."
            case .unknownRun: "`scorebook runs` lists them; the first digits of an id are enough, or `latest`."
            case .ambiguousRun(let ids): "Give more digits: \(ids.joined(separator: ", "))"
            }
        }
    }

    /// A run in a list.
    public struct Entry: Sendable {
        public var id: String
        public var job: String?
        public var mode: String
        /// nil: it is under way, or was cut off.
        public var status: String?
        /// UTC, to the second.
        public var started: String
        public var seconds: Double?
        public var files: Int
        public var read: Int
        public var inserted: Int
        public var updated: Int
        public var rejected: Int
    }

    /// The last runs, newest first.
    public func runs(limit: Int) throws -> [Entry] {
        let rows = try query(
            """
            with listed as (
                select run.id, run.job, run.mode, run.status, run.started_at, run.finished_at
                from scorebook.runs as run
                order by run.started_at desc, run.id
                limit $1::bigint
            )
            select
                listed.id, listed.job, listed.mode, listed.status,
                pg_catalog.to_char(listed.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                extract(epoch from listed.finished_at - listed.started_at)::text,
                pg_catalog.count(unit.id), coalesce(pg_catalog.sum(unit.read), 0),
                coalesce(pg_catalog.sum(unit.inserted), 0), coalesce(pg_catalog.sum(unit.updated), 0),
                coalesce(pg_catalog.sum(unit.rejected), 0)
            from listed
            left join scorebook.units as unit on unit.run_id = listed.id
            group by listed.id, listed.job, listed.mode, listed.status, listed.started_at, listed.finished_at
            order by listed.started_at desc, listed.id
            """, ["\(limit)"])
        return rows.map { row in
            func count(_ column: Int) -> Int { row[column].flatMap { Int($0) } ?? 0 }
            return Entry(
                id: row[0] ?? "", job: row[1], mode: row[2] ?? "", status: row[3], started: row[4] ?? "",
                seconds: row[5].flatMap { Double($0) }, files: count(6), read: count(7), inserted: count(8),
                updated: count(9), rejected: count(10))
        }
    }

    /// The run that `text` names: its id, the beginning of it, or `latest`; nil is the latest run that imported.
    public func run(named text: String?) throws -> String {
        guard let text, text != "latest" else {
            let sql = """
                select id from scorebook.runs
                where $1 = 'latest' or mode in ('run', 'replay')
                order by started_at desc, id limit 1
                """
            guard let id = try query(sql, [text ?? ""]).first?.first ?? nil else { throw Failure.noRuns }
            return id
        }
        let prefix = text.lowercased()
        guard !prefix.isEmpty, prefix.utf8.allSatisfy({ Self.digits.contains($0) }) else { throw Failure.unknownRun }
        let found = try query(
            "select id from scorebook.runs where id::text like $1 order by started_at desc limit 6", [prefix + "%"])
        let ids = found.compactMap { $0.first ?? nil }
        guard let only = ids.first else { throw Failure.unknownRun }
        guard ids.count == 1 else { throw Failure.ambiguousRun(ids) }
        return only
    }

    private static let digits = Set("0123456789abcdef-".utf8)

    func query(_ sql: String, _ parameters: [String?] = []) throws -> [[String?]] {
        return try connection.rows(sql, parameters)
    }
}

extension KnownRun {
    /// The one run that is meant: by its id, the beginning of it, or `latest`.
    static func find(_ given: String, on connection: Connection) throws -> KnownRun {
        let id: String
        do { id = try LedgerReader(connection).run(named: given) } catch let error as LedgerReader.Failure {
            throw RunEnd.unknownRun(error)
        }
        let found = try UnitLedger(connection: connection).runs(beginning: id)
        guard let run = found.first else { throw RunEnd.unknownRun(.unknownRun) }
        return run
    }
}
