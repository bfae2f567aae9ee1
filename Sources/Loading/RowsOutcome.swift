public import Records

/// What came of the rows of a unit, or of several that were loaded together: it cannot be told apart which brought them.
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
    public var warnings = Tally()
    public var conflicts: [Conflict] = []
    public var differences: [Difference] = []
    public var triggers = Tally()

    public init() {}
}
