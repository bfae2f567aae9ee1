internal import CPrefetch
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
    /// Cells by which fetching goes before: the text of each lies in the cache of the thread that has read it, and
    /// waiting for it took two thirds of the time.
    private static let lead = 16

    /// Whether an empty cell is a value: where the format says so, a text; of CSV only in quotes.
    private func takesEmpty(_ cell: Cell) -> Bool {
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
        case .wallTime: wallTime(column, cells)
        case .localDate: localDate(column, cells)
        case .time: time(column, cells)
        case .duration: duration(column, cells)
        case .uuid: uuid(column, cells)
        }
        if let reckoning = field.reckoning { reckon(column, reckoning) }
        if let value = field.defaultValue { fillMissing(column, value) }
    }

    /// Cells of the field's columns put together, a blank between; a cell without text is left out.
    private func join(_ source: Int) -> UnsafeMutablePointer<Cell> {
        let cells = UnsafeMutablePointer<Cell>.allocate(capacity: max(1, raw.count))
        let columns = ([source] + field.joined).map { raw.column($0) }
        var text: [UInt8] = []
        for index in 0..<raw.count {
            cells[index] = columns[0][index]
            guard mask[index] == 1, !cells[index].isAbsent else { continue }
            text.removeAll(keepingCapacity: true)
            for column in columns where !column[index].isAbsent {
                let part = Blank.trimmed(raw.bytes(of: column[index]))
                if part.isEmpty { continue }
                if !text.isEmpty { text.append(0x20) }
                text.append(contentsOf: part)
            }
            cells[index] = raw.append(text)
        }
        return cells
    }

    /// Runs the body on every cell that has a value, trimmed; the others become null.
    @inline(__always)
    func each(
        _ column: Column, _ cells: UnsafeMutablePointer<Cell>, trims: Bool = true,
        _ body: (Int, UnsafeRawBufferPointer) -> Void
    ) {
        let valid = column.valid
        let count = raw.count
        // Where the bytes stand now; should they move, what is fetched is of no use and no harm.
        let start = UnsafeRawPointer(raw.bytes.baseAddress)
        let hasWords =
            !formatMissing.isEmpty || !field.missing.isEmpty || !field.unrecoverable.isEmpty
            || !field.words.isEmpty
        for index in 0..<count {
            if index &+ Self.lead < count { prefetch(start.map { $0 + Int(cells[index &+ Self.lead].offset) }) }
            valid[index] = 0
            guard mask[index] == 1 else { continue }
            let cell = cells[index]
            guard !cell.isAbsent, cell.length > 0 else {
                if !cell.isAbsent, takesEmpty(cell) { body(index, raw.bytes(of: cell)) }
                continue
            }
            let bytes = field.part == nil ? raw.bytes(of: cell) : part(of: raw.bytes(of: cell))
            let trimmed = Blank.trimmed(bytes)
            if trimmed.isEmpty { continue }
            if hasWords {
                if formatMissing.index(of: trimmed) != nil || field.missing.index(of: trimmed) != nil { continue }
                if field.unrecoverable.index(of: trimmed) != nil {
                    fail(index, .unrecoverable, trimmed, "a value that its exporter has not destroyed")
                    continue
                }
                if !field.words.isEmpty {
                    if field.mapping.sought == .path {
                        seek(in: trimmed, index, body)
                        continue
                    }
                    if let word = field.words.index(of: trimmed) {
                        let value = field.words.value(word)
                        if value.isEmpty { continue }
                        body(index, raw.bytes(of: raw.append(value)))
                        continue
                    }
                    if let number = field.number, trimmed.allSatisfy({ $0 &- 0x30 < 10 }) {
                        body(index, raw.bytes(of: raw.append(number)))
                        continue
                    }
                    switch field.mapping.unmapped {
                    case .keep: break
                    case .reject:
                        fail(index, .unknownWord, trimmed, "one of \(field.words.count) known words")
                        continue
                    case .value(let value):
                        if !value.isEmpty { body(index, raw.bytes(of: raw.append(Array(value.utf8)))) }
                        continue
                    }
                }
            }
            body(index, trims ? trimmed : bytes)
        }
    }

    /// The part of a cell that the field is; empty where the cell has fewer.
    private func part(of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard let (separator, number) = field.part else { return bytes }
        var start = 0
        var found = 1
        var at = 0
        while at + separator.count <= bytes.count {
            guard separator.indices.allSatisfy({ bytes[at + $0] == separator[$0] }) else {
                at += 1
                continue
            }
            if found == number { return UnsafeRawBufferPointer(rebasing: bytes[start..<at]) }
            found += 1
            at += separator.count
            start = at
        }
        return UnsafeRawBufferPointer(rebasing: found == number ? bytes[start...] : bytes[bytes.count...])
    }

    func fail(_ index: Int, _ code: Defect.Code, _ bytes: UnsafeRawBufferPointer, _ expected: String) {
        // What the source writes is kept beside what is made of it; of that the defect is said.
        if field.mapping.isOriginal { return }
        if code == .unrecoverable, field.losses == .field {
            return batch.warn("\(field.name): destroyed by its exporter, left empty", 1)
        }
        batch.reject(index, Defect(field: field.name, code: code, found: Kind.of(bytes), expected: expected))
    }

    /// Every active record gets the same value, parsed as a cell of the conversion would be.
    private func fillConstant(_ column: Column, _ value: [UInt8]) {
        column.valid.update(repeating: 0, count: raw.count)
        let cell = raw.append(value)
        // One parse, copied: the kernel runs over a column whose first active cell is the constant.
        guard let first = (0..<raw.count).first(where: { mask[$0] == 1 }) else { return }
        parse(column, at: first, cell)
        guard column.valid[first] == 1 else { return }
        let low = column.low[first]
        let high = column.high[first]
        for index in 0..<raw.count where mask[index] == 1 {
            column.low[index] = low
            column.high[index] = high
            column.valid[index] = 1
        }
    }

    private func fillMissing(_ column: Column, _ value: [UInt8]) {
        var cell: Cell?
        for index in 0..<raw.count where mask[index] == 1 && column.valid[index] == 0 {
            if batch.hasDefect(index, field: field.name) { continue }
            let known = cell ?? raw.append(value)
            cell = known
            parse(column, at: index, known)
        }
    }

    /// Parses one value that does not stand in a cell of its own.
    private func parse(_ column: Column, at index: Int, _ cell: Cell) {
        let bytes = raw.bytes(of: cell)
        switch column.type {
        case .text, .json, .list, .uuids: column.set(index, text: cell)
        case .integer:
            if let value = try? Number.integer(bytes, allowsFraction: true) { column.set(index, value) }
        case .decimal, .duration:
            if let value = try? Number.decimal(bytes, mark: 0x2E, grouping: false, longDigits: { raw.append($0) }) {
                column.set(index, value)
            }
        case .boolean:
            if let value = Words.boolean(bytes) { column.set(index, value ? 1 : 0) }
        case .date:
            if bytes.count == 10, let value = try? Timestamp.date(bytes) { column.set(index, Int64(value)) }
        case .instant:
            if let value = try? Timestamp.instant(bytes) {
                column.set(index, Int64(value))
                column.high[index] = column.low[index]
            }
        case .wallTime:
            if let value = try? Timestamp.wallAndOffset(bytes), value.offset == nil {
                column.set(index, Int64(value.wall))
            }
        case .time:
            if let value = try? Timestamp.time(bytes, from: 0), value.end == bytes.count {
                column.set(index, Int64(value.micros))
            }
        case .uuid:
            if let value = UUIDText.parse(bytes) {
                column.high[index] = value.high
                column.low[index] = value.low
                column.valid[index] = 1
            }
        }
        if column.valid[index] == 0 {
            fail(index, .unknownWord, bytes, "a \(column.type.rawValue) in the definition or setting")
        }
    }
}

