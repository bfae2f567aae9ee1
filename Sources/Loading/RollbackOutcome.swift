/// What came of undoing a unit.
public struct RollbackOutcome: Sendable {
    /// Why a row was left as it is.
    public enum Verdict: String, CaseIterable, Sendable {
        /// Somebody changed what the unit wrote.
        case edited
        /// Somebody wrote the row since: what the unit wrote is there still, columns of the app may be others.
        case touched
        /// Somebody deleted it.
        case deleted
        /// A later import wrote it.
        case later
        /// Rows that the unit did not write refer to it.
        case referred
    }

    /// A row that was left alone, with the columns in which it may differ: a hash tells that, not which.
    public struct Row: Sendable {
        public var key: String
        public var verdict: Verdict
        public var columns: [String]
    }

    /// What became of a table's rows.
    public struct TableCounts: Sendable {
        public var name: String
        /// The key's column.
        public var key: String
        public var removed = 0
        public var restored = 0
        public var left: [Verdict: Int] = [:]
        /// The first 1000 that were left alone.
        public var rows: [Row] = []

        init(name: String, key: String) {
            self.name = name
            self.key = key
        }
    }

    public var tables: [TableCounts] = []
    /// Files loaded since that held some of the rows, unchanged: to be imported again, as they now may be.
    public var reopened: [String] = []

    /// Rows left alone, of all tables.
    public var left: Int { tables.reduce(0) { $0 + $1.left.values.reduce(0, +) } }
}
