/// What became of a unit's records: `read = inserted + updated + unchanged + duplicate + rejected + skipped`.
///
/// Counts are source records, not rows. In `validate` nothing is classified and `read = valid + rejected + skipped`.
public struct Ledger: Equatable, Sendable {
    public var read = 0
    public var inserted = 0
    public var updated = 0
    public var unchanged = 0
    public var duplicate = 0
    public var rejected = 0
    public var skipped = 0
    public var valid = 0

    public init() {}

    /// Whether every record that was read has exactly one outcome.
    public var balances: Bool {
        read == inserted + updated + unchanged + duplicate + rejected + skipped + valid
    }

    public static func += (sum: inout Ledger, other: Ledger) {
        sum.read += other.read
        sum.inserted += other.inserted
        sum.updated += other.updated
        sum.unchanged += other.unchanged
        sum.duplicate += other.duplicate
        sum.rejected += other.rejected
        sum.skipped += other.skipped
        sum.valid += other.valid
    }
}

/// Texts, and how often each holds, in the order in which they first did.
public struct Tally: Equatable, Sendable {
    public struct Entry: Equatable, Sendable {
        public let name: String
        public fileprivate(set) var count: Int

        public init(_ name: String, _ count: Int) {
            self.name = name
            self.count = count
        }
    }

    private var entries: [Entry] = []

    public init() {}

    public mutating func add(_ name: String, _ count: Int) {
        if let index = entries.firstIndex(where: { $0.name == name }) {
            entries[index].count += count
        } else {
            entries.append(Entry(name, count))
        }
    }

    public mutating func add(_ other: some Sequence<Entry>) {
        for entry in other { add(entry.name, entry.count) }
    }

    public mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}

extension Tally: RandomAccessCollection {
    public var startIndex: Int { entries.startIndex }
    public var endIndex: Int { entries.endIndex }
    public subscript(index: Int) -> Entry { entries[index] }
}

extension Tally: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Entry...) { add(elements) }
}

/// A row of `scorebook.lineage`: what one unit has written of one owner's rows in one table.
public enum LineageBlock {
    /// The SQL condition of the blocks that are indexed by the places of their keys.
    ///
    /// It must stay that of the index `scorebook.lineage_blocks_places`, or every block is read to find a key.
    public static let isFoundByPlace = "by_place and pg_catalog.cardinality(keys) <= 1000"
}
