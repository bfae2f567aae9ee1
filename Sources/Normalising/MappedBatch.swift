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
    private let skippedFor: UnsafeMutablePointer<UInt16>
    private var reasons: [String] = []
    /// The place of the one that was met last: records of one kind follow each other.
    private var lastReason = 0
    private var defective: Set<Place> = []
    /// Records whose time cannot be read.
    private var untimely: Set<Int> = []
    /// The people that its records name.
    public internal(set) var people = PeopleNamed()
    /// Why the system did not give the rules of a time zone that a record names: then the batch is not to be used.
    public internal(set) var unreadZone: Int32?
    /// What was let through and should be looked at, counted.
    public private(set) var warnings = Counter()

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
        unreadZone = nil
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

    private func number(of reason: String) -> UInt16 {
        if reasons.indices.contains(lastReason), reasons[lastReason] == reason {
            return UInt16(truncatingIfNeeded: lastReason)
        }
        lastReason = reasons.firstIndex(of: reason) ?? reasons.count
        // Beyond that they are counted under the last.
        if lastReason == reasons.count, reasons.count < UInt16.max { reasons.append(reason) }
        lastReason = min(lastReason, reasons.count - 1)
        return UInt16(truncatingIfNeeded: lastReason)
    }

    /// Whether a defect of this field was already found in the record.
    public func hasDefect(_ index: Int, field: String) -> Bool {
        outcomes[index] == Outcome.rejected.rawValue && defective.contains(Place(index: index, field: field))
    }

    /// Whether the record was rejected for its time; then the field counts as rejected for it, too.
    func hasTimeDefect(_ index: Int, besides field: String) -> Bool {
        guard untimely.contains(index) else { return false }
        defective.insert(Place(index: index, field: field))
        return true
    }

    /// Gives all rows of a record one outcome: rejected if one of them is, skipped if all are.
    public func unifyOutcomes() {
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

extension MappedBatch {
    /// What a batch's records become under one record mapping: one set of typed rows a case.
    ///
    /// Rows of all cases share the columns that do not differ between them.
    public final class Part {
        public let plan: MappingPlan.Part
        /// 1 for records that this part takes and whose cells were mapped.
        public let examined: UnsafeMutablePointer<UInt8>
        public let rows: [Rows]
        let baseColumns: [Column]

        init(plan: MappingPlan.Part, capacity: Int) {
            self.plan = plan
            examined = .allocate(capacity: capacity)
            examined.initialize(repeating: 0, count: capacity)
            let base = plan.base.map { Column(field: $0.name, type: plan.fields[$0.position].type, capacity: capacity) }
            baseColumns = base
            rows = plan.cases.map { unpivot in
                var columns = [Column?](repeating: nil, count: plan.fields.count)
                for (field, column) in zip(plan.base, base) { columns[field.position] = column }
                for field in unpivot.own {
                    columns[field.position] = Column(
                        field: field.name, type: plan.fields[field.position].type, capacity: capacity)
                }
                return Rows(
                    columns: columns, ownFields: unpivot.own.map(\.position), tables: plan.tables.count,
                    capacity: capacity)
            }
        }

        deinit { examined.deallocate() }

        /// Gives a record no rows here.
        func leave(_ index: Int) {
            examined[index] = 0
            for rows in rows { rows.leave(index) }
        }
    }

    /// The rows one case of a record mapping gives, by index in the batch.
    public final class Rows {
        /// By position among the part's fields; nil where this case does not give the field.
        public let columns: [Column?]
        /// 1 where the record becomes something under this case.
        public let present: UnsafeMutablePointer<UInt8>
        /// Columns that only this case has, to be validated with it.
        public let ownFields: [Int]
        /// By the dataset's tables.
        public let tables: [Identities]

        init(columns: [Column?], ownFields: [Int], tables: Int, capacity: Int) {
            self.columns = columns
            self.ownFields = ownFields
            self.tables = (0..<tables).map { _ in Identities(capacity: capacity) }
            present = .allocate(capacity: capacity)
            present.initialize(repeating: 0, count: capacity)
        }

        deinit { present.deallocate() }

        func leave(_ index: Int) {
            present[index] = 0
            for table in tables { table.present[index] = 0 }
        }
    }

    /// Which record gives a row of a table, and that row's id.
    public final class Identities {
        /// 1 where there is a row.
        public let present: UnsafeMutablePointer<UInt8>
        /// The row's id: the source's own, or the one made of its key; also where there is no row, for those that name it.
        public let idHigh: UnsafeMutablePointer<UInt64>
        public let idLow: UnsafeMutablePointer<UInt64>
        /// 1 where equal ids are several events, to be numbered.
        public let isCounted: UnsafeMutablePointer<UInt8>

        init(capacity: Int) {
            present = .allocate(capacity: capacity)
            present.initialize(repeating: 0, count: capacity)
            idHigh = .allocate(capacity: capacity)
            idHigh.initialize(repeating: 0, count: capacity)
            idLow = .allocate(capacity: capacity)
            idLow.initialize(repeating: 0, count: capacity)
            isCounted = .allocate(capacity: capacity)
            isCounted.initialize(repeating: 0, count: capacity)
        }

        deinit {
            present.deallocate()
            idHigh.deallocate()
            idLow.deallocate()
            isCounted.deallocate()
        }
    }
}
