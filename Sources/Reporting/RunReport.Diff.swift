extension RunReport {
    /// A row that a plan would write.
    public struct Diff: Equatable, Sendable {
        /// What would be done with the row.
        public enum Change: String, Sendable {
            case insert
            case update
            /// The source no longer has it.
            case delete
        }

        /// A column with its value before (null for an insert) and after (null for a deletion).
        public struct Column: Equatable, Sendable {
            public var name: String
            public var old: JSONValue
            public var new: JSONValue

            public init(_ name: String, old: JSONValue = .null, new: JSONValue) {
                self.name = name
                self.old = old
                self.new = new
            }
        }

        public var table: String
        public var key: [JSONValue.Member]
        public var change: Change
        public var columns: [Column]

        public init(table: String, key: [JSONValue.Member], change: Change, columns: [Column]) {
            self.table = table
            self.key = key
            self.change = change
            self.columns = columns
        }
    }
}
