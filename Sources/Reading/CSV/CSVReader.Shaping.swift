internal import CSV
internal import Definitions
internal import Records

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
        var states: [(name: String, value: Carried)]
        /// Columns that are filled down: the slot in the batch and the value above.
        var fills: [(slot: Int, value: Carried)] = []
        /// What `@record` is where the file has sections.
        var kind = Carried()
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

        init(_ shape: CSVShape) {
            self.shape = shape
            section = SectionTracker(shape.sections)
            states = shape.addedColumns.filter { name in shape.stateRows.contains { $0.into == name } }
                .map { ($0, Carried()) }
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
            shape.fillDown.contains(header[index]) ? (slot, Carried()) : nil
        }
        shaping.stateColumns = shape.stateRows.compactMap { row in
            guard let column = place(row.column), let into = shaping.states.firstIndex(where: { $0.name == row.into })
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
        shaping.explodeColumn = shape.explode.flatMap { place($0.column) }
        self.shaping = shaping
    }
}