extension Kernel {
    /// Whether a setting's text is a value of a type, written as constants are.
    static func reads(_ text: String, as type: ValueType) -> Bool {
        Array(text.utf8).withUnsafeBytes { bytes in
            switch type {
            case .text: return true
            case .json: return JSONCheck.isValue(bytes)
            case .list, .uuids: return bytes.elementsEqual("{}".utf8)
            case .integer: return (try? Number.integer(bytes, allowsFraction: true)) != nil
            case .decimal, .duration:
                let none = Cell(offset: 0, length: 0)
                return (try? Number.decimal(bytes, mark: 0x2E, grouping: false, longDigits: { _ in none })) != nil
            case .boolean: return Words.boolean(bytes) != nil
            case .date: return bytes.count == 10 && (try? Timestamp.date(bytes)) != nil
            case .instant: return (try? Timestamp.instant(bytes)) != nil
            case .wallTime: return (try? Timestamp.wallAndOffset(bytes)).map { $0.offset == nil } ?? false
            case .time: return (try? Timestamp.time(bytes, from: 0))?.end == bytes.count
            case .uuid: return UUIDText.parse(text) != nil
            }
        }
    }
}

extension ValueType {
    /// How a value is written in definitions and settings.
    var example: String {
        switch self {
        case .text: "a word"
        case .json, .list, .uuids: "{}"
        case .integer: "12"
        case .decimal, .duration: "62.5"
        case .boolean: "true"
        case .date: "2026-05-31"
        case .instant: "2026-05-31T18:30:00Z"
        case .wallTime: "2026-05-31T18:30:00"
        case .time: "18:30:00"
        case .uuid: "5f0c0000-0000-4000-8000-000000000001"
        }
    }
}

/// What a cell holds, told without its value.
enum Kind {
    static func of(_ bytes: UnsafeRawBufferPointer) -> String {
        let isNumeric = bytes.allSatisfy {
            ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E || $0 == 0x2C || $0 == 0x2D || $0 == 0x2B
        }
        let characters = bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
        let unit = characters == 1 ? "character" : "characters"
        return (isNumeric ? "number of " : "text of ") + "\(characters) \(unit)"
    }
}

/// Words that exports use for true and false.
enum Words {
    private static let yes = WordTable(["true", "t", "yes", "y", "1", "on"])
    private static let no = WordTable(["false", "f", "no", "n", "0", "off"])

    @inline(__always)
    static func boolean(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        // As programs write them: `true`, `fals` and `e`.
        if bytes.count == 4 || bytes.count == 5 {
            let four = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
            if bytes.count == 4, four == 0x6575_7274 { return true }
            if bytes.count == 5, four == 0x736C_6166, bytes[4] == 0x65 { return false }
        }
        return word(bytes)
    }

    private static func word(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        if yes.index(of: bytes) != nil { return true }
        return no.index(of: bytes) != nil ? false : nil
    }
}
