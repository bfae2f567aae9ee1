internal import YAML

extension Table {
    static let keys = [
        "parent", "key", "owner", "owners", "recognise", "needs", "source_key", "identity", "rows", "order",
        "maintained",
        "columns",
    ]

    /// - Parameter earlier: the tables that stand before it.
    init?(_ draft: TableDraft, _ names: FieldNames, earlier: [Table], in file: DefinitionFile) {
        let section = draft.section
        let plain = draft.plainName
        let parent = earlier.first { $0.name == draft.parent?.table }
        if section.required("identity") == nil { return nil }
        let identity = section.words("identity")
        let columns = draft.columns.compactMap { column in
            TableColumn(column, of: draft, names, earlier: earlier.map(\.name), in: file)
        }
        self.init(
            name: draft.name, key: draft.key, owner: draft.owner, owners: section.column("owners"), identity: [],
            columns: columns)
        id = names["\(plain).\(key)"]?.field.name ?? key
        self.parent = draft.parent
        isWithinParent = identity.contains { $0.text == draft.parent?.column }
        let own = names.names(identity.filter { $0.text != draft.parent?.column }, near: plain, in: file)
        self.identity = (isWithinParent ? [] : parent?.identity ?? []) + own
        needs = section.nodes("needs").map { node in
            names.names(file.words(node.elements ?? [node], of: "needs"), near: plain, in: file)
        }
        required = draft.columns.filter { $0.section.boolean("required") == true }.compactMap { column in
            names["\(plain).\(column.name)"]?.field.name
        }
        rows = section.choice("rows", Rows.self) ?? .oneARecord
        sourceKey = section.choice("source_key", SourceKey.self)
        recognise = section.texts("recognise")
        let known = [key, owner] + columns.map(\.name)
        for word in section.words("recognise") where !known.contains(word.text) {
            file.unknown("column", word.text, at: word.mark, among: known)
        }
        order = section["order"].flatMap { Order($0, names, of: self, in: file) }
        maintained = section.texts("maintained")
        if let name = maintained.first(where: known.contains), let mark = section["maintained"]?.mark {
            file.fault(mark, "column `\(name)` is filled from the source, so it cannot be `maintained`")
        }
    }
}

extension Table.Order {
    init?(_ node: Node, _ names: FieldNames, of table: Table, in file: DefinitionFile) {
        guard let section = Section(node, "order", keys: ["by", "clock"], in: file) else { return nil }
        if !table.columns.contains(where: { $0.name == Self.column }) {
            file.fault(node.mark, "`order` needs a column `\(Self.column)`")
        }
        by = names.names(section.words("by"), near: table.plainName, in: file)
        clock = names.names(section.words("clock"), near: table.plainName, in: file).first
    }
}

extension TableColumn {
    static let keys = [
        "sql", "row_of", "counted", "lookup", "write", "true_in", "references", "on_missing", "when_null",
        "after", "set_by", "warn", "read",
    ]

    init?(_ draft: ColumnDraft, of table: TableDraft, _ names: FieldNames, earlier: [String], in file: DefinitionFile) {
        let section = draft.section
        let value = section.choice("type", ValueType.self)
        let field = names["\(table.plainName).\(draft.name)"]?.field
        let source: Source
        let lookup = section["lookup"].flatMap { Self.lookup($0, names, near: table.plainName, in: file) }
        if section["lookup"] != nil, lookup == nil { return nil }
        if let row = draft.row {
            if let node = section["row_of"], !earlier.contains(row) {
                file.unknown(
                    "table before this one", Section.plain(row), at: node.mark, among: earlier.map(Section.plain))
            }
            for key in Field.keys + ["sql", "counted", "read"] where key != "required" {
                if let node = section[key] { file.fault(node.mark, "`\(key)` is no key of a column with `row_of`") }
            }
            source = .row(of: row)
        } else if let lookup {
            source = lookup
        } else if let field {
            source = section.boolean("counted") == true ? .counted(unless: field.name) : .field(field.name)
        } else {
            return nil
        }
        if let node = section["counted"], value != .integer || table.parent == nil {
            file.fault(node.mark, "`counted` is for a column of type integer in a table with a `parent`")
        }
        let type = draft.row != nil ? ValueType.uuid.sqlType : section.text("sql") ?? value?.sqlType ?? ""
        if let value, let node = section["sql"] { value.check(sql: type, at: node.mark, in: file) }
        let references = section.column("references")
        if references == nil, draft.row == nil, let node = section["on_missing"] {
            file.fault(node.mark, "`on_missing` stands only beside `references` or `row_of`")
        }
        let onMissing = section.choice("on_missing", Missing.self) ?? .reject
        if references != nil || onMissing == .drop, (onMissing == .drop) != (value == .uuids) {
            file.fault(
                section["on_missing"]?.mark ?? draft.mark,
                "`on_missing: drop` is for a column of type uuids, and the only one for it")
        }
        self.init(
            name: draft.name, type: type, source: source, write: section.choice("write", Write.self) ?? .source,
            references: references, onMissing: onMissing)
        if let node = section["true_in"], value != .boolean {
            file.fault(node.mark, "`true_in` stands only with a boolean")
        }
        truth = section.choice("true_in", Truth.self) ?? .anyRow
        if draft.row != nil { fallback = lookup }
        setBy = section.choice("set_by", Setter.self) ?? .anyone
        after = section["after"] == nil ? nil : section.table("after")
        whenNull = section.text("when_null")
        warning = section.text("warn")
        read = section["read"].flatMap { Self.read($0, field, in: file) }
    }

