public import Definitions
internal import Postgres
public import Reporting

/// How long the text of rejects, before-images and reports are kept, and their removal once they are older.
///
/// The ledger's keys and counts, lineage and tombstones stay: a file that was loaded is not loaded again.
public struct Retention: Sendable {
    /// Days for runs whose job does not say otherwise.
    public static let usualDays = 90
    /// Rows of a kind that are removed in one transaction.
    static let portion = 10_000

    private let jobs: [(name: String, days: Int)]

    public init(_ pipelines: Pipelines) {
        jobs = pipelines.jobs.compactMap { job in job.retentionDays.map { (job.name, $0) } }
    }

    /// Days for runs of a job.
    public func days(of job: String?) -> Int { jobs.first { $0.name == job }?.days ?? Self.usualDays }

    /// Asks with the next statement whether any run is older than the shortest of them.
    func askExpired(on connection: Connection) -> Pending<Bool?> {
        let days = jobs.map(\.days).reduce(Self.usualDays, min)
        return connection.later.value(
            """
            select exists (
                select from scorebook.runs
                where not is_purged and started_at < scorebook.as_of() - pg_catalog.make_interval(days => \(bind: days)))
            """)
    }

    /// Removes what is older, a portion after another, until nothing is left or the time is over.
    ///
    /// - Parameter seconds: how long it may take; nil: as long as it takes.
    func purge(
        on connection: Connection, within seconds: Double?, shouldStop: () -> Bool
    ) throws -> RunReport.Purged {
        let end = seconds.map { Clock.monotonic + $0 }
        var purged = RunReport.Purged()
        while !shouldStop() {
            let row =
                try connection.rows(
                    "select rejects, before_images, reports from scorebook.purge($1::text[], $2::integer[], $3, $4)",
                    [
                        "{" + jobs.map { "\"\($0.name)\"" }.joined(separator: ",") + "}",
                        "{" + jobs.map { String($0.days) }.joined(separator: ",") + "}", String(Self.usualDays),
                        String(Self.portion),
                    ]
                ).first ?? []
            let counts = row.map { $0.flatMap { Int($0) } ?? 0 }
            guard counts.count == 3, counts.contains(where: { $0 > 0 }) else { break }
            purged.rejects += counts[0]
            purged.beforeImages += counts[1]
            purged.reports += counts[2]
            if let end, Clock.monotonic > end { break }
        }
        return purged
    }
}

/// `scorebook purge`: removes what is older than its retention, all of it.
public struct PurgeRun {
    private let retention: Retention
    private let database: DatabaseAccess
    private let asOf: String?

    /// - Parameter asOf: what counts as now.
    public init(pipelines: Pipelines, database: DatabaseAccess, asOf: String?) {
        retention = Retention(pipelines)
        self.database = database
        self.asOf = asOf
    }

    public func execute(hooks: Session.Hooks) -> (purged: RunReport.Purged, end: RunEnd) {
        do {
            let purged = try Session(database, hooks: hooks, asOf: asOf).lend {
                try retention.purge(on: $0.connection, within: nil, shouldStop: hooks.shouldStop)
            }
            return (purged, .done)
        } catch { return (RunReport.Purged(), RunEnd(error)) }
    }
}
