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
            case .noRuns: "the ledger has no runs yet"
            case .unknownRun: "no such run in this database"
            case .ambiguousRun: "more than one run begins with these digits"
            }
        }

        /// What to do about it.
        public var hint: String? {
            switch self {
            case .noRuns: "`scorebook run` creates the first."
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

    /// Which runs are listed; nil: whatever it is.
    public struct Wanted: Sendable {
        /// From when on.
        public enum Since: Sendable {
            /// `yyyy-MM-dd`, in UTC.
            case day(String)
            /// So long ago.
            case seconds(Int)
        }

        public var limit: Int
        public var job: String?
        public var since: Since?
        /// How they ended; `unfinished`: not yet.
        public var status: String?

        public init(limit: Int) { self.limit = limit }
    }

    /// The last runs, newest first.
    public func runs(_ wanted: Wanted) throws -> [Entry] {
        let since: SQL =
            switch wanted.since {
            case .day(let day): "(\(bind: day)::date)::timestamp at time zone 'UTC'"
            case .seconds(let seconds): "pg_catalog.now() - \(bind: seconds)::bigint * interval '1 second'"
            case nil: "'-infinity'::timestamptz"
            }
        return try connection.rows(
            """
            with listed as (
                select run.id, run.job, run.mode, run.status, run.started_at, run.finished_at
                from scorebook.runs as run
                where run.started_at >= \(since)
                    and (\(bind: wanted.job)::text is null or run.job = \(bind: wanted.job)::text)
                    and (\(bind: wanted.status)::text is null
                        or coalesce(run.status, 'unfinished') = \(bind: wanted.status)::text)
                order by run.started_at desc, run.id
                limit \(bind: wanted.limit)::bigint
            )
            select
                listed.id, listed.job, listed.mode, listed.status,
                pg_catalog.to_char(listed.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as started,
                extract(epoch from listed.finished_at - listed.started_at) as seconds,
                pg_catalog.count(unit.id) as files, coalesce(pg_catalog.sum(unit.read), 0) as read,
                coalesce(pg_catalog.sum(unit.inserted), 0) as inserted,
                coalesce(pg_catalog.sum(unit.updated), 0) as updated,
                coalesce(pg_catalog.sum(unit.rejected), 0) as rejected
            from listed
            left join scorebook.units as unit on unit.run_id = listed.id
            group by listed.id, listed.job, listed.mode, listed.status, listed.started_at, listed.finished_at
            order by listed.started_at desc, listed.id
            """
        ).map { row in
            try Entry(
                id: row["id"], job: row["job"], mode: row["mode"], status: row["status"], started: row["started"],
                seconds: row["seconds"], files: row["files"], read: row["read"], inserted: row["inserted"],
                updated: row["updated"], rejected: row["rejected"])
        }
    }

    /// Which run is the latest.
    public enum Latest: Sendable {
        case ofAll
        /// That changed something, be it undone by now; where none did, of all.
        case loaded
        /// That rejected something and was not undone; where none did, that imported.
        case rejecting

        /// Of the runs that count, those to be taken before the others.
        fileprivate var first: SQL {
            switch self {
            case .ofAll: "runs.id is not null"
            case .loaded:
                """
                exists (
                    select from scorebook.units as unit
                    where unit.run_id = runs.id and unit.status in ('loaded', 'rolled_back')
                        and (unit.inserted + unit.updated > 0
                            or exists (select from scorebook.lineage as written where written.unit_id = unit.id)))
                """
            case .rejecting:
                """
                exists (
                    select from scorebook.rejects as reject
                    join scorebook.units as unit on unit.id = reject.unit_id
                    where reject.run_id = runs.id and unit.status <> 'rolled_back')
                """
            }
        }
    }

    /// The run that `text` names: its id, the beginning of it, or `latest`, as nil means, too.
    public func run(named text: String?, latest: Latest = .ofAll) throws -> String {
        guard let text, text != "latest" else {
            let isAny = latest != .rejecting
            let id: String? = try connection.value(
                """
                select id from scorebook.runs as runs
                where \(bind: isAny) or mode in ('run', 'replay')
                order by \(latest.first) desc, started_at desc, id limit 1
                """)
            guard let id else { throw Failure.noRuns }
            return id
        }
        let prefix = text.lowercased()
        guard !prefix.isEmpty, prefix.utf8.allSatisfy({ Self.digits.contains($0) }) else { throw Failure.unknownRun }
        let ids: [String] = try connection.values(
            "select id from scorebook.runs where id::text like \(bind: prefix + "%") order by started_at desc limit 6")
        guard let only = ids.first else { throw Failure.unknownRun }
        guard ids.count == 1 else { throw Failure.ambiguousRun(ids) }
        return only
    }

    private static let digits = Set("0123456789abcdef-".utf8)
}

extension KnownRun {
    /// The one run that is meant: by its id, the beginning of it, or `latest`.
    static func find(
        _ given: String, latest: LedgerReader.Latest = .loaded, on connection: Connection
    ) throws -> KnownRun {
        let id: String
        do { id = try LedgerReader(connection).run(named: given, latest: latest) } catch let error
            as LedgerReader.Failure
        {
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
        /// When its last run that went well ended, UTC; nil where none did.
        public var lastGood: String?
        /// Seconds since then.
        public var lastGoodAge: Int?

        /// What is wrong with it; nil where it is well.
        ///
        /// A run that has not ended counts as under way for six hours, then as cut off. A job that never ran is
        /// not well.
        public func fault(maxAge: Int?) -> String? {
            if let unfinishedFor, unfinishedFor > 6 * 3600 { return "interrupted: the last run never finished" }
            guard let status, let age else { return unfinishedFor == nil ? "never ran" : nil }
            if !["succeeded", "warned", "nothing_to_do"].contains(status) {
                return status.split(separator: "_").joined(separator: " ")
            }
            if let maxAge, age > maxAge { return "too old" }
            return nil
        }
    }

    /// How many records of each job's runs still wait for a replay.
    public func openRejects() throws -> [String: Int] {
        let rows = try connection.rows(
            """
            select run.job, pg_catalog.sum(reject.count)::bigint as count
            from scorebook.rejects as reject
            join scorebook.runs as run on run.id = reject.run_id
            where run.job is not null and \(RejectScope.open.condition)
            group by run.job
            """)
        return try Dictionary(uniqueKeysWithValues: rows.map { try ($0["job"], $0["count"]) })
    }

    /// The last run of each of these jobs, and of each other job in the ledger where `jobs` is nil.
    public func status(of jobs: [String]?, known: [String]) throws -> [JobStatus] {
        var found: [String: JobStatus] = [:]
        let rows = try connection.rows(
            """
            select distinct on (run.job) run.job, run.id, run.status,
                pg_catalog.to_char(run.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as started,
                extract(epoch from pg_catalog.now() - run.finished_at)::bigint as age,
                pg_catalog.to_char(good.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_good,
                extract(epoch from pg_catalog.now() - good.finished_at)::bigint as last_good_age,
                (
                    select extract(epoch from pg_catalog.now() - open.started_at)::bigint
                    from scorebook.runs as open
                    where open.job = run.job and open.mode = 'run' and open.finished_at is null
                        and open.started_at > run.started_at
                    order by open.started_at desc limit 1
                ) as unfinished_for
            from scorebook.runs as run
            left join (
                select job, max(finished_at) as finished_at
                from scorebook.runs
                where mode = 'run' and status in ('succeeded', 'warned', 'nothing_to_do')
                group by job
            ) as good on good.job = run.job
            where run.mode = 'run' and run.job is not null and run.finished_at is not null
            order by run.job, run.started_at desc
            """)
        for row in rows {
            let status = try JobStatus(
                job: row["job"], run: row["id"], status: row["status"], started: row["started"], age: row["age"],
                unfinishedFor: row["unfinished_for"], lastGood: row["last_good"], lastGoodAge: row["last_good_age"])
            found[status.job] = status
        }
        let open = try connection.rows(
            """
            select job, extract(epoch from pg_catalog.now() - pg_catalog.max(started_at))::bigint as age
            from scorebook.runs
            where mode = 'run' and job is not null and finished_at is null
            group by job
            """)
        for row in open {
            let job: String = try row["job"]
            if found[job] == nil { found[job] = try JobStatus(job: job, unfinishedFor: row["age"]) }
        }
        let names = jobs ?? Array(Set(known).union(found.keys)).sorted()
        return names.map { found[$0] ?? JobStatus(job: $0) }
    }
}
