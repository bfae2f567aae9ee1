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
        try connection.rows(sql, parameters)
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

extension LedgerReader {
    /// The state of a job.
    public struct JobStatus: Sendable {
        public var job: String
        public var run: String?
        /// nil: never ran, or not to its end.
        public var status: String?
        public var started: String?
        /// Seconds since its last run ended; nil where it never did.
        public var age: Int?
        /// Seconds since a run began that has not ended.
        public var unfinishedFor: Int?

        /// What is wrong with it; nil where it is well.
        ///
        /// A run that has not ended counts as under way for six hours, then as cut off. A job that never ran is late if
        /// an age was asked for.
        public func fault(maxAge: Int?) -> String? {
            if let unfinishedFor, unfinishedFor > 6 * 3600 { return "cut off: the last run never ended" }
            guard let status, let age else { return maxAge == nil || unfinishedFor != nil ? nil : "never ran" }
            if !["succeeded", "nothing_to_do"].contains(status) { return "the last run ended as \(status)" }
            if let maxAge, age > maxAge { return "too old" }
            return nil
        }
    }

    /// The last run of each of these jobs, and of each other job in the ledger where `jobs` is nil.
    public func status(of jobs: [String]?, known: [String]) throws -> [JobStatus] {
        var found: [String: JobStatus] = [:]
        let rows = try query(
            """
            select distinct on (run.job) run.job, run.id, run.status,
                pg_catalog.to_char(run.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                extract(epoch from pg_catalog.now() - run.finished_at)::bigint,
                (
                    select extract(epoch from pg_catalog.now() - open.started_at)::bigint
                    from scorebook.runs as open
                    where open.job = run.job and open.mode = 'run' and open.finished_at is null
                        and open.started_at > run.started_at
                    order by open.started_at desc limit 1
                )
            from scorebook.runs as run
            where run.mode = 'run' and run.job is not null and run.finished_at is not null
            order by run.job, run.started_at desc
            """)
        for row in rows {
            guard let job = row[0] else { continue }
            found[job] = JobStatus(
                job: job, run: row[1], status: row[2], started: row[3], age: row[4].flatMap { Int($0) },
                unfinishedFor: row[5].flatMap { Int($0) })
        }
        let open = try query(
            """
            select job, extract(epoch from pg_catalog.now() - pg_catalog.max(started_at))::bigint
            from scorebook.runs
            where mode = 'run' and job is not null and finished_at is null
            group by job
            """)
        for row in open {
            guard let job = row[0], found[job] == nil else { continue }
            found[job] = JobStatus(job: job, unfinishedFor: row[1].flatMap { Int($0) })
        }
        let names = jobs ?? Array(Set(known).union(found.keys)).sorted()
        return names.map { found[$0] ?? JobStatus(job: $0) }
    }
}
