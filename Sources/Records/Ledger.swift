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

/// How many rejects a run may have and still count as a success: `10` records, or `2.5%` of those read.
///
/// It is counted over the whole run and never stops it.
public enum RejectLimit: Equatable, Sendable {
    case records(Int)
    /// Hundredths of a percent, so that the comparison is exact.
    case hundredthsOfPercent(Int)

    /// Reads `N` or `P%`, P with at most two decimals and at most 100; nil for anything else.
    public init?(_ text: String) {
        guard text.hasSuffix("%") else {
            guard let count = Self.digits(text[...]) else { return nil }
            self = .records(count)
            return
        }
        let parts = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let whole = Self.digits(first), whole <= 100 else { return nil }
        var hundredths = 0
        if parts.count == 2 {
            guard parts[1].count <= 2, let decimals = Self.digits(parts[1]) else { return nil }
            hundredths = parts[1].count == 1 ? decimals * 10 : decimals
        }
        guard whole * 100 + hundredths <= 10_000 else { return nil }
        self = .hundredthsOfPercent(whole * 100 + hundredths)
    }

    private static func digits(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    /// Whether `rejected` of `read` records are more than allowed.
    public func isExceeded(by rejected: Int, of read: Int) -> Bool {
        switch self {
        case .records(let limit): rejected > limit
        case .hundredthsOfPercent(let limit):
            rejected.multipliedFullWidth(by: 10_000) > read.multipliedFullWidth(by: limit)
        }
    }
}

extension RejectLimit: CustomStringConvertible {
    /// As it is written on the command line.
    public var description: String {
        switch self {
        case .records(let count): return "\(count)"
        case .hundredthsOfPercent(let value):
            let (whole, rest) = value.quotientAndRemainder(dividingBy: 100)
            if rest == 0 { return "\(whole)%" }
            return rest % 10 == 0 ? "\(whole).\(rest / 10)%" : "\(whole).\(rest < 10 ? "0" : "")\(rest)%"
        }
    }
}

/// A row of `scorebook.lineage`: what one unit has written of one owner's rows in one table.
public enum LineageBlock {
    /// The SQL condition of the blocks that are indexed by each of their keys.
    ///
    /// It must stay that of the index `scorebook.lineage_small_keys`, or every block is read to find a key.
    public static let isIndexedByKey = "by_key and pg_catalog.cardinality(keys) <= 1000"
}
