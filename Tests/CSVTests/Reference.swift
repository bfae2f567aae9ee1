import CSV

/// The same grammar once more, slow and obvious: byte by byte over the whole input.
struct Reference {
    struct Cell: Equatable {
        var text: [UInt8]
        var isQuoted: Bool
        var isEscaped: Bool
    }
    struct Record: Equatable {
        var start: Int
        var end: Int
        var line: Int
        var cells: [Cell]
        var faults: TokenRecord.Marks
    }

    let bytes: [UInt8]
    let dialect: Dialect
    let limits: Limits
    private var records: [Record] = []
    private var singleLineUntil = 0

    static func records(_ bytes: [UInt8], _ dialect: Dialect, _ limits: Limits) -> [Record] {
        var reference = Reference(bytes: bytes, dialect: dialect, limits: limits)
        reference.run()
        return reference.records
    }

    private init(bytes: [UInt8], dialect: Dialect, limits: Limits) {
        self.bytes = bytes
        self.dialect = dialect
        self.limits = limits
    }

    private func isBreak(_ at: Int) -> Bool { bytes[at] == 10 || bytes[at] == 13 }

    private func isStop(_ at: Int) -> Bool { at == bytes.count || bytes[at] == dialect.delimiter || isBreak(at) }

    private func pastBreak(_ at: Int) -> Int {
        guard at < bytes.count else { return at }
        return bytes[at] == 13 && at + 1 < bytes.count && bytes[at + 1] == 10 ? at + 2 : at + 1
    }

    private func breaks(_ range: Range<Int>) -> Int {
        range.count { bytes[$0] == 13 || bytes[$0] == 10 && ($0 == 0 || bytes[$0 - 1] != 13) }
    }

    private mutating func run() {
        var (at, line) = (0, 1)
        while at < bytes.count {
            if isBreak(at) {
                (at, line) = (pastBreak(at), line + 1)
                continue
            }
            var record = Record(start: at, end: at, line: line, cells: [], faults: [])
            var cell = at
            while true {
                guard let end = takeCell(cell, &record) else {
                    record.end = (at..<bytes.count).first(where: isBreak) ?? bytes.count
                    break
                }
                record.end = end
                if end == bytes.count || isBreak(end) { break }
                cell = end + 1
            }
            if record.cells.contains(where: { $0.text.count > limits.cell }) { record.faults.insert(.cellTooLong) }
            if record.cells.count > limits.columns {
                record.faults.insert(.tooManyColumns)
                record.cells.removeSubrange(limits.columns...)
            }
            records.append(record)
            at = pastBreak(record.end)
            line += breaks(record.start..<at)
        }
    }

    /// Takes the cell at `start`; its end, or nil where it does not close and the record was cut.
    private mutating func takeCell(_ start: Int, _ record: inout Record) -> Int? {
        var end = start
        guard start < bytes.count, bytes[start] == 0x22 else {
            while !isStop(end) { end += 1 }
            record.cells.append(Cell(text: Array(bytes[start..<end]), isQuoted: false, isEscaped: false))
            if dialect.quoting == .strict, bytes[start..<end].contains(0x22) { record.faults.insert(.strayQuote) }
            return end
        }
        var isEscaped = false
        end = start + 1
        while true {
            if end - start - 1 > limits.cell { return cut(start, decided: end, isLimit: true, &record) }
            if end == bytes.count { return cut(start, decided: end, isLimit: false, &record) }
            if isBreak(end) && record.start < singleLineUntil {
                return cut(start, decided: 0, isLimit: false, &record)
            }
            guard bytes[end] == 0x22 else {
                end += 1
                continue
            }
            if isStop(end + 1) {
                let text = Array(bytes[start + 1..<end])
                record.cells.append(Cell(text: text, isQuoted: true, isEscaped: isEscaped))
                return end + 1
            }
            if dialect.quoting == .unescaped {
                end += 1
            } else if bytes[end + 1] == 0x22 {
                isEscaped = true
                end += 2
            } else {
                record.faults.insert(.strayQuote)
                while !isStop(end) { end += 1 }
                record.cells.append(Cell(text: Array(bytes[start..<end]), isQuoted: false, isEscaped: false))
                return end
            }
        }
    }

    private mutating func cut(_ start: Int, decided: Int, isLimit: Bool, _ record: inout Record) -> Int? {
        let lineEnd = (record.start..<bytes.count).first(where: isBreak) ?? bytes.count
        record.faults = isLimit && lineEnd >= decided ? .cellTooLong : .unterminatedQuote
        singleLineUntil = max(singleLineUntil, decided)
        // Only cells that lie within the line are kept.
        var at = record.start
        var kept: [Cell] = []
        for cell in record.cells {
            let length = cell.text.count + (cell.isQuoted ? 2 : 0)
            if at + length > lineEnd { break }
            kept.append(cell)
            at += length + 1
        }
        record.cells = kept
        return nil
    }
}