    /// How a file that lists the table's rows writes the column: what a format says of a field, without `from`.
    private static func read(_ node: Node, _ field: Field?, in file: DefinitionFile) -> Node? {
        guard let section = Section(node, "mapping", keys: FieldMapping.keys.names.filter { $0 != "from" }, in: file)
        else { return nil }
        guard let field else {
            file.fault(node.mark, "`read` is allowed only where the file has the value")
            return nil
        }
        let from = Node.Entry(key: "from", keyMark: node.mark, value: .text(field.name, at: node.mark))
        let entry = Node.Entry(
            key: field.name, keyMark: node.mark,
            value: Node(content: .mapping([from] + section.entries), mark: node.mark))
        return FieldMapping(entry, Scope(file: file, field: field)) == nil ? nil : node
    }

    private static func lookup(
        _ node: Node, _ names: FieldNames, near table: String, in file: DefinitionFile
    ) -> Source? {
        guard let section = Section(node, "lookup", keys: ["table", "match", "take"], in: file) else { return nil }
        let target = section.table("table")
        let take = section.identifier("take", isRequired: true)
        guard let node = section.required("match") else { return nil }
        guard let entries = node.entries, !entries.isEmpty else {
            file.fault(node.mark, "`match` must be a mapping of columns to fields, `$owner` or `{constant: word}`")
            return nil
        }
        var matches: [Match] = []
        for entry in entries {
            guard file.name(entry.key, at: entry.keyMark, "column") != nil else { continue }
            if entry.value.entries != nil {
                let constant = Section(entry.value, "constant", keys: ["constant"], in: file)
                guard let word = constant?.text("constant", isRequired: true) else { continue }
                matches.append(Match(column: entry.key, field: nil, constant: word))
            } else if let name = file.text(entry.value, of: entry.key) {
                let field = name == "$owner" ? name : names[name, near: table]?.field.name
                if field == nil {
                    file.unknown("field", name, at: entry.value.mark, among: ["$owner"] + names.fields.map(\.name))
                }
                matches.append(Match(column: entry.key, field: field, constant: nil))
            }
        }
        guard let target, let take else { return nil }
        return .lookup(table: target, match: matches, take: take)
    }
}

extension ValueType {
    /// PostgreSQL's type for its values, as `format_type` names it, where a column says no other.
    var sqlType: String {
        switch self {
        case .text: "text"
        case .integer: "integer"
        case .decimal, .duration: "numeric"
        case .boolean: "boolean"
        case .date: "date"
        case .instant: "timestamp with time zone"
        case .wallTime: "timestamp without time zone"
        case .time: "time without time zone"
        case .uuid: "uuid"
        case .json: "jsonb"
        case .list: "text[]"
        case .uuids: "uuid[]"
        }
    }

    /// The other types that take its values, without their modifiers.
    private var otherTypes: [String] {
        switch self {
        case .text: ["character varying", "character"]
        case .integer: ["smallint", "bigint", "numeric"]
        case .decimal: ["real", "double precision"]
        case .json: ["json"]
        default: []
        }
    }

    fileprivate func check(sql: String, at mark: Mark, in file: DefinitionFile) {
        let base = String(sql.prefix { $0 != "(" })
        // An enumeration of the app's takes words.
        if base.hasPrefix("public."), self == .text { return }
        let known = [sqlType] + otherTypes
        if sql == sqlType {
            file.fault(mark, "`sql: \(sql)` is what a column of type \(rawValue) is stored as anyway")
        } else if !known.contains(base) {
            file.unknown("PostgreSQL type of a \(rawValue)", base, at: mark, among: known)
        }
    }
}
