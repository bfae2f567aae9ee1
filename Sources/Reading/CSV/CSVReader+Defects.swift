internal import CSV
internal import Definitions
internal import Records

extension CSVReader {
    /// Stores a record that holds doubled quotes, non-ASCII text or faults.
    ///
    /// - Parameter isClosed: whether a line break follows it.
    func storeWithCare(
        _ record: TokenRecord, _ cells: UnsafeMutablePointer<Token>, in batch: RawBatch, row: Int, isClosed: Bool
    ) {
        for (slot, column) in selected.enumerated() {
            batch.column(slot)[row] = column < record.cellCount ? cell(cells[column], batch) : .absent
        }
        addDefects(of: record, cells, in: batch, row: row, isClosed: isClosed)
    }

    /// A token's cell, doubled quotes made one.
    func cell(_ token: Token, _ batch: RawBatch) -> Cell {
        token.isEscaped ? unescape(token, batch) : Cell(token)
    }

    /// Looks at a record for all that a reader can find wrong with it.
    func addDefects(
        of record: TokenRecord, _ cells: UnsafeMutablePointer<Token>, in batch: RawBatch, row: Int, isClosed: Bool,
        surplus: Int = 0
    ) {
        let text = UnsafeRawBufferPointer(rebasing: batch.bytes[record.start..<record.end])
        if !passesHeaders, isHeader(record, cells, in: batch) {
            otherTable = nil
            reject(batch, row, Defect(field: "", code: .headerRepeated, found: "the header again"))
            return
        }
        if beginsOtherTable(record, cells, in: batch) { otherTable = record.line }
        if let line = otherTable {
            reject(batch, row, Defect(field: "", code: .otherTable, found: "a row of the table of line \(line)"))
            return
        }
        if record.marks.contains(.recordTooLong) {
            reject(batch, row, tooLong(record.end - record.start, at: batch.offsets[row]))
            return
        }
        if !record.marks.isDisjoint(with: .faults) { addFaults(of: record, cells, batch, row) }
        if record.marks.contains(.odd) {
            if let nul = Encoding.firstNUL(in: text) {
                add(.nulByte, at: record.start + nul, record, cells, batch, row, found: "a NUL byte")
            }
            if let invalid = Encoding.firstFault(in: text) {
                add(
                    .invalidEncoding, at: record.start + invalid, record, cells, batch, row,
                    found: encoding.fault)
            }
        }
        let cut: TokenRecord.Marks = [.unterminatedQuote, .cellTooLong, .tooManyColumns]
        if record.cellCount - surplus != names.count && record.marks.isDisjoint(with: cut) {
            checkWidth(record, cells, batch, row, isClosed: isClosed)
        }
    }

    /// The one defect of a record that is longer than memory should hold.
    func tooLong(_ length: Int, at offset: Int) -> Defect {
        Defect(
            field: "", code: .recordTooLong, found: "\(length) bytes",
            expected: "at most \(tokeniser.limits.record) bytes", byteOffset: offset)
    }

    /// Too few or too many cells, as far as the format does not bear them.
    ///
    /// A short record without a line break is the cut end of a file, whatever else the format bears.
    private func checkWidth(
        _ record: TokenRecord, _ cells: UnsafeMutablePointer<Token>, _ batch: RawBatch, _ row: Int, isClosed: Bool
    ) {
        let (count, width) = (record.cellCount, names.count)
        if count < width {
            guard ragged == .reject || !isClosed else { return }
            if ragged == .left, count > 1, cells[count - 1].length == 0, cells[count - 2].length == 0 { return }
            // Columns without a name at the end of the header are those that a spreadsheet had empty.
            if isClosed, names[count...].allSatisfy(\.isEmpty) { return }
        } else if ragged == .skip || (width..<count).allSatisfy({ cells[$0].length == 0 }) {
            return
        }
        reject(
            batch, row,
            Defect(
                field: "", code: count < width ? .tooFewCells : .tooManyCells,
                found: count == 1 ? "1 cell" : "\(count) cells", expected: width == 1 ? "1 cell" : "\(width) cells"))
    }

