internal import YAML

extension Table {
    static let keys = [
        "name", "key", "owner", "owners", "recognise", "rows", "needs", "required", "identity", "id", "source_key",
        "within",
        "whole", "maintained", "order", "columns",
    ]

    /// - Parameter earlier: names of the tables that stand before it.
    init?(_ node: Node, _ fields: [Field], earlier: [String], in file: DefinitionFile) {
        guard let section = Section(node, "table", keys: Self.keys, in: file) else { return nil }
        let name = section.table("name")
        let key = section.identifier("key", isRequired: true)
        let owner = section.identifier("owner", isRequired: true)
        let owners = section.column("owners")
        if section.required("identity") == nil || section.required("columns") == nil { return nil }
        let identity = section.words("identity")
        let needs =
            section["needs"] == nil ? [] : section.nodes("needs").map { file.words($0.elements ?? [$0], of: "needs") }
        let id = section.words("id")
        let required = section.words("required")
        for field in identity + needs.flatMap({ $0 }) + id + required
        where !fields.contains(where: { $0.name == field.text }) {
            file.unknown("field", field.text, at: field.mark, among: fields.map(\.name))
        }
        guard let entries = section["columns"]?.entries, !entries.isEmpty else {
            file.fault(section["columns"]?.mark ?? section.mark, "`columns` must be a mapping of names to columns")
            return nil
        }
        var columns: [TableColumn] = []
        for entry in entries {
            if entry.key == key || entry.key == owner {
                file.fault(entry.keyMark, "column `\(entry.key)` is already the table's key or owner")
            } else if let column = TableColumn(entry, fields, earlier: earlier, itself: name, in: file) {
                columns.append(column)
            }
        }
        guard let name, let key, let owner else { return nil }
        self.init(name: name, key: key, owner: owner, owners: owners, identity: identity.map(\.text), columns: columns)
        rows = section.choice("rows", Rows.self) ?? .oneARecord
        self.needs = needs.map { $0.map(\.text) }
        self.required = required.map(\.text)
        self.id = id.first?.text
        for name in id where fields.contains(where: { $0.name == name.text && $0.type != .uuid }) {
            file.fault(name.mark, "a row's id must be a field of type uuid")
        }
        sourceKey = section.choice("source_key", SourceKey.self)
        recognise = recognised(section)
        if let node = section["order"] { order = Order(node, fields, columns, in: file) }
        within = section.text("within")
        maintained = section.texts("maintained")
        if let name = maintained.first(where: { name in columns.contains { $0.name == name } }),
            let mark = section["maintained"]?.mark
        {
            file.fault(mark, "column `\(name)` is filled from the source, so it cannot be `maintained`")
        }
        if let within, let mark = section["within"]?.mark, !earlier.contains(within) {
            file.unknown("table before this one", within, at: mark, among: earlier)
        }
        whole = section.text("whole")
        if let whole, let mark = section["whole"]?.mark, !columns.contains(where: { $0.source == .row(of: whole) }) {
            file.fault(mark, "`whole` needs a column with `row_of: \(whole)`")
        }
        for column in columns {
            guard case .number(let names, _) = column.source else { continue }
            for name in names where !columns.contains(where: { $0.name == name }) {
                file.unknown("column", name, at: section.mark, among: columns.map(\.name))
            }
        }
    }
}

extension Table {
    /// `recognise`: columns of the table, its key and its owner among them.
    private func recognised(_ section: Section) -> [String] {
        let known = [key, owner] + columns.map(\.name)
        let words = section["recognise"] == nil ? [] : section.words("recognise")
        for word in words where !known.contains(word.text) {
            section.file.unknown("column", word.text, at: word.mark, among: known)
        }
        return words.map(\.text)
    }
}

extension Table.Order {
    init?(_ node: Node, _ fields: [Field], _ columns: [TableColumn], in file: DefinitionFile) {
        guard let section = Section(node, "order", keys: ["by", "clock"], in: file) else { return nil }
        let by = section.words("by")
        for field in by + section.words("clock") where !fields.contains(where: { $0.name == field.text }) {
            file.unknown("field", field.text, at: field.mark, among: fields.map(\.name))
        }
        if !columns.contains(where: { $0.name == Self.column }) {
            file.fault(node.mark, "`order` needs a column `\(Self.column)`")
        }
        self.by = by.map(\.text)
        clock = section.text("clock")
    }
}

extension TableColumn {
    static let keys = [
        "type", "from", "row_of", "number_within", "lookup", "write", "true_in", "references", "on_missing",
        "when_null", "after", "set_by", "warn", "read",
    ]

