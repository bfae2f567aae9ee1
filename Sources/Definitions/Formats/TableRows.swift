internal import YAML

/// Formats whose records are rows of tables, column for column: the datasets list the columns, so no format does.
///
///     rows.yaml                schools:                      schools-rows
///     rows_of: each_table   +    recognise: [id, name]   =>  recognise: [[id, name]]
///     reader: csv                name: {type: text}          schools.name: {from: name}
///
/// Each becomes a definition as an author would write it, and is read as one. Tables without `recognise` have no such
/// formats.
struct TableRows {
    /// What one format is for.
    enum Spread: String, CaseIterable {
        case eachTable = "each_table"
        case allTables = "all_tables"
    }

    /// What a definition with `rows_of` says itself; the rest is derived.
    static let keys = [
        "format", "reader", "rows_of", "without", "named", "ignore", "missing", "empty",
        "unrecoverable",
    ]

    let root: Section
    let mark: Mark
    let spread: Spread
    let reader: ReaderDefinition
    let title: String

    init?(_ root: Section) {
        for entry in root.entries where !Self.keys.contains(entry.key) && Format.allKeys.contains(entry.key) {
            root.file.fault(entry.keyMark, "`\(entry.key)` is derived from the tables where there is `rows_of`")
        }
        guard let mark = root["rows_of"]?.mark, let spread = root.choice("rows_of", Spread.self),
            let reader = root.required("reader").flatMap({ ReaderDefinition($0, in: root.file) }),
            let title = root.text("format", isRequired: true)
        else { return nil }
        guard ["csv", "json", "sql"].contains(reader.word) else {
            root.file.fault(mark, "`rows_of` is for the readers csv, json and sql")
            return nil
        }
        if spread == .allTables, reader.word != "sql" {
            root.file.fault(mark, "only the reader sql knows the table of a row, so only it has `rows_of: all_tables`")
            return nil
        }
        (self.root, self.mark, self.spread, self.reader, self.title) = (root, mark, spread, reader, title)
    }

    /// The definitions, as they would be written.
    ///
    /// - Parameter datasets: those first to whose tables others refer.
    func definitions(_ datasets: [Dataset]) -> [(name: String, node: Node)] {
        let tables = datasets.flatMap { dataset in
            dataset.tables.filter { !$0.recognise.isEmpty }.map { (dataset: dataset, table: $0) }
        }
        switch spread {
        case .eachTable:
            return tables.map { dataset, table in
                let name = "\(table.plainName.replacing("_", with: "-"))-\(root.file.name)"
                let title = title.replacing("{table}", with: table.plainName)
                let sets = self.recognise(table)
                return (name, definition(title, sets, record(of: table, dataset)))
            }
        case .allTables:
            let records = tables.map { dataset, table in
                let condition = [entry(SQLReaderDefinition.kindColumn, text(table.name))]
                return mapping(record(of: table, dataset) + [entry("when", mapping(condition))])
            }
            let sets = tables.flatMap { self.recognise($0.table) }
            return records.isEmpty
                ? [] : [(root.file.name, definition(title, sets, [entry("records", list(records))]))]
        }
    }

    private func definition(_ title: String, _ sets: [[String]], _ records: [Node.Entry]) -> Node {
        let own = ["reader", "without", "named", "ignore", "missing", "unrecoverable"]
        let named = [entry("format", text(title))]
        let recognised = [entry("recognise", list(sets.map { list($0.map(text)) }))]
        return mapping(root.entries.filter { own.contains($0.key) } + named + recognised + records)
    }

    /// Sets of column names by which the table's rows are recognised, as the reader names columns.
    private func recognise(_ table: Table) -> [[String]] {
        reader.word == "sql" ? [table.recognise.map { "\(table.name)(\($0))" }] : reader.names(of: table.recognise)
    }

    /// What `records` says of the table.
    private func record(of table: Table, _ dataset: Dataset) -> [Node.Entry] {
        var fields: [Node.Entry] = []
        func add(_ word: String, _ column: String, _ read: [Node.Entry] = []) {
            guard dataset.names[word] != nil else { return }
            fields.append(entry(word, mapping([entry("from", text(column))] + read)))
        }
        add(dataset.ownerField, table.owner)
        let id = "\(table.plainName).\(table.key)"
        add(id, table.key)
        func add(_ columns: [TableColumn], of table: Table) {
            for column in columns {
                if case .lookup = column.source { continue }
                add("\(table.plainName).\(column.name)", column.name, column.read?.entries ?? [])
            }
        }
        add(table.columns, of: table)
        for other in dataset.tables where other.listedWith == table.name {
            add("\(other.plainName).\(other.key)", table.key)
            let own = other.columns.filter { if case .field = $0.source { $0.write == .source } else { false } }
            add(own, of: other)
        }
        var entries = [entry("dataset", text(dataset.name))]
        if let empty = root["empty"], dataset.emptyText == .kept { entries.append(entry("empty", empty)) }
        // The app writes metrics in any unit; where the number is kept as it was written, rows are in the measure's.
        if let measures = dataset.measures, measures.original.isEmpty {
            entries.append(entry("units", text(RecordMapping.Units.kept.rawValue)))
        }
        return entries + [entry("key", text(id)), entry("fields", mapping(fields))]
    }

    private func entry(_ key: String, _ value: Node) -> Node.Entry { .init(key: key, keyMark: mark, value: value) }
    private func text(_ text: String) -> Node { .text(text, at: mark) }
    private func list(_ nodes: [Node]) -> Node { Node(content: .sequence(nodes), mark: mark) }
    private func mapping(_ entries: [Node.Entry]) -> Node { Node(content: .mapping(entries), mark: mark) }
}
