internal import Definitions
public import Records

/// A batch whose cells have become values: one set of typed rows a case of the format.
///
/// Rows of all cases share the columns that do not differ between them.
public final class MappedBatch {
    /// What became of a record so far.
    public enum Outcome: UInt8, Sendable {
        case kept = 0
        case skipped = 1
        case rejected = 2
    }

    /// The rows one case of the format gives, by index of the record.
    public final class Rows {
        /// By position among the plan's fields; nil where this case does not give the field.
        public let columns: [Column?]
        /// 1 where the record becomes a row of this case.
        public let present: UnsafeMutablePointer<UInt8>
        /// The row's id: the source's own, or the one made of its key.
        public let idHigh: UnsafeMutablePointer<UInt64>
        public let idLow: UnsafeMutablePointer<UInt64>
        /// 1 where the id was made of the natural key, so that equal ones are several events.
        public let isCounted: UnsafeMutablePointer<UInt8>
        /// Columns that only this case has, to be validated with it.
        public let ownFields: [Int]

        init(columns: [Column?], ownFields: [Int], capacity: Int) {
            self.columns = columns
            self.ownFields = ownFields
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

    public let plan: MappingPlan
    /// The raw batch these values point into; valid until it is filled again.
    public internal(set) var raw: RawBatch
    /// `Outcome` a record.
    public let outcomes: UnsafeMutablePointer<UInt8>
    /// 1 for records whose cells were mapped: neither skipped nor broken as records.
    public let examined: UnsafeMutablePointer<UInt8>
    public let rows: [Rows]
    /// Every defect, by index of the record in the batch.
    public internal(set) var defects: [(index: Int, defect: Defect)] = []
    /// Records skipped, by reason.
    public internal(set) var skipped: [String: Int] = [:]
    let baseColumns: [Column]
    private var defective: Set<Place> = []

    private struct Place: Hashable {
        var index: Int
        var field: String
    }

    func removeDefects() {
        defects.removeAll(keepingCapacity: true)
        defective.removeAll(keepingCapacity: true)
        skipped.removeAll(keepingCapacity: true)
    }

    public var count: Int { raw.count }

    public init(plan: MappingPlan, raw: RawBatch) {
        self.plan = plan
        self.raw = raw
        let capacity = raw.capacity
        outcomes = .allocate(capacity: capacity)
        outcomes.initialize(repeating: 0, count: capacity)
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
            return Rows(columns: columns, ownFields: unpivot.own.map(\.position), capacity: capacity)
        }
    }

    deinit {
        outcomes.deallocate()
        examined.deallocate()
    }

    /// Adds a defect and rejects the record.
    public func reject(_ index: Int, _ defect: Defect) {
        outcomes[index] = Outcome.rejected.rawValue
        defects.append((index, defect))
        defective.insert(Place(index: index, field: defect.field))
    }

    /// Passes a record over, counted under the reason.
    public func skip(_ index: Int, because reason: String) {
        guard outcomes[index] == Outcome.kept.rawValue else { return }
        outcomes[index] = Outcome.skipped.rawValue
        skipped[reason, default: 0] += 1
    }

    /// Whether a defect of this field was already found in the record.
    public func hasDefect(_ index: Int, field: String) -> Bool {
        outcomes[index] == Outcome.rejected.rawValue && defective.contains(Place(index: index, field: field))
    }
}
