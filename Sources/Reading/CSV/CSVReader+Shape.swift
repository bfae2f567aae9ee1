internal import CSV
internal import Definitions
internal import Records

extension CSVReader {
    /// Takes over a slice of records of a file that is more than a header and its rows.
    ///
    /// - Returns: the start of the first record for which the batch has no room; nil where all are taken.
    func storeShaped(
        _ tokens: Tokens, in batch: RawBatch, from start: Int, to next: Int, end: Int?
    ) throws(ReadError) -> Int? {
        guard var shaping else { return nil }
        defer { self.shaping = shaping }
        var last = start
        for number in 0..<tokens.count {
            let record = tokens.records[number]
            let cells = tokens.cells + record.firstCell
            let pieces = shaping.explodeColumn == nil ? [] : exploded(record, cells, shaping, batch)
            if batch.count + max(1, pieces.count) > batch.capacity {
                pass(last..<record.start, batch)
                tokeniser.line = record.line
                return record.start
            }
            pass(last..<record.start, batch)
            let length =
                encoding == .utf8 && nested == nil
                ? record.end - record.start : sourceLength(record.start..<record.end, batch)
            let position = offset
            offset += length
            last = record.end
            let isClosed = record.end != end
            if try takeStructure(record, cells, &shaping, batch, isClosed: isClosed, length: length) { continue }
            account.records += length
            let row = batch.count
            for copy in 0..<max(1, pieces.count) {
                batch.lines[row + copy] = record.line
                batch.offsets[row + copy] = position
                batch.spans[row + copy] = Cell(offset: record.start, length: record.end - record.start)
                batch.numbers[row + copy] = nextRecord
            }
            nextRecord += 1
            batch.count += 1
            let isWhole = isClosed || hasItsWidth(record, cells, shaping, batch)
            place(record, cells, &shaping, batch, row, isClosed: isWhole)
            if shaping.recordColumn != nil, isClosed { noteWidth(record, cells, &shaping, batch) }
            if !pieces.isEmpty { explode(pieces, shaping, batch, row) }
        }
        pass(last..<next, batch)
        return nil
    }

    /// Whether a last record, which no line break ends, has as many cells as the last one of its kind.
    private func hasItsWidth(
        _ record: TokenRecord, _ cells: UnsafeMutablePointer<Token>, _ shaping: Shaping, _ batch: RawBatch
    ) -> Bool {
        guard let column = shaping.recordColumn, column < record.cellCount else { return false }
        return shaping.widths[Self.text(of: cells[column], in: batch)] == record.cellCount
    }

    private func noteWidth(
        _ record: TokenRecord, _ cells: UnsafeMutablePointer<Token>, _ shaping: inout Shaping, _ batch: RawBatch
    ) {
        guard let column = shaping.recordColumn, column < record.cellCount, cells[column].length < 64 else { return }
        let kind = Self.text(of: cells[column], in: batch)
        if shaping.widths.count < 1000 || shaping.widths[kind] != nil { shaping.widths[kind] = record.cellCount }
    }

    /// Accounts bytes between records.
    private func pass(_ range: Range<Int>, _ batch: RawBatch) {
        let gap = encoding == .utf8 && nested == nil ? range.count : sourceLength(range, batch)
        offset += gap
        account.separators += gap
    }

    /// Takes a row that is no record; false where it is one.
    private func takeStructure(
        _ record: TokenRecord, _ cells: UnsafeMutablePointer<Token>, _ shaping: inout Shaping, _ batch: RawBatch,
        isClosed: Bool, length: Int
    ) throws(ReadError) -> Bool {
        let isSound = record.marks.isDisjoint(with: .faults)
        if shaping.shape.sections != nil {
            let text = UnsafeRawBufferPointer(rebasing: batch.bytes[record.start..<record.end])
            let filled = (0..<record.cellCount).filter { cells[$0].length > 0 }
            let isAfterBlank = shaping.lastLine == 0 || record.line > shaping.lastLine + 1
            // A row of empty cells is what a spreadsheet makes of a blank line.
            let isBlank = filled.isEmpty && shaping.shape.sections?.titles == .alone
            if !isBlank { shaping.lastLine = record.line + Self.lineBreaks(in: text) }
            let role =
                isSound
                ? shaping.section.take(text, filled: (filled.count, filled.first == 0), afterBlank: isAfterBlank) : .row
            switch role {
            case .title(let title):
                shaping.kind.set(Array(title.utf8))
                for index in shaping.states.indices { shaping.states[index].value.clear() }
                account.structure += length
                return true
            case .divider:
                shaping.kind.clear()
                account.structure += length
                try enter([], &shaping)
                return true
            case .header:
                account.header += length
                let row = (0..<record.cellCount).map { Self.text(of: cells[$0], in: batch) }
                try enter(shaping.section.isTable ? row : [], &shaping)
                onSection?(shaping.section.name, names)
                return true
            case .row:
                if isBlank {
                    account.structure += length
                    return true
                }
            }
        }
        // A cell alone on a line that nothing ends may be the beginning of a record.
        guard isSound, isClosed, let state = shaping.stateColumns.first(where: { $0.words == nil }),
            state.column < record.cellCount, cells[state.column].length > 0,
            (0..<record.cellCount).allSatisfy({ $0 == state.column || cells[$0].length == 0 })
        else { return false }
        let text = Self.text(of: cells[state.column], in: batch)
        let fault = text.withUnsafeBytes { Encoding.firstFault(in: $0) ?? Encoding.firstNUL(in: $0) }
        guard fault == nil else {
            shaping.states[state.into].value.clear()
            return false
        }
        shaping.states[state.into].value.set(text)
        for index in state.clears { shaping.states[index].value.clear() }
        account.structure += length
        return true
    }

