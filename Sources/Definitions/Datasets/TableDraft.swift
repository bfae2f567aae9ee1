internal import YAML

/// A table as its definition declares it, before the dataset's fields are known.
struct TableDraft {
    let name: String
    let key: String
    let owner: String
    let parent: Table.Parent?
    let columns: [ColumnDraft]
    /// Columns that Scorebook fills after the load.
    let maintained: [String]
    let section: Section

    /// - Parameter values: what several tables share, by name.
    init?(_ entry: Node.Entry, values: [ColumnDraft], earlier: [String], in file: DefinitionFile) {
        guard let section = Section(entry.value, "table", keys: Table.keys.names, in: file) else { return nil }
        name = Section.qualified(entry.key)
        if !Section.isTable(entry.key) {
            file.fault(entry.keyMark, "table `\(entry.key)` must be `table`, or `schema.table` outside `public`")
        }
        self.section = section
        key = section.identifier("key") ?? "id"
        owner = section.identifier("owner") ?? "user_id"
        guard let node = section.required("columns") else { return nil }
        guard let entries = node.entries, !entries.isEmpty else {
            file.fault(node.mark, "`columns` must be a mapping of names to columns")
            return nil
        }
        parent = section["parent"].flatMap { Self.parent($0, earlier: earlier, in: file) }
        let taken = [key, owner, parent?.column]
        for entry in entries where taken.contains(entry.key) {
            file.fault(entry.keyMark, "column `\(entry.key)` is already the table's key, owner or parent")
        }
        let above = parent == nil ? nil : section["parent"].flatMap { ColumnDraft(parent: $0, in: file) }
        func isMaintained(_ entry: Node.Entry) -> Bool {
            entry.value.entries?.contains { $0.key == "write" && $0.value.text == "scorebook" } ?? false
        }
        for entry in entries where isMaintained(entry) {
            for other in entry.value.entries ?? [] where other.key != "write" && other.key != "about" {
                file.fault(other.keyMark, "`\(other.key)` is not allowed in a column that no file has")
            }
        }
        maintained = entries.filter(isMaintained).map(\.key)
        let own = entries.filter { !taken.contains($0.key) && !isMaintained($0) }.compactMap {
            ColumnDraft($0, values: values, in: file)
        }
        columns = [above].compactMap(\.self) + own
    }

    /// Columns and fields without which a record gives no row.
    var needs: [String] {
        let entries = section["needs"].map { $0.elements ?? [$0] } ?? []
        return entries.flatMap { $0.elements ?? [$0] }.compactMap(\.text)
    }

    /// Without the schema `public`.
    var plainName: String { Section.plain(name) }

    /// `parent: {workout_id: workouts}`
    private static func parent(_ node: Node, earlier: [String], in file: DefinitionFile) -> Table.Parent? {
        guard let entry = node.entries?.first, node.entries?.count == 1,
            let table = file.text(entry.value, of: entry.key)
        else {
            file.fault(node.mark, "`parent` is a column and the table whose row it names: {workout_id: workouts}")
            return nil
        }
        _ = file.name(entry.key, at: entry.keyMark, "column")
        if !earlier.contains(Section.qualified(table)) {
            file.unknown("table before this one", table, at: entry.value.mark, among: earlier.map(Section.plain))
        }
        return Table.Parent(table: Section.qualified(table), column: entry.key)
    }
}

/// A column as its table declares it, with what it takes over from a value that several tables share.
struct ColumnDraft {
    static let keys = Field.keys.names + TableColumn.keys.names

    let name: String
    let mark: Mark
    /// The value that fills it, which other tables' columns may have, too; nil: it has one of its own.
    let value: String?
    /// The table whose row's id it is.
    let row: String?
    /// Whether that is the table's parent.
    let isParent: Bool
    let section: Section

    /// Whether records may hold a value of it.
    var isField: Bool { section["type"] != nil && row == nil && section["lookup"] == nil }

    /// A value, or a column that says all itself or names a value: `{type: text}`, `{}`, `{from: start_at}`.
    init?(_ entry: Node.Entry, values: [ColumnDraft], in file: DefinitionFile) {
        guard file.name(entry.key, at: entry.keyMark, "column") != nil,
            let own = Section(entry.value, "column", keys: Self.keys, in: file)
        else { return nil }
        let place = own["from"]?.text.flatMap(Section.reference)
        let isOwn = own["type"] != nil || place != nil
        if own["type"] != nil, let node = own["from"] {
            file.fault(node.mark, "`from` names a value, whose type and source it is")
        }
        let shared = place == nil ? own.text("from") ?? entry.key : entry.key
        let value = isOwn ? nil : values.first { $0.name == shared }
        if !isOwn, value == nil {
            if let mark = own["from"]?.mark {
                file.unknown("value", shared, at: mark, among: values.map(\.name))
            } else {
                file.fault(
                    entry.keyMark, "`\(entry.key)` needs a `type`, or a column of its name in the dataset's `columns`")
            }
            return nil
        }
        var entries = own.entries.filter { $0.key != "from" || place != nil }
        for entry in value?.section.entries ?? [] where own[entry.key] == nil { entries.append(entry) }
        guard
            let section = Section(Node(content: .mapping(entries), mark: own.mark), "column", keys: Self.keys, in: file)
        else { return nil }
        self.init(name: entry.key, mark: entry.keyMark, value: value.flatMap { $0.isField ? shared : nil }, section)
    }

    /// The column of a table's parent.
    init?(parent node: Node, in file: DefinitionFile) {
        guard let entry = node.entries?.first else { return nil }
        let table = entry.value.text ?? ""
        let row = Node.Entry(key: "from", keyMark: entry.keyMark, value: .text("\(table).id", at: entry.value.mark))
        guard
            let section = Section(Node(content: .mapping([row]), mark: node.mark), "parent", keys: Self.keys, in: file)
        else { return nil }
        self.init(name: entry.key, mark: entry.keyMark, value: nil, section, isParent: true)
    }

    private init(name: String, mark: Mark, value: String?, _ section: Section, isParent: Bool = false) {
        (self.name, self.mark, self.value, self.section, self.isParent) = (name, mark, value, section, isParent)
        row = section["from"]?.text.flatMap(Section.reference)?.table
    }
}
