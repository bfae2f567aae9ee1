extension LedgerReader {
    /// How a job stands.
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
