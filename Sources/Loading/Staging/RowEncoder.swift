internal import Definitions
internal import Normalising
internal import Postgres
internal import Records

/// Writes the rows of one table that a batch's kept records give in PostgreSQL's binary format, a row at a time.
struct RowEncoder: ~Copyable {
    private let staged: StagedTable
    private let ownership: Ownership
    private let isPlaced: Bool
    /// Whether key and owner are one column.
    private let isOwnOwner: Bool
    private let filter: DuplicateFilter
    private let number: Int
    private var recent = RecentIDs()
    /// Owners that the payload names; empty where the job gives the owner.
    private(set) var owners: Set<Owner> = []
    private(set) var rows = 0
    /// Number of the last record of the units before this one.
    var before = 0 {
        didSet {
            guard before != oldValue else { return }
            recent = RecentIDs()
            direction.end(of: oldValue + 1, before)
        }
    }
    private var direction = Direction()
    /// Rows whose id was made of the natural key.
    private(set) var counted = 0
    /// Rows that name a row of another table which their record does not give.
    private(set) var orphans = 0

    struct Owner: Hashable {
        var high: UInt64
        var low: UInt64
    }

    private static let epochDays: Int64 = 10_957
    private static let epochMicros: Int64 = 946_684_800_000_000

    /// - Parameter filter: that of the unit, in which `number` is this table's.
    init(staged: StagedTable, number: Int, filter: DuplicateFilter, ownership: Ownership) {
        self.staged = staged
        self.number = number
        self.filter = filter
        self.ownership = ownership
        isPlaced = staged.isPlaced
        isOwnOwner = staged.table.key == staged.table.owner
    }

    /// Rows whose id may have been there before.
    private(set) var suspects = 0

    /// What a copied column's value is taken from, in one case of a record mapping.
    private enum Source {
        case none
        case field(Column)
        case row(MappedBatch.Identities)
        /// The same, null where the record neither gives a row there nor names one by its id.
        case rowIfAny(MappedBatch.Identities, id: Column?)
    }

    /// Encodes every row of this table; marks in `isSent` the records that gave one.
    mutating func encode(
        _ batch: MappedBatch, into buffer: inout CopyBuffer, isSent: UnsafeMutablePointer<UInt8>?
    ) {
        for origin in staged.origins {
            let part = batch.parts[origin.part]
            for rows in part.rows { encode(rows, origin, part, batch, &buffer, isSent) }
        }
    }

    private mutating func encode(
        _ rows: MappedBatch.Rows, _ origin: StagedTable.Origin, _ part: MappedBatch.Part, _ batch: MappedBatch,
        _ buffer: inout CopyBuffer, _ isSent: UnsafeMutablePointer<UInt8>?
    ) {
        let ids = rows.tables[origin.table]
        let sources = origin.values.map { value -> Source in
            switch value {
            case nil: .none
            case .field(let position): rows.columns[position].map { .field($0) } ?? .none
            case .row(let table, .reject), .row(let table, .drop): .row(rows.tables[table])
            case .row(let table, .null):
                .rowIfAny(rows.tables[table], id: part.plan.tables[table].idField.flatMap { rows.columns[$0] })
            }
        }
        let parents = sources.compactMap { source -> MappedBatch.Identities? in
            switch source {
            case .row(let ids), .rowIfAny(let ids, .some): ids
            default: nil
            }
        }
        let ownerColumn = part.plan.ownerField.flatMap { rows.columns[$0] }
        let days = (staged.table.order?.by ?? []).compactMap { name in
            part.plan.position(of: name).flatMap { rows.columns[$0] }
        }
        direction.begin()
        let raw = batch.raw
        let base = raw.bytes.baseAddress.map { UnsafeRawPointer($0) }
        var last = Owner(high: 0, low: 0)
        var one: Owner?
        if case .one(let high, let low) = ownership { one = Owner(high: high, low: low) }
        for index in 0..<batch.count where ids.present[index] == 1 && batch.isKept(index) {
            if let day = days.first(where: { $0.valid[index] == 1 }) {
                direction.add(Int64(bitPattern: day.low[index]), of: before &+ raw.number(at: index))
            }
            let (high, low) = (ids.idHigh[index], ids.idLow[index])
            if origin.isShared {
                let given = filled(sources, index)
                if recent.isAll(given, high: high, low: low) { continue }
                recent.add(given, high: high, low: low)
            }
            isSent?[index] = 1
            buffer.beginRow(fields: (isPlaced ? 6 : 5) - (isOwnOwner ? 1 : 0) + sources.count)
            buffer.int32(Int32(truncatingIfNeeded: before &+ raw.number(at: index)))
            if isPlaced { buffer.int32(Int32(truncatingIfNeeded: self.rows)) }
            buffer.uuid(hi: high, lo: low)
            var owner = one ?? Owner(high: 0, low: 0)
            if one == nil, let ownerColumn, ownerColumn.valid[index] == 1 {
                owner = Owner(high: ownerColumn.high[index], low: ownerColumn.low[index])
                if owner != last { owners.insert(owner) }
                last = owner
            }
            if !isOwnOwner { buffer.uuid(hi: owner.high, lo: owner.low) }
            if staged.table.series == nil, filter.insert(table: number, high: high, low: low) {
                buffer.bool(true)
                suspects += 1
            } else {
                buffer.null()
            }
            if origin.isShared {
                buffer.bool(false)
            } else if ids.isCounted[index] == 1 {
                buffer.bool(true)
                counted += 1
            } else {
                buffer.null()
            }
            for source in sources { encode(source, index, base, &buffer) }
            for parent in parents where parent.present[index] == 0 { orphans += 1 }
            self.rows += 1
        }
    }

