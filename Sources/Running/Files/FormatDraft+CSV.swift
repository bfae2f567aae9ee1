internal import Discovering
internal import Reading

extension FormatDraft.Look {
    /// A table with its names in a line.
    init(csv bytes: [UInt8], isWhole: Bool) throws {
        let head = try CSVHead(bytes, isWhole: isWhole)
        let delimiter = head.sniffedDelimiter(among: [",", ";", "\t", "|"].map { UInt8(ascii: $0) })
        let rows = head.rows(delimiter: delimiter, limit: 2000)
        let width = rows.map(\.cells.count).max() ?? 0
        let top = rows.prefix(20).firstIndex { $0.cells.count == width && !$0.cells.contains("") } ?? 0
        let header = rows.isEmpty ? [] : rows[top].cells
        let records = rows.dropFirst(top + 1)
        columns = header.enumerated().map { index, title in
            DraftColumn(title, records.map { $0.cells.indices.contains(index) ? $0.cells[index] : "" })
        }
        self.records = records.count
        let isRagged = records.contains { $0.cells.count != header.count }
        if columns.contains(where: { DraftColumn("", [$0.title]).kind.isNumber }) {
            doubts.append("the first line holds numbers: it may be a record instead of a header")
        }
        if isRagged { doubts.append("some records have another number of cells than the header") }
        if Set(header).count < header.count { doubts.append("two columns have one name") }
        var words = "delimiters: [\(FormatDraft.scalar(String(UnicodeScalar(delimiter))))]"
        if top > 0 { words += ", preamble: \(top)" }
        if isRagged { words += ", ragged: trailing" }
        if Set(header).count < header.count { words += ", duplicate_names: number" }
        reader = "csv: {\(words)}"
        var seen: Set<String> = []
        recognise = header.filter { seen.insert($0).inserted }
    }
}