    private func addFaults(
        of record: TokenRecord, _ cells: UnsafeMutablePointer<Token>, _ batch: RawBatch, _ row: Int
    ) {
        func note(
            _ mark: TokenRecord.Marks, _ code: Defect.Code, _ found: String, _ expected: @autoclosure () -> String
        ) {
            guard record.marks.contains(mark) else { return }
            add(code, at: record.fault, record, cells, batch, row, found: found, expected: expected())
        }
        let limits = tokeniser.limits
        note(.unterminatedQuote, .unterminatedQuote, "an unterminated quote", "a closing quote")
        note(.strayQuote, .strayQuote, "text after a closing quote", "inner quotes doubled")
        note(.cellTooLong, .cellTooLong, "a cell that is too long", "at most \(limits.cell) bytes")
        note(.tooManyColumns, .tooManyCells, "more than \(limits.columns) cells", "\(names.count) cells")
    }

    /// Adds a defect that stands at a byte of the batch, and names the column that holds it.
    private func add(
        _ code: Defect.Code, at position: Int, _ record: TokenRecord, _ cells: UnsafeMutablePointer<Token>,
        _ batch: RawBatch, _ row: Int, found: String, expected: String = ""
    ) {
        let passed = (0..<record.cellCount).first { position <= Int(cells[$0].offset) + cells[$0].length }
        let column = passed ?? record.cellCount
        reject(
            batch, row,
            Defect(
                field: column < names.count ? names[column] : "", code: code, found: found, expected: expected,
                byteOffset: batch.offsets[row] + sourceLength(record.start..<position, batch)))
    }

    func reject(_ batch: RawBatch, _ row: Int, _ defect: Defect) {
        batch.defects.append((row, defect))
    }

    /// Whether a row has the names of the first two columns where they stand in the header, and other names behind them: the
    /// header of a table below this one.
    private func beginsOtherTable(
        _ record: TokenRecord, _ cells: UnsafeMutablePointer<Token>, in batch: RawBatch
    ) -> Bool {
        guard mayHoldOtherTables, record.cellCount > 2 else { return false }
        return (0..<2).allSatisfy { index in
            let start = Int(cells[index].offset)
            let text = UnsafeRawBufferPointer(rebasing: batch.bytes[start..<start + cells[index].length])
            return text.elementsEqual(headerCells[index])
        }
    }

    func isHeader(_ record: TokenRecord, _ cells: UnsafeMutablePointer<Token>, in batch: RawBatch) -> Bool {
        guard record.cellCount == headerCells.count, !headerCells.isEmpty else { return false }
        for (index, name) in headerCells.enumerated() {
            let token = cells[index]
            guard token.length >= name.count, token.isEscaped || token.length == name.count else { return false }
            let start = Int(token.offset)
            let text = UnsafeRawBufferPointer(rebasing: batch.bytes[start..<start + token.length])
            guard token.isEscaped else {
                if !text.elementsEqual(name) { return false }
                continue
            }
            var plain = [UInt8](repeating: 0, count: text.count)
            let count = plain.withUnsafeMutableBytes { Self.unescape(text, to: $0) }
            if !plain[0..<count].elementsEqual(name) { return false }
        }
        return true
    }

    /// Writes a cell into the arena, doubled quotes made one; the input stays as it is.
    private func unescape(_ token: Token, _ batch: RawBatch) -> Cell {
        let target = batch.room(for: token.length)
        let start = Int(token.offset)
        let text = UnsafeRawBufferPointer(rebasing: batch.bytes[start..<start + token.length])
        return batch.keep(Self.unescape(text, to: target), isQuoted: true)
    }
}

extension Cell {
    @inline(__always)
    fileprivate init(_ token: Token) {
        self.init(offset: Int(token.offset), length: token.length, isQuoted: token.isQuoted)
    }
}

