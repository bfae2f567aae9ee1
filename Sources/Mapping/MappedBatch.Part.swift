internal import Definitions
internal import Records

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
