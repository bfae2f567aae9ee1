extension RunReport {
    /// What became of a table's rows.
    public struct Table: Equatable, Sendable {
        /// Qualified: `public.performance_metrics`.
        public var name: String
        public var inserted: Int
        public var updated: Int
        public var unchanged: Int
        /// Rows that the source no longer has.
        public var deleted: Int
        /// What a rollback did to the rows; nil in every other mode.
        public var undone: Undone?

        /// Rows removed, put back as they were, and left alone because somebody changed them since.
        public struct Undone: Equatable, Sendable {
            public var removed: Int
            public var restored: Int
            public var left: Int

            public init(removed: Int, restored: Int, left: Int) {
                self.removed = removed
                self.restored = restored
                self.left = left
            }
        }

        public init(_ name: String, inserted: Int = 0, updated: Int = 0, unchanged: Int = 0, deleted: Int = 0) {
            self.name = name
            self.inserted = inserted
            self.updated = updated
            self.unchanged = unchanged
            self.deleted = deleted
        }
    }

    /// A row that was edited or deleted in the app since we wrote it, and was therefore left alone.
    public struct Conflict: Equatable, Sendable {
        public enum Kind: String, Sendable {
            case edited
            case deleted
            /// The source no longer has it.
            case kept
        }
        public var table: String
        public var key: [JSONValue.Member]
        public var kind: Kind
        /// Columns in which the source says otherwise; empty where the row was deleted.
        public var columns: [String]

        public init(table: String, key: [JSONValue.Member], kind: Kind, columns: [String]) {
            self.table = table
            self.key = key
            self.kind = kind
            self.columns = columns
        }
    }
}
