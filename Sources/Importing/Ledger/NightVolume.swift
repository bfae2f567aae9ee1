internal import Postgres
internal import Reporting

/// How many records the last night of a job brought, beside what its nights bring.
///
/// A night is 24 hours, counted back from the job's last run: a second run after a correction belongs to the night before, and
/// a job of each hour has nights, too. Hours without a run are no night.
public struct NightVolume: Equatable, Sendable {
    /// Records read in the last one.
    public var records: Int
    /// Of up to ten nights before it.
    public var median: Int

    /// As many nights make a median.
    static let fewest = 3
    static let most = 10

    /// What is unusual about it; nil where nothing is.
    public var warning: String? {
        let usual = "the median of the last nights is \(median.grouped)"
        if records < median, 10 * records < median { return "unusually few records: \(records.grouped), \(usual)" }
        if median > 0, records > 10 * median { return "unusually many records: \(records.grouped), \(usual)" }
        return nil
    }
}

extension LedgerReader {
    /// The volume of a job's last night; nil where too few nights were before it.
    public func volume(of job: String) throws -> NightVolume? {
        let rows = try connection.rows(
            """
            select floor(extract(epoch from last.started_at - run.started_at) / 86400)::bigint as night,
                coalesce(sum(came.read), 0)::bigint as records
            from (
                select max(started_at) as started_at from scorebook.runs where job = \(bind: job) and mode = 'run'
            ) as last
            join scorebook.runs as run
                on run.job = \(bind: job) and run.mode = 'run'
                    and run.started_at > last.started_at - interval '60 days'
            cross join lateral (
                select sum(unit.read) as read from scorebook.units as unit
                where unit.run_id = run.id and unit.status in ('loaded', 'rolled_back')
            ) as came
            group by 1
            order by 1
            limit \(bind: NightVolume.most + 1)::bigint
            """)
        let nights: [(night: Int, records: Int)] = try rows.map { (try $0["night"], try $0["records"]) }
        guard let last = nights.first, last.night == 0, nights.count > NightVolume.fewest else { return nil }
        let before = nights.dropFirst().map(\.records).sorted()
        let middle = before.count / 2
        let median = before.count % 2 == 1 ? before[middle] : (before[middle - 1] + before[middle]) / 2
        return NightVolume(records: last.records, median: median)
    }

    /// How long ago something of an owner was loaded.
    public struct Freshness: Sendable {
        /// As the ledger has it: a user id, or `payload`; nil: files whose owner is not known.
        public var owner: String?
        /// UTC, to the second; nil: never.
        public var loaded: String?
        /// Seconds since then.
        public var age: Int?
        public var files: Int
        /// Rejects that no replay has loaded.
        public var rejects: Int
        /// Files refused since then, and by the same run; of no known owner by the last run of each job.
        public var refused: Int
    }

    /// Each owner whose files came, the one who waits longest first.
    ///
    /// - Parameter job: only by runs of this job.
    public func freshness(of job: String?) throws -> [Freshness] {
        try connection.rows(
            """
            select unit.owner_scope,
                pg_catalog.to_char(max(unit.finished_at) filter (where unit.status = 'loaded') at time zone 'UTC',
                    'YYYY-MM-DD"T"HH24:MI:SS"Z"') as loaded,
                extract(epoch from pg_catalog.now()
                    - max(unit.finished_at) filter (where unit.status = 'loaded'))::bigint as age,
                count(*) filter (where unit.status = 'loaded') as files,
                coalesce(sum(waiting.rejects) filter (where unit.status = 'loaded'), 0)::bigint as rejects,
                count(*) filter (
                    where unit.status = 'refused' and (newest.run_id is null or unit.run_id = newest.run_id
                        or unit.finished_at > newest.finished_at)) as refused
            from scorebook.units as unit
            join scorebook.runs as run on run.id = unit.run_id
            cross join lateral (
                select sum(reject.count) as rejects from scorebook.rejects as reject
                where unit.rejected > 0 and reject.unit_id = unit.id and reject.replayed_at is null
            ) as waiting
            left join (
                select distinct on (loaded.owner_scope) loaded.owner_scope, loaded.run_id, loaded.finished_at
                from scorebook.units as loaded
                join scorebook.runs as night on night.id = loaded.run_id
                where loaded.status = 'loaded' and night.mode = 'run'
                    and (\(bind: job)::text is null or night.job = \(bind: job))
                order by loaded.owner_scope, loaded.finished_at desc
            ) as newest on newest.owner_scope = unit.owner_scope
            where run.mode = 'run' and (\(bind: job)::text is null or run.job = \(bind: job))
                and unit.status in ('loaded', 'refused') and unit.owner_scope is distinct from 'erased'
                and (
                    unit.owner_scope is not null
                    or unit.run_id in (
                        select distinct on (last.job) last.id
                        from scorebook.runs as last
                        where last.mode = 'run' and last.finished_at is not null
                        order by last.job, last.started_at desc))
            group by unit.owner_scope
            order by age desc nulls first, unit.owner_scope
            """
        ).map { row in
            try Freshness(
                owner: row["owner_scope"], loaded: row["loaded"], age: row["age"], files: row["files"],
                rejects: row["rejects"], refused: row["refused"])
        }
    }
}