    /// Goes over to another table, whose header this is.
    private func enter(_ row: [[UInt8]], _ shaping: inout Shaping) throws(ReadError) {
        headerCells = row
        var definition = CSVReaderDefinition()
        definition.duplicateNames = duplicateNames
        definition.shape.prefixes = shaping.shape.prefixes
        names = try Self.names([row], definition)
        let (kind, states) = (shaping.kind, shaping.states)
        self.shaping = shaping
        resolveShape()
        if let resolved = self.shaping { shaping = resolved }
        (shaping.kind, shaping.states) = (kind, states)
    }

    /// Puts a record's cells into its row, and looks for defects.
    private func place(
        _ record: TokenRecord, _ cells: UnsafeMutablePointer<Token>, _ shaping: inout Shaping, _ batch: RawBatch,
        _ row: Int, isClosed: Bool
    ) {
        let joined = joined(record, cells, shaping)
        for (slot, origin) in shaping.origins.enumerated() {
            var kept = Cell.absent
            switch origin {
            case .column(let column):
                if let joined, column == joined.column {
                    kept = joined.cell
                } else {
                    let index = joined.map { column > $0.column ? column + $0.surplus : column } ?? column
                    if index < record.cellCount, index < names.count || joined != nil {
                        kept = cell(cells[index], batch)
                    }
                }
            case .state(let index): kept = shaping.states[index].value.placed(in: batch)
            case .kind: kept = shaping.kind.placed(in: batch)
            case .part, .nowhere: break
            }
            batch.column(slot)[row] = kept
        }
        for index in shaping.fills.indices {
            let slot = shaping.fills[index].slot
            let cell = batch.column(slot)[row]
            if !cell.isAbsent, cell.length > 0 {
                shaping.fills[index].value.follow(cell)
            } else {
                batch.column(slot)[row] = shaping.fills[index].value.placed(in: batch)
            }
        }
        if shaping.section.isTable {
            let isRegular = record.marks.isEmpty && record.cellCount == names.count && otherTable == nil
            if !isRegular || cells[0].length == headerCells.first?.count {
                addDefects(of: record, cells, in: batch, row: row, isClosed: isClosed, surplus: joined?.surplus ?? 0)
            }
        }
        for state in shaping.stateColumns {
            guard let words = state.words, state.column < record.cellCount,
                words.allSatisfy({ entry in
                    entry.column < record.cellCount
                        && UnsafeRawBufferPointer(
                            rebasing: batch.bytes[
                                Int(cells[entry.column].offset)..<Int(cells[entry.column].offset)
                                    + cells[entry.column].length]
                        ).elementsEqual(entry.word)
                })
            else { continue }
            shaping.states[state.into].value.set(Self.text(of: cells[state.column], in: batch))
            for index in state.clears where index != state.into { shaping.states[index].value.clear() }
        }
    }

    /// The cell that surplus cells belong to, their text with the delimiters between them; nil where there are none or
    /// where one of them stands in quotes, so that its comma is no surplus.
    private func joined(
        _ record: TokenRecord, _ cells: UnsafeMutablePointer<Token>, _ shaping: Shaping
    ) -> (column: Int, surplus: Int, cell: Cell)? {
        let surplus = record.cellCount - names.count
        guard let column = shaping.surplusColumn, surplus > 0, record.marks.isDisjoint(with: .faults),
            (column...column + surplus).allSatisfy({ !cells[$0].isQuoted })
        else { return nil }
        let last = cells[column + surplus]
        let start = Int(cells[column].offset)
        return (column, surplus, Cell(offset: start, length: Int(last.offset) + last.length - start))
    }

    private static func lineBreaks(in text: UnsafeRawBufferPointer) -> Int {
        var count = 0
        for (index, byte) in text.enumerated() {
            if byte == 0x0A || byte == 0x0D && (index + 1 == text.count || text[index + 1] != 0x0A) { count += 1 }
        }
        return count
    }

    static func text(of token: Token, in batch: RawBatch) -> [UInt8] {
        let start = Int(token.offset)
        let source = UnsafeRawBufferPointer(rebasing: batch.bytes[start..<start + token.length])
        guard token.isEscaped else { return Array(source) }
        return [UInt8](unsafeUninitializedCapacity: token.length) { buffer, count in
            count = unescape(source, to: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    /// Copies fill-down values out of a complete batch.
    func detachValues(from batch: RawBatch) {
        guard shaping != nil else { return }
        shaping?.kind.detach(from: batch)
        for index in shaping?.states.indices ?? 0..<0 { shaping?.states[index].value.detach(from: batch) }
        for index in shaping?.fills.indices ?? 0..<0 { shaping?.fills[index].value.detach(from: batch) }
    }
}