    init?(_ entry: Node.Entry, _ fields: [Field], earlier: [String], itself: String?, in file: DefinitionFile) {
        guard file.name(entry.key, at: entry.keyMark, "column") != nil,
            let section = Section(entry.value, "column", keys: Self.keys, in: file),
            let type = section.text("type", isRequired: true), let typeMark = section["type"]?.mark
        else { return nil }
        let base = String(type.prefix { $0 != "(" })
        // An enumeration of the app's takes words.
        let accepted = base.hasPrefix("public.") ? [.text] : Self.valueTypes[base]
        if accepted == nil {
            file.unknown("type of PostgreSQL", base, at: typeMark, among: Self.valueTypes.keys.sorted())
        }
        let sources = ["from", "row_of", "number_within", "lookup"].filter { section[$0] != nil }
        // A lookup may stand in for what the record does not give, a number for what the source did not count.
        let pairs = [["from", "lookup"], ["row_of", "lookup"], ["from", "number_within"]]
        guard sources.count == 1 || pairs.contains(sources) else {
            file.fault(
                entry.keyMark, "column `\(entry.key)` needs one of `from`, `row_of`, `number_within` and `lookup`")
            return nil
        }
        let source: Source
        let lookup = section["lookup"].flatMap { Self.lookup($0, fields, in: file) }
        if section["lookup"] != nil, lookup == nil { return nil }
        if let lookup, sources.count == 1 {
            source = lookup
        } else if let table = section.text("row_of") {
            if let node = section["row_of"], !earlier.contains(table) {
                file.unknown("table before this one", table, at: node.mark, among: earlier)
            }
            if base != "uuid" { file.fault(typeMark, "a column that is the id of a row must be of type uuid") }
            source = .row(of: table)
        } else if section["number_within"] != nil {
            if accepted?.contains(.integer) != true { file.fault(typeMark, "a number needs a type of numbers") }
            if let name = section.text("from"), let node = section["from"] {
                let field = fields.first { $0.name == name }
                if field == nil { file.unknown("field", name, at: node.mark, among: fields.map(\.name)) }
                if let field, field.type != .integer { file.fault(node.mark, "`\(name)` is no field of type integer") }
            }
            source = .number(within: section.texts("number_within"), unless: section.text("from"))
        } else {
            guard let name = section.text("from"), let mark = section["from"]?.mark else { return nil }
            guard let field = fields.first(where: { $0.name == name }) else {
                file.unknown("field", name, at: mark, among: fields.map(\.name))
                return nil
            }
            if let accepted, !accepted.contains(field.type) {
                file.fault(mark, "a \(field.type.rawValue) does not fit into a column of type \(type)")
            }
            source = .field(name)
        }
        let references = section.column("references")
        if references == nil, section["row_of"] == nil, let node = section["on_missing"] {
            file.fault(node.mark, "`on_missing` stands only beside `references` or `row_of`")
        }
        let onMissing = section.choice("on_missing", Missing.self) ?? .reject
        if references != nil || onMissing == .drop, (onMissing == .drop) != (base == "uuid[]") {
            file.fault(
                section["on_missing"]?.mark ?? entry.keyMark,
                "`on_missing: drop` is for a column of type uuid[], and the only one for it")
        }
        self.init(
            name: entry.key, type: type, source: source, write: section.choice("write", Write.self) ?? .source,
            references: references, onMissing: onMissing)
        if let node = section["true_in"], base != "boolean" {
            file.fault(node.mark, "`true_in` stands only with a boolean")
        }
        truth = section.choice("true_in", Truth.self) ?? .anyRow
        if sources.count == 2 { fallback = lookup }
        setBy = section.choice("set_by", Setter.self) ?? .anyone
        after = section.text("after")
        whenNull = section.text("when_null")
        warning = section.text("warn")
        read = section["read"].flatMap { Self.read($0, source, fields, in: file) }
    }

    /// How a file that lists the table's rows writes the column: what a format says of a field, without `from`.
    private static func read(_ node: Node, _ source: Source, _ fields: [Field], in file: DefinitionFile) -> Node? {
        guard let section = Section(node, "mapping", keys: FieldMapping.keys.names.filter { $0 != "from" }, in: file)
        else { return nil }
        guard case .field(let name) = source, let field = fields.first(where: { $0.name == name }) else {
            file.fault(node.mark, "`read` is allowed only beside `from`")
            return nil
        }
        let from = Node.Entry(
            key: "from", keyMark: node.mark, value: Node(content: .scalar(name, .quoted), mark: node.mark))
        let entry = Node.Entry(
            key: name, keyMark: node.mark, value: Node(content: .mapping([from] + section.entries), mark: node.mark))
        return FieldMapping(entry, Scope(file: file, field: field)) == nil ? nil : node
    }

    /// The types of values that a column takes, by `format_type`'s name without its modifier.
    private static let valueTypes: [String: [ValueType]] = [
        "text": [.text], "character varying": [.text], "smallint": [.integer], "integer": [.integer],
        "bigint": [.integer], "numeric": [.decimal, .integer, .duration], "real": [.decimal],
        "double precision": [.decimal], "boolean": [.boolean], "date": [.date], "uuid": [.uuid],
        "timestamp with time zone": [.instant], "timestamp without time zone": [.wallTime],
        "time without time zone": [.time], "json": [.json], "jsonb": [.json],
        "character": [.text], "text[]": [.list], "uuid[]": [.uuids],
    ]

    private static func lookup(_ node: Node, _ fields: [Field], in file: DefinitionFile) -> Source? {
        guard let section = Section(node, "lookup", keys: ["table", "match", "take"], in: file) else { return nil }
        let table = section.table("table")
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
                if name != "$owner", !fields.contains(where: { $0.name == name }) {
                    file.unknown("field", name, at: entry.value.mark, among: ["$owner"] + fields.map(\.name))
                }
                matches.append(Match(column: entry.key, field: name, constant: nil))
            }
        }
        guard let table, let take else { return nil }
        return .lookup(table: table, match: matches, take: take)
    }
}