    /// Records of the units so far that begin with the newest.
    mutating func newestFirst() -> [ClosedRange<Int>] {
        direction.end(of: before + 1, direction.last)
        return direction.newestFirst
    }

    /// The fields with a value, a bit each; those from the 64th on share one.
    @inline(__always)
    private func filled(_ sources: [Source], _ index: Int) -> UInt64 {
        var bits: UInt64 = 0
        for number in sources.indices {
            guard case .field(let column) = sources[number] else { continue }
            bits |= UInt64(column.valid[index]) << UInt64(min(number, 63))
        }
        return bits
    }

    @inline(__always)
    private func encode(_ source: Source, _ index: Int, _ base: UnsafeRawPointer?, _ buffer: inout CopyBuffer) {
        switch source {
        case .none: buffer.null()
        case .row(let ids): buffer.uuid(hi: ids.idHigh[index], lo: ids.idLow[index])
        case .rowIfAny(let ids, let id):
            if ids.present[index] == 1 || id?.valid[index] == 1 {
                buffer.uuid(hi: ids.idHigh[index], lo: ids.idLow[index])
            } else {
                buffer.null()
            }
        case .field(let column): encode(column, index, base, &buffer)
        }
    }

    @inline(__always)
    private func encode(_ column: Column, _ index: Int, _ base: UnsafeRawPointer?, _ buffer: inout CopyBuffer) {
        guard column.valid[index] == 1, let base else {
            buffer.null()
            return
        }
        let low = column.low[index]
        switch column.type {
        case .text, .list, .uuids:
            buffer.text(UnsafeRawBufferPointer(start: base + Int(low & 0xFFFF_FFFF), count: Int(low >> 32)))
        case .json:
            buffer.jsonb(UnsafeRawBufferPointer(start: base + Int(low & 0xFFFF_FFFF), count: Int(low >> 32)))
        case .integer: buffer.int64(Int64(bitPattern: low))
        case .boolean: buffer.bool(low != 0)
        case .date: buffer.date(daysSince2000: Int32(truncatingIfNeeded: Int64(bitPattern: low) - Self.epochDays))
        case .instant, .wallTime: buffer.timestamp(microsSince2000: Int64(bitPattern: low) - Self.epochMicros)
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

/// Whether the days of a file go up or down, looked at within each batch.
struct Direction {
    private var ups = 0
    private var downs = 0
    private var day: Int64?
    private(set) var last = 0
    private(set) var newestFirst: [ClosedRange<Int>] = []

    mutating func begin() { day = nil }

    mutating func add(_ next: Int64, of record: Int) {
        if let day, next != day { if next > day { ups += 1 } else { downs += 1 } }
        day = next
        if record > last { last = record }
    }

    /// Ends a file's records.
    mutating func end(of first: Int, _ last: Int) {
        if downs > ups, first < last { newestFirst.append(first...last) }
        (ups, downs, day) = (0, 0, nil)
    }
}

/// The last ids of rows that many records share, with the columns that were sent of each: a record that adds nothing to its
/// row is not sent. Exact, in 96 KB.
struct RecentIDs {
    private struct Sent {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var columns: UInt64 = 0
    }

    private var slots: [Sent] = []
    private static let count = 4096

    /// Whether all of these columns of that row were sent.
    func isAll(_ columns: UInt64, high: UInt64, low: UInt64) -> Bool {
        guard !slots.isEmpty else { return false }
        let sent = slots[Int(truncatingIfNeeded: low % UInt64(Self.count))]
        return sent.high == high && sent.low == low && columns & ~sent.columns == 0
    }

    mutating func add(_ columns: UInt64, high: UInt64, low: UInt64) {
        if slots.isEmpty { slots = Array(repeating: Sent(), count: Self.count) }
        let slot = Int(truncatingIfNeeded: low % UInt64(Self.count))
        let known = slots[slot].high == high && slots[slot].low == low ? slots[slot].columns : 0
        slots[slot] = Sent(high: high, low: low, columns: known | columns)
    }
}
