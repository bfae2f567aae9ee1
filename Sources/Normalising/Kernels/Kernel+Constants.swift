internal import Definitions
internal import Records

/// Values that are in no cell: constants, defaults, settings.
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

    /// Parses a value of the definition or of a setting.
    private func parse(_ column: Column, at index: Int, _ cell: Cell) {
        guard !column.type.isText else { return column.set(index, text: cell) }
        let bytes = raw.bytes(of: cell)
        if let value = Self.lanes(of: bytes, as: column.type, longDigits: { raw.append($0) }) {
            (column.low[index], column.high[index], column.valid[index]) = (value.low, value.high, 1)
        } else {
            fail(index, .unknownWord, bytes, "a \(column.type.rawValue) in the definition or setting")
        }
    }

    /// Whether a setting's text is a value of a type, written as constants are.
    static func reads(_ text: String, as type: ValueType) -> Bool {
        Array(text.utf8).withUnsafeBytes { bytes in
            switch type {
            case .text: true
            case .json: JSONScan.isValue(bytes)
            case .list, .uuids: bytes.elementsEqual("{}".utf8)
            default: lanes(of: bytes, as: type) { _ in Cell(offset: 0, length: 0) } != nil
            }
        }
    }

    /// A column's lanes of a value that is written as definitions write it; nil where it is no value of the type.
    private static func lanes(
        of bytes: UnsafeRawBufferPointer, as type: ValueType, longDigits: ([UInt8]) -> Cell
    ) -> (low: UInt64, high: UInt64)? {
        let value: Int64?
        switch type {
        case .text, .json, .list, .uuids: value = nil
        case .integer: value = try? Number.integer(bytes, allowsFraction: true)
        case .decimal, .duration:
            return (try? Number.decimal(bytes, mark: 0x2E, grouping: false, longDigits: longDigits))
                .map { ($0.digits, $0.form) }
        case .boolean: value = BooleanWords.boolean(bytes).map { $0 ? 1 : 0 }
        case .date: value = bytes.count == 10 ? (try? Timestamp.date(bytes)).map(Int64.init) : nil
        case .instant: value = (try? Timestamp.instant(bytes)).map(Int64.init)
        case .wallTime:
            value = (try? Timestamp.wallAndOffset(bytes)).flatMap { $0.offset == nil ? Int64($0.wall) : nil }
        case .time:
            value = (try? Timestamp.time(bytes, from: 0)).flatMap { $0.end == bytes.count ? Int64($0.micros) : nil }
        case .uuid: return UUIDText.parse(bytes).map { ($0.low, $0.high) }
        }
        return value.map { (UInt64(bitPattern: $0), UInt64(bitPattern: $0)) }
    }
}

extension ValueType {
    /// How a value is written in definitions and settings.
    var example: String {
        switch self {
        case .text: "word"
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
    /// Computes a sum, or compares with the last record of equal columns.
    func compute(_ column: Column) {
        for index in 0..<raw.count where mask[index] == 1 && column.valid[index] == 1 {
            let value = column.integer(index)
            let result: Int64?
            if field.mapping.conversion == .sum {
                result = sum(value, index)
            } else {
                let expected: Int64 = field.mapping.conversion == .oneMore ? 1 : 0
                let before = last.swap(key(index), for: value)
                result = before.map { value.subtractingReportingOverflow($0) }.flatMap { difference, overflows in
                    !overflows && difference == expected ? expected : nil
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
