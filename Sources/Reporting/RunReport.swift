public import Records

/// What a run did: the report of `run`, `validate` and `plan`, in one value for people and programs alike.
public struct RunReport: Sendable {
    /// Which use it was.
    public enum Mode: String, Sendable {
        case run
        case validate
        case plan
        /// Undoes a run.
        case rollback
        /// Loads rejects that are good by now.
        case replay
    }

    /// How it ended.
    public enum Status: String, Sendable {
        case succeeded
        /// The inbox was empty: this is a success.
        case nothingToDo = "nothing_to_do"
        /// Everything good is loaded, but more was rejected or refused than allowed.
        case limitExceeded = "limit_exceeded"
        /// Nothing was loaded: the input is bad.
        case refused
        /// The run could not go on.
        case failed
    }

    /// The run's id, a UUID.
    public var run: String
    /// Name of the job; nil where files were given.
    public var job: String?
    public var mode: Mode
    /// `host/name`; nil where no database took part.
    public var database: String?
    public var status: Status
    public var seconds: Double
    /// Sum of the units' ledgers.
    public var ledger = Ledger()
    public var units: [Unit] = []
    /// Rows, not records, by qualified table in the order they were loaded.
    public var tables: [Table] = []
    /// The first rejects, at most `mostRejects`.
    public var rejects: [Reject] = []
    /// `event_id: no such event, left empty`, with how often.
    public var warnings = Tally()
    /// What `validate` could not check without a database.
    public var unchecked: [String] = []
    public var conflicts: [Conflict] = []
    /// Triggers by `schema.table.trigger`, with how often they fired or would fire.
    public var triggers = Tally()
    /// What was older than its retention and removed at the end of the run; nil: nothing.
    public var purged: Purged?
    /// Only in `plan`.
    public var diffs: [Diff] = []
    /// What may be rejected, for the wording; not part of the JSON.
    public var limit: RejectLimit?

    /// As many rejects as a report holds; `scorebook rejects` gives all.
    public static let mostRejects = 20
    /// As many diffs a table as a plan holds unless `--diffs` asks for more.
    public static let mostDiffs = 50

    public init(
        run: String, job: String?, mode: Mode, database: String?, status: Status = .succeeded, seconds: Double = 0
    ) {
        self.run = run
        self.job = job
        self.mode = mode
        self.database = database
        self.status = status
        self.seconds = seconds
    }
}
