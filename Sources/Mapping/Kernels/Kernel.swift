internal import Definitions
internal import Records

/// One column's conversion over one batch: no allocation a cell, a defect where a cell is not what it should be.
struct Kernel {
    let field: CompiledField
    let formatMissing: WordTable
    let raw: RawBatch
    let batch: MappedBatch
    /// 1 for the records to look at.
    let mask: UnsafeMutablePointer<UInt8>
    let last: LastValues
    /// Whether an empty cell can be the empty text.
    let empty: RecordMapping.Empty

    /// Whether an empty cell is a value: where the format says so, a text; of CSV only in quotes.
    func takesEmpty(_ cell: Cell) -> Bool {
        switch empty {
        case .missing: false
        case .quoted: cell.isQuoted && [.text, .list, .uuids].contains(field.mapping.conversion) && field.words.isEmpty
        case .text: [.text, .list, .uuids].contains(field.mapping.conversion) && field.words.isEmpty
        }
    }

    func fill(_ column: Column) {
        guard let source = field.column else {
            if let constant = field.constant ?? field.defaultValue { fillConstant(column, constant) }
            return
        }
        var joined: UnsafeMutablePointer<Cell>?
        defer { joined?.deallocate() }
        if !field.joined.isEmpty { joined = join(source) }
        let cells = joined ?? raw.column(source)
        switch field.mapping.conversion {
        case .text: text(column, cells)
        case .json: json(column, cells)
        case .list: list(column, cells)
        case .uuids: ids(column, cells)
        case .key: key(column, cells)
        case .name: name(column, cells)
        case .integer, .count: integer(column, cells)
        case .decimal: decimal(column, cells)
        case .percent where !field.mapping.total.isEmpty: share(column, cells)
        case .mass, .length, .speed, .percent, .energy, .rate, .quantity: measure(column, cells)
        case .unit: unit(column, cells)
        case .boolean: boolean(column, cells)
        case .date: date(column, cells)
        case .instant: instant(column, cells)
        case .localTime: localTime(column, cells)
        case .clock: clock(column, cells)
        case .zone: zone(column, cells)
        case .wallTime: wallTime(column, cells)
        case .localDate: localDate(column, cells)
        case .time: time(column, cells)
        case .duration: duration(column, cells)
        case .uuid: uuid(column, cells)
        }
        for next in field.next { fillEmpty(column, by: next) }
        if let reckoning = field.reckoning { reckon(column, reckoning) }
        if let value = field.defaultValue { fillMissing(column, value) }
    }

    /// Gives records that have no value yet that of another column.
    private func fillEmpty(_ column: Column, by next: CompiledField) {
        let count = raw.count
        let open = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, count))
        defer { open.deallocate() }
        var isOpen = false
        for index in 0..<count {
            open[index] = mask[index] == 1 && column.valid[index] == 0 && batch.isKept(index) ? 1 : 0
            if open[index] == 1 { isOpen = true }
        }
        guard isOpen else { return }
        let other = Column(field: column.field, type: column.type, capacity: max(1, count))
        Kernel(
            field: next, formatMissing: formatMissing, raw: raw, batch: batch, mask: open, last: last, empty: empty
        ).fill(other)
        for index in 0..<count where open[index] == 1 && other.valid[index] == 1 {
            column.low[index] = other.low[index]
            column.high[index] = other.high[index]
            column.valid[index] = 1
        }
    }

    func fail(_ index: Int, _ code: Defect.Code, _ bytes: UnsafeRawBufferPointer, _ expected: String) {
        // What the source writes is kept beside what is made of it; of that the defect is said.
        if field.mapping.isOriginal { return }
        if code == .unrecoverable, field.losses == .field {
            return batch.warn("\(field.name): destroyed by its exporter, left empty", 1)
        }
        batch.reject(index, Defect(field: field.name, code: code, found: Kind.of(bytes), expected: expected))
    }
}
