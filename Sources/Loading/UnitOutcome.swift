public import Records

/// What came of a unit.
public struct UnitOutcome: Sendable {
    public enum Status: String, Sendable {
        case loaded
        case alreadyLoaded = "already_loaded"
        case planned
    }

    /// Rows of one table.
    public struct TableCounts: Equatable, Sendable {
        public var inserted = 0
        public var updated = 0
        public var unchanged = 0

        public init() {}
    }

    /// A row that was left as the app has it.
    public struct Conflict: Sendable {
        public enum Kind: String, Sendable {
            case edited
            case deleted
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
        }
        public var table: String
        public var key: String
        public var change: Change
        public var columns: [(name: String, old: String?, new: String?)]
    }

    public var status: Status
    public var ledger = Ledger()
    public var tables: [(name: String, counts: TableCounts)] = []
    public var rejects: [Reject] = []
    public var warnings: [(text: String, count: Int)] = []
    public var conflicts: [Conflict] = []
    public var conflictCount = 0
    public var differences: [Difference] = []
    public var triggers: [(name: String, count: Int)] = []
    public var skipped: [String: Int] = [:]

    public init(status: Status) { self.status = status }

    mutating func warn(_ text: String, _ count: Int) {
        if let index = warnings.firstIndex(where: { $0.text == text }) {
            warnings[index].count += count
        } else {
            warnings.append((text, count))
        }
    }
}
