internal import Definitions
public import Records

/// A batch whose cells have become values: one part for every record mapping of the format.
///
/// A record goes to the parts that take it; what becomes of it, it becomes as a whole.
public final class MappedBatch {
    /// What became of a record so far.
    public enum Outcome: UInt8, Sendable {
        case kept = 0
        case skipped = 1
        case rejected = 2
    }

    public let plan: MappingPlan
    /// The raw batch these values point into; valid until it is filled again.
    public internal(set) var raw: RawBatch
    /// `Outcome` a row of the raw batch; after `settle` all rows of a record have the same.
    public let outcomes: UnsafeMutablePointer<UInt8>
    public let parts: [Part]
    /// Every defect, by index of the row in the batch.
    public internal(set) var defects: [(index: Int, defect: Defect)] = []
    /// Why each skipped row is passed over, as a place in `reasons`.
    private let skippedFor: UnsafeMutablePointer<UInt8>
    private var reasons: [String] = []
    private var defective: Set<Place> = []
    /// Records whose time cannot be read.
    private var untimely: Set<Int> = []
    /// The people that its records name.
    public internal(set) var people = PeopleNamed()
    /// What was let through and should be looked at, counted.
    public private(set) var warnings = Tally()

    private struct Place: Hashable {
        var index: Int
        var field: String
    }

    public init(plan: MappingPlan, raw: RawBatch) {
        self.plan = plan
        self.raw = raw
        outcomes = .allocate(capacity: raw.capacity)
        outcomes.initialize(repeating: 0, count: raw.capacity)
        skippedFor = .allocate(capacity: raw.capacity)
        skippedFor.initialize(repeating: 0, count: raw.capacity)
        parts = plan.parts.map { Part(plan: $0, capacity: raw.capacity) }
    }

    deinit {
        outcomes.deallocate()
        skippedFor.deallocate()
    }

    /// Number of rows of the raw batch; records may be fewer.
    public var count: Int { raw.count }

    func begin(_ raw: RawBatch) {
        self.raw = raw
        outcomes.update(repeating: Outcome.kept.rawValue, count: raw.count)
        defects.removeAll(keepingCapacity: true)
        defective.removeAll(keepingCapacity: true)
        untimely.removeAll(keepingCapacity: true)
        warnings.removeAll()
        people = PeopleNamed()
    }

    package func warn(_ text: String, _ count: Int) {
        warnings.add(text, count)
    }

    @inlinable @inline(__always)
    public func isKept(_ index: Int) -> Bool { outcomes[index] == Outcome.kept.rawValue }

    public func isRejected(_ index: Int) -> Bool { outcomes[index] == Outcome.rejected.rawValue }

    /// Adds a defect and rejects the record.
    public func reject(_ index: Int, _ defect: Defect) {
        outcomes[index] = Outcome.rejected.rawValue
        defects.append((index, defect))
        if [.notATime, .ambiguousDate].contains(defect.code) { untimely.insert(index) }
        defective.insert(Place(index: index, field: defect.field))
    }

    /// Passes a record over, counted under the reason.
    public func skip(_ index: Int, because reason: String) {
        guard isKept(index) else { return }
        outcomes[index] = Outcome.skipped.rawValue
        skippedFor[index] = number(of: reason)
    }

    private func number(of reason: String) -> UInt8 {
        if let known = reasons.firstIndex(of: reason) { return UInt8(truncatingIfNeeded: known) }
        // A format has few reasons; beyond 255 they are counted under the last.
        if reasons.count < 255 { reasons.append(reason) }
        return UInt8(truncatingIfNeeded: reasons.count - 1)
    }

    /// Whether a defect of this field was already found in the record.
    public func hasDefect(_ index: Int, field: String) -> Bool {
        outcomes[index] == Outcome.rejected.rawValue && defective.contains(Place(index: index, field: field))
    }

    /// Whether the record was rejected for its time; then the field counts as rejected for it, too.
    func knowsBadTime(_ index: Int, besides field: String) -> Bool {
        guard untimely.contains(index) else { return false }
        defective.insert(Place(index: index, field: field))
        return true
    }

    /// Gives all rows of a record one outcome: rejected if one of them is, skipped if all are.
    public func settle() {
        guard raw.isExploded else { return }
        var start = 0
        while start < raw.count {
            var end = start + 1
            while end < raw.count, !raw.startsRecord(end) { end += 1 }
            let rows = start..<end
            if rows.contains(where: { outcomes[$0] == Outcome.rejected.rawValue }) {
                for row in rows { outcomes[row] = Outcome.rejected.rawValue }
            } else if rows.contains(where: isKept) {
                for row in rows where !isKept(row) {
                    outcomes[row] = Outcome.kept.rawValue
                    for part in parts { part.leave(row) }
                }
            }
            start = end
        }
    }

    /// Records skipped, by reason.
    public var skipped: [String: Int] {
        var counts = [Int](repeating: 0, count: reasons.count)
        for index in 0..<count where outcomes[index] == Outcome.skipped.rawValue && raw.startsRecord(index) {
            counts[Int(skippedFor[index])] += 1
        }
        var named: [String: Int] = [:]
        for (reason, count) in zip(reasons, counts) where count > 0 { named[reason] = count }
        return named
    }

    /// Rejected records by the index of their first row, with every defect of all their rows.
    public var rejected: [(index: Int, defects: [Defect])] {
        guard !defects.isEmpty else { return [] }
        var found: [Int: [Defect]] = [:]
        for (index, defect) in defects {
            var first = index
            while !raw.startsRecord(first) { first -= 1 }
            if found[first]?.contains(defect) != true { found[first, default: []].append(defect) }
        }
        return found.keys.sorted().map { ($0, found[$0] ?? []) }
    }
}
