public import Postgres
internal import Records

/// What one process leaves of a run that several load, for the run's end: a row of `scorebook.run_parts`.
public struct RunPart: Sendable {
    /// What becomes of the line's file at the end of the run.
    public enum Outcome: String, Sendable {
        /// All of it is in the ledger: the file moves to the archive.
        case done
        /// The file moves to quarantine.
        case refused
        /// It stays where it is.
        case left
        /// It could not be read as it was planned: it stays, and a later attempt may say otherwise.
        case failed
    }

    /// Number of the line in the run's list.
    public var line: Int
    /// Whether it says the last of the line; otherwise it is about one entry of an archive.
    public var settles: Bool
    public var outcome: Outcome
    public var sha256: [UInt8]
    /// What the file was when it was read.
    public var identity: String
    /// JSON of what the run's report has of it beyond the ledger.
    public var report: String

    public init(
        line: Int, settles: Bool, outcome: Outcome, sha256: [UInt8] = [], identity: String = "", report: String = "{}"
    ) {
        self.line = line
        self.settles = settles
        self.outcome = outcome
        self.sha256 = sha256
        self.identity = identity
        self.report = report
    }
}

extension RunPart {
    /// Keeps parts; the first that settles a line stays, but for one that failed.
    ///
    /// - Parameter condition: what must hold while they are kept.
    static func keep(_ parts: [RunPart], of run: String, where condition: SQL = "true") -> SQL {
        """
        insert into scorebook.run_parts (run_id, line, settles, outcome, sha256, identity, report)
        select \(bind: run)::uuid, given.line, given.settles, given.outcome,
            pg_catalog.decode(nullif(given.sha256, ''), 'hex'), nullif(given.identity, ''), given.report::jsonb
        from unnest(
            \(bind: parts.map(\.line))::integer[], \(bind: parts.map { $0.settles ? "t" : "f" })::boolean[],
            \(bind: parts.map(\.outcome.rawValue))::text[], \(bind: parts.map { Hex.text($0.sha256) })::text[],
            \(bind: parts.map(\.identity))::text[], \(bind: parts.map(\.report))::text[]
        ) as given (line, settles, outcome, sha256, identity, report)
        where \(condition)
        on conflict (run_id, line) where settles do update
        set outcome = excluded.outcome, sha256 = excluded.sha256, identity = excluded.identity, report = excluded.report
        where run_parts.outcome = 'failed'
        """
    }
}

/// A run that several processes load, as a loader needs to know it.
///
/// ```
/// begin -> place -> enter the run -> claim -> ... -> ledger -> parts -> COMMIT
///                   (the fence)                                (with the rows)
/// ```
public struct SharedRun {
    /// Takes a place among the sessions that load at the same time, for the open transaction; false where none is free.
    public var takePlace: (Connection) throws -> Bool
    /// Waits a moment for one, outside a transaction.
    public var waitForPlace: (Connection) throws -> Void
    /// What is left of units in their transaction, by their place among those it was given.
    public var parts: (_ outcomes: [(place: Int, outcome: UnitOutcome)], _ rows: RowsOutcome) -> [RunPart]
    /// Called when all is written and before it is committed; for tests.
    public var beforeCommit: () -> Void

    public init(
        takePlace: @escaping (Connection) throws -> Bool, waitForPlace: @escaping (Connection) throws -> Void,
        parts: @escaping (_ outcomes: [(place: Int, outcome: UnitOutcome)], _ rows: RowsOutcome) -> [RunPart],
        beforeCommit: @escaping () -> Void
    ) {
        self.takePlace = takePlace
        self.waitForPlace = waitForPlace
        self.parts = parts
        self.beforeCommit = beforeCommit
    }

    /// Enters the run; false once it is closed.
    static func enter(_ run: String) -> SQL { "scorebook.enter_run(\(bind: run)::uuid)" }
}

extension UnitLedger {
    /// Keeps parts of a shared run that belong to no transaction of a unit.
    ///
    /// - Returns: whether the run is still open.
    public func keep(_ parts: [RunPart], of run: String) throws -> Bool {
        try connection.transaction {
            guard try connection.value("select \(SharedRun.enter(run))", as: Bool.self) == true else { return false }
            try connection.run(RunPart.keep(parts, of: run))
            return true
        }
    }
}
