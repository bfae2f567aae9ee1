public import Normalising
public import Postgres
public import Records

/// The outcome of a unit.
public struct UnitOutcome {
    public enum Status: String, Sendable {
        case loaded
        case alreadyLoaded = "already_loaded"
        case planned
    }

    public var status: Status
    public var ledger = Ledger()
    /// The first of them, without what the file has.
    public var rejects: [Reject] = []
    /// All of them as lines; nil where nobody asked.
    public var events: RejectEvents?
    /// All of them, by cause.
    public var causes = RejectCauses()
    /// Where the unit was loaded before: the rejects of that load that were not replayed since.
    public var open: OpenRejects?
    public var warnings = Counter()
    public var skipped: [String: Int] = [:]
    /// Why records were rejected before they were staged, if there is one reason for all.
    public var cause = SingleCause()
    /// The outcome of its rows; empty for a unit of a batch.
    public var rows = RowsOutcome()

    public init(status: Status) { self.status = status }
}

/// Rejects of an earlier load that still wait.
public struct OpenRejects: Equatable, Sendable {
    public var count: Int
    /// The day of that load, in UTC.
    public var day: String
}

/// The outcome of a batch load.
public struct BatchOutcome {
    /// One per unit, in their order.
    public var units: [UnitOutcome]
    public var rows = RowsOutcome()
}

/// What callers add to the load of a unit.
public struct UnitHooks {
    /// Receives the comparison of the unit's rows with the target's. The unit is then not planned, and rows of earlier units of
    /// a plan are ignored.
    public var comparison: ((UnitComparison) -> Void)?
    /// Runs in the unit's transaction, after classification and before anything is written; throwing refuses the unit.
    public var review: ((UnitReview) throws -> Void)?
    /// New rows that the unit may have, asked in its transaction; nil: any number. With more it throws, and a batch falls back.
    public var rowsLeft: ((Connection) throws -> Int?)?
    /// Whether the unit may replace rows by the same numbers in another unit.
    public var takesChangedUnits = false
    /// Runs in the unit's transaction, after everything is written and before it is committed.
    public var beforeCommit: ((Int64, UnitOutcome, Connection) throws -> Void)?

    public init() {}
}

/// The outcome of the rows of a unit, or of all units of a batch: which unit wrote a row is not counted.
public struct RowsOutcome: Sendable {
    /// Rows of one table.
    public struct Table: Equatable, Sendable {
        public var name: String
        public var inserted = 0
        public var updated = 0
        public var unchanged = 0
        /// Rows that the source no longer has.
        public var deleted = 0
    }

    /// A row that was left as the app has it.
    public struct Conflict: Sendable {
        public enum Kind: String, Sendable {
            case edited
            case deleted
            /// Edited, or rows of the app's hang below it; the source no longer has it.
            case kept
        }
        public var table: String
        public var key: String
        public var kind: Kind
        public var columns: [String]
    }

    /// A row that a plan would write.
    public struct Difference: Sendable {
        public enum Change: String, Sendable {
            case insert
            case update
            case delete
        }
        public var table: String
        public var key: String
        public var change: Change
        public var columns: [(name: String, old: String?, new: String?)]
    }

    public var tables: [Table] = []
    public var warnings = Counter()
    public var conflicts: [Conflict] = []
    public var differences: [Difference] = []
    public var triggers = Counter()

    public init() {}
}