extension CSVReader {
    /// What a file's rows say beside their own cells, while it is read.
    ///
    ///     row            becomes
    ///     title, divider the kind of the records after it; structure
    ///     header         the names of a section's columns
    ///     state row      a column of the rows after it; structure where it holds one cell alone
    ///     data row       one row of the batch, or several where a cell is exploded
    struct Shaping {
        let shape: CSVShape
        /// Where the cells of the columns kept come from.
        var origins: [Origin] = []
        /// State columns by name, in the order of the shape.
        var states: [(name: String, value: FillDown)]
        /// Columns that are filled down: the slot in the batch and the value above.
        var fills: [(slot: Int, value: FillDown)] = []
        /// What `@record` is where the file has sections.
        var kind = FillDown()
        var section: SectionTracker
        /// Columns of the current table, by number.
        var stateColumns: [StateColumns] = []
        var recordColumn: Int?
        /// How many cells the last record of each kind had, of a thousand kinds at most.
        var widths: [[UInt8]: Int] = [:]
        var surplusColumn: Int?
        var explodeColumn: Int?
        /// Where the last record ended, to see blank lines.
        var lastLine = 0

        /// Most rows that one record may become: a batch has room for them.
        static let mostRows = 512

        /// Where a kept cell comes from.
        enum Origin: Equatable {
            case column(Int)
            case part(Int)
            case state(Int)
            case kind
            case nowhere
        }

        /// A state row with its columns found.
        struct StateColumns {
            var column: Int
            /// Nil for a row that holds its cell alone.
            var words: [(column: Int, word: [UInt8])]?
            var into: Int
            var clears: [Int]
        }

        /// - Parameter said: what lines before the header say, by the column that holds it.
        init(_ shape: CSVShape, said: [String: String]) {
            self.shape = shape
            section = SectionTracker(shape.sections)
            states = shape.addedColumns.filter { name in shape.stateRows.contains { $0.into == name } }
                .map { ($0, FillDown()) }
            for index in states.indices {
                if let text = said[states[index].name] { states[index].value.set(Array(text.utf8)) }
            }
        }
    }

    /// Finds the columns of the shape among those of the current table.
    func resolveShape() {
        guard var shaping else { return }
        let shape = shaping.shape
        func place(_ name: String) -> Int? { names.firstIndex(of: name) }
        let isWanted = shaping.section.isTable
        shaping.origins = selected.map { index in
            let name = header[index]
            if let state = shaping.states.firstIndex(where: { $0.name == name }) { return .state(state) }
            if let part = shape.explode?.into.firstIndex(of: name) { return .part(part) }
            if name == CSVShape.kindColumn, shape.sections != nil { return .kind }
            guard isWanted else { return .nowhere }
            if name == CSVShape.kindColumn, let column = shape.recordColumn.flatMap(place) { return .column(column) }
            if shape.sections == nil { return index < names.count ? .column(index) : .nowhere }
            return place(name).map { .column($0) } ?? .nowhere
        }
        shaping.fills = selected.enumerated().compactMap { slot, index in
            shape.fillDown.contains(header[index]) ? (slot, FillDown()) : nil
        }
        shaping.stateColumns = shape.stateRows.compactMap { row in
            guard !row.isBefore, let column = place(row.column),
                let into = shaping.states.firstIndex(where: { $0.name == row.into })
            else { return nil }
            let clears = row.clears.compactMap { name in shaping.states.firstIndex { $0.name == name } }
            guard case .words(let entries) = row.sign else {
                return Shaping.StateColumns(column: column, words: nil, into: into, clears: clears)
            }
            let words = entries.compactMap { entry in place(entry.column).map { ($0, Array(entry.word.utf8)) } }
            return words.count == entries.count
                ? Shaping.StateColumns(column: column, words: words, into: into, clears: clears) : nil
        }
        shaping.recordColumn = shape.recordColumn.flatMap(place)
        shaping.surplusColumn = shape.surplusColumn.flatMap(place)
        shaping.explodeColumn = shape.explode.flatMap { ([$0.column] + $0.spellings).lazy.compactMap(place).first }
        self.shaping = shaping
    }
}
