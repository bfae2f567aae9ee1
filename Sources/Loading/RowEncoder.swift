internal import Definitions
internal import Mapping
internal import Postgres
internal import Records

/// Writes the kept rows of a mapped batch in PostgreSQL's binary format, a row at a time.
struct RowEncoder: ~Copyable {
    private let staged: StagedTable
    private let plan: MappingPlan
    private var filter = DuplicateFilter()
    /// Owners that the payload names; empty where the job gives the owner.
    private(set) var owners: Set<Owner> = []
    private(set) var rows = 0
    /// Rows whose id was made of the natural key.
    private(set) var counted = 0

    struct Owner: Hashable {
        var high: UInt64
        var low: UInt64
    }

    private static let epochDays: Int64 = 10_957
    private static let epochMicros: Int64 = 946_684_800_000_000

    init(staged: StagedTable, plan: MappingPlan) {
        self.staged = staged
        self.plan = plan
    }

    var suspects: Int { filter.suspects }

    /// Encodes every row of every kept record.
    mutating func encode(_ batch: MappedBatch, into writer: inout CopyWriter) throws(DatabaseError) {
        let columns = batch.rows.map { rows in staged.given.map { rows.columns[$0.position] } }
        let ownerColumns = batch.rows.map { rows in plan.ownerField.flatMap { rows.columns[$0] } }
        let fields = 5 + staged.given.count
        let raw = batch.raw
        let base = raw.bytes.baseAddress.map { UnsafeRawPointer($0) }
        var last = Owner(high: 0, low: 0)
        for index in 0..<batch.count where batch.outcomes[index] == MappedBatch.Outcome.kept.rawValue {
            let record = Int32(truncatingIfNeeded: raw.firstRecord + index)
            for (number, rows) in batch.rows.enumerated() where rows.present[index] == 1 {
                writer.buffer.beginRow(fields: fields)
                writer.buffer.int32(record)
                writer.buffer.uuid(hi: rows.idHigh[index], lo: rows.idLow[index])
                let owner: Owner
                if case .one(let high, let low) = plan.ownership {
                    owner = Owner(high: high, low: low)
                } else if let column = ownerColumns[number], column.valid[index] == 1 {
                    owner = Owner(high: column.high[index], low: column.low[index])
                    if owner != last { owners.insert(owner) }
                    last = owner
                } else {
                    owner = Owner(high: 0, low: 0)
                }
                writer.buffer.uuid(hi: owner.high, lo: owner.low)
                if filter.insert(high: rows.idHigh[index], low: rows.idLow[index]) {
                    writer.buffer.bool(true)
                } else {
                    writer.buffer.null()
                }
                if rows.isCounted[index] == 1 {
                    writer.buffer.bool(true)
                    counted += 1
                } else {
                    writer.buffer.null()
                }
                for column in columns[number] { encode(column, index, base, &writer.buffer) }
                try writer.endRow()
                self.rows += 1
            }
        }
    }

    @inline(__always)
    private func encode(_ column: Column?, _ index: Int, _ base: UnsafeRawPointer?, _ buffer: inout CopyBuffer) {
        guard let column, column.valid[index] == 1, let base else {
            buffer.null()
            return
        }
        let low = column.low[index]
        switch column.type {
        case .text, .json:
            buffer.text(UnsafeRawBufferPointer(start: base + Int(low & 0xFFFF_FFFF), count: Int(low >> 32)))
        case .integer: buffer.int64(Int64(bitPattern: low))
        case .boolean: buffer.bool(low != 0)
        case .date: buffer.date(daysSince2000: Int32(truncatingIfNeeded: Int64(bitPattern: low) - Self.epochDays))
        case .instant: buffer.timestamp(microsSince2000: Int64(bitPattern: low) - Self.epochMicros)
        case .time: buffer.time(microsSinceMidnight: Int64(bitPattern: low))
        case .uuid: buffer.uuid(hi: column.high[index], lo: low)
        case .decimal, .duration:
            let value = column.decimal(index)
            if value.isLong {
                let digits = UnsafeRawBufferPointer(start: base + Int(low & 0xFFFF_FFFF), count: Int(low >> 32))
                _ = buffer.numeric(digits: digits, scale: value.scale, negative: value.isNegative)
            } else {
                buffer.numeric(mantissa: low, scale: value.scale, negative: value.isNegative)
            }
        }
    }
}
