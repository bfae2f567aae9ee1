internal import Definitions
internal import Records

/// Values that stand in no cell: constants, defaults, settings.
extension Kernel {
    /// Every active record gets the same value, parsed as a cell of the conversion would be.
    func fillConstant(_ column: Column, _ value: [UInt8]) {
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

    func fillMissing(_ column: Column, _ value: [UInt8]) {
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

extension Kernel {
    /// Adds, or compares with the last record of equal columns.
    func reckon(_ column: Column) {
        for index in 0..<raw.count where mask[index] == 1 && column.valid[index] == 1 {
            let value = column.integer(index)
            let result: Int64?
            if field.mapping.conversion == .sum {
                result = sum(value, index)
            } else {
                let wanted: Int64 = field.mapping.conversion == .oneMore ? 1 : 0
                let before = last.swap(key(index), for: value)
                result = before.map { value.subtractingReportingOverflow($0) }.flatMap { difference, overflows in
                    !overflows && difference == wanted ? wanted : nil
                }
            }
            if let result { column.set(index, result) } else { column.valid[index] = 0 }
        }
    }

    private func sum(_ value: Int64, _ index: Int) -> Int64? {
        var sum = value
        for addend in field.joined {
            guard let more = whole(addend, index) else { return nil }
            let (total, overflows) = sum.addingReportingOverflow(more)
            if overflows { return nil }
            sum = total
        }
        return sum
    }

    private func whole(_ column: Int, _ index: Int) -> Int64? {
        let cell = raw.column(column)[index]
        guard !cell.isAbsent else { return nil }
        return try? Number.integer(Blank.trimmed(raw.bytes(of: cell)), allowsFraction: false)
    }

    /// The cells by which records belong together, each with its length before it.
    private func key(_ index: Int) -> LastValues.Key {
        var bytes: [UInt8] = []
        for column in field.joined {
            let cell = raw.column(column)[index]
            let text = cell.isAbsent ? UnsafeRawBufferPointer(start: nil, count: 0) : raw.bytes(of: cell)
            withUnsafeBytes(of: text.count) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: text)
        }
        return LastValues.Key(field: field.number, cells: bytes)
    }
}
