internal import YAML

extension Table {
    static let keys = KeyTable<Void>("table") { keys in
        keys.declare(
            "parent", .map(.text),
            about: "A column and the earlier table whose row it names: `{workout_id: workouts}`. A file gives that row "
                + "with all of its rows here, and the identity begins with its; where `identity` names the column, with "
                + "its id.")
        keys.declare("key", .identifier, about: "Column of the primary key; default: `id`.")
        keys.declare("owner", .identifier, about: "Column of the owner's id; default: `user_id`.")
        keys.declare(
            "recognise", .oneOrMore(.text),
            about:
                "Columns by which files are recognised that list the table's rows. Another table's key among them, as "
                + "`schools.id`: files that list its rows have the columns of this one, too.")
        keys.declare(
            "needs", .either([.text, .list(.oneOrMore(.text), 1...Int.max)]),
            about: "Fields without which a record gives no row; of several in one entry any one will do.")
        keys.declare(
            "identity", .oneOrMore(.text), .required, about: "Columns by which a row is known where it has no id.")
        keys.declare(
            "source_key", .choice(SourceKey.allCases.map(\.rawValue)),
            about:
                "How far a format's `key` identifies a row; `alone` in the first table, `with_identity` in later ones.")
        keys.declare(
            "rows", .choice(Rows.allCases.map(\.rawValue)),
            about:
                "`per_key`: records of equal natural keys that go on to rows of a later table give one row together.")
        keys.declare(
            "series", .identifier,
            about:
                "Column by whose values a row gathers all records of its identity. What is not part of the identity is then "
                + "a list, of a value from each record; a file replaces what is there for the same value of this column."
        )
        keys.declare(
            "order", .object("order"),
            about: "How new rows of a day follow each other: what `created_at` gets where the source gives none.")
        keys.declare("columns", .named(.object("column")), .required, about: "Its columns.")
    }

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
            name: draft.name, key: draft.key, owner: draft.owner, owners: nil, identity: [],
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
        rows = section.choice("rows", Rows.self) ?? .perRecord
        sourceKey = section.choice("source_key", SourceKey.self)
        recognise = section.texts("recognise")
        if let other = earlier.first(where: { recognise.contains("\($0.plainName).\($0.key)") }) {
            listedWith = other.name
            recognise.removeAll { $0 == "\(other.plainName).\(other.key)" }
        }
        if let series = section.identifier("series") { gather(by: series, section, in: file) }
        let known = [key, owner] + columns.map(\.name)
        for word in section.words("recognise") where recognise.contains(word.text) && !known.contains(word.text) {
            file.unknown("column", word.text, at: word.mark, among: known)
        }
        order = section["order"].flatMap { Order($0, names, of: self, in: file) }
        maintained = draft.maintained
    }

    /// Makes lists of the columns that are no part of the identity.
    private mutating func gather(by column: String, _ section: Section, in file: DefinitionFile) {
        for key in ["parent", "rows", "source_key", "order", "recognise"] {
            guard let node = section[key] else { continue }
            file.fault(node.mark, "`\(key)` is not allowed in a table with `series`")
        }
        for place in columns.indices {
            guard case .field(let name) = columns[place].source, columns[place].references == nil else {
                file.fault(
                    section.mark,
                    "column `\(columns[place].name)` of a table with `series` must hold a value of the record")
                continue
            }
            guard !identity.contains(name) else { continue }
            columns[place].isList = true
            columns[place].type += "[]"
        }
        let lists = columns.filter(\.isList).map(\.name)
        if !lists.contains(column), let mark = section["series"]?.mark {
            file.unknown("column that is not part of the identity", column, at: mark, among: lists)
        }
        series = column
        sourceKey = .ignored
    }
}

extension Table.Order {
    init?(_ node: Node, _ names: FieldNames, of table: Table, in file: DefinitionFile) {
        guard let section = Section(node, "order", keys: Self.keys.names, in: file) else { return nil }
        if !table.columns.contains(where: { $0.name == Self.column }) {
            file.fault(node.mark, "`order` needs a column `\(Self.column)`")
        }
        by = names.names(section.words("by"), near: table.plainName, in: file)
        clock = names.names(section.words("from"), near: table.plainName, in: file).first
    }
}

extension Table.Order {
    static let keys = KeyTable<Void>("order") { keys in
        keys.declare(
            "by", .oneOrMore(.text), .required, about: "Fields that show whether a file begins with the newest.")
        keys.declare("from", .text, about: "Field of the source's clock, which `created_at` then gets.")
    }
}

extension TableColumn {
    static let keys = KeyTable<Void>("column") { keys in
        let table = Shape.form("^([a-z0-9_]+\\.)?[a-z0-9_]+$", "table")
        keys.declare(
            "from", .text,
            about: "The value that fills it; default: the value of its own name. Or the key of an earlier table, as in "
                + "`schools.id`: the id of the row that the same record gives there.")
        keys.declare("sql", .text, about: "PostgreSQL's type, where it is not the usual one of `type`.")
        keys.declare(
            "lookup", .map(.map(.either([.text, .map(.text)]))),
            about: "A column of another table, and what its row is found by: columns and fields, `$owner` or "
                + "`{constant: WORD}`.")
        keys.declare(
            "write", .choice(Write.allCases.map(\.rawValue) + ["migration", "scorebook"]),
            about: "`keep`: set on insert, then it is the app's. `app`: its triggers write it, and it is not compared. "
                + "`migration`: set by files under `--owner payload` alone. `scorebook`: no file has it, Scorebook fills it "
                + "after the load.")
        keys.declare(
            "references", Value.column.shape,
            about:
                "Column that it refers to. A dangling reference is rejected in a column that is `required` or in `needs`, "
                + "and null in others; of a `uuids` the ids that lead somewhere are kept.")
        keys.declare(
            "default", .text,
            about:
                "Written where the source gives no value; `counted`: 1, 2, 3 and so on among the rows of one parent, in "
                + "the order of records.")
        keys.declare("after", table, about: "Table after whose rows this column is written.")
        keys.declare(
            "because", .text, .beside(["lookup"]),
            about: "Warning for new rows for which the lookup finds nothing: what follows from it.")
        keys.declare(
            "to", .object("stored_units"), about: "Of a number: the units in which it is stored, by what was measured.")
        keys.declare(
            "read", .map(.either([.text, .map(.text), .list(.text, 1...Int.max)])),
            about: "How files that list the table's rows write the column: a [mapping](#mapping) without `from`.")
    }

    init?(_ draft: ColumnDraft, of table: TableDraft, _ names: FieldNames, earlier: [String], in file: DefinitionFile) {
        let section = draft.section
        let value = section.choice("type", ValueType.self)
        let field = names["\(table.plainName).\(draft.name)"]?.field
        let isCounted = section["default"]?.text == "counted"
        let source: Source
        let lookup = section["lookup"].flatMap { Self.lookup($0, names, near: table.plainName, in: file) }
        if section["lookup"] != nil, lookup == nil { return nil }
        if let row = draft.row {
            if let node = section["from"], !earlier.contains(row) {
                file.unknown(
                    "table before this one", Section.plain(row), at: node.mark, among: earlier.map(Section.plain))
            }
            for key in Field.keys.names + ["sql", "read"] where key != "required" {
                if let node = section[key] {
                    file.fault(node.mark, "`\(key)` is not allowed in a column with the id of a row")
                }
            }
            source = .row(of: row)
        } else if let lookup {
            source = lookup
        } else if let field {
            source = isCounted ? .counted(unless: field.name) : .field(field.name)
        } else {
            return nil
        }
        if isCounted, value != .integer || table.parent == nil {
            file.fault(
                section["default"]?.mark ?? draft.mark,
                "`default: counted` is for a column of type integer in a table with a `parent`")
        }
        let type = draft.row != nil ? ValueType.uuid.sqlType : section.text("sql") ?? value?.sqlType ?? ""
        if let value, let node = section["sql"] { value.check(sql: type, at: node.mark, in: file) }
        let references = section.column("references")
        let isNeeded = section.boolean("required") == true || table.needs.contains(draft.name) || draft.isParent
        let onMissing: Missing = value == .uuids ? .drop : isNeeded ? .reject : .null
        let isMigrated = section["write"]?.text == "migration"
        self.init(
            name: draft.name, type: type, source: source,
            write: isMigrated ? .source : section.choice("write", Write.self) ?? .source,
            references: references, onMissing: onMissing)
        truth = value == .boolean && section["max"] != nil ? .oneRow : .anyRow
        if draft.row != nil { fallback = lookup }
        setBy = isMigrated ? .migration : .anyone
        after = section["after"] == nil ? nil : section.table("after")
        whenNull = isCounted ? nil : section.text("default")
        warning = section.text("because")
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
        guard let (target, node) = node.entries?.first.map({ ($0.key, $0.value) }), node.entries?.isEmpty == false,
            let reference = Section.reference(target), let entries = node.entries
        else {
            file.fault(
                node.mark, "`lookup` is a column of a table and what its row is found by: {teams.id: {name: team}}")
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
        return .lookup(table: reference.table, match: matches, take: reference.column)
    }
}

extension ValueType {
    /// PostgreSQL's types that take its values, as `format_type` names them without their modifiers: the usual one first.
    private static let sqlTypes: [ValueType: [String]] = [
        .text: ["text", "character varying", "character"], .integer: ["integer", "smallint", "bigint", "numeric"],
        .decimal: ["numeric", "real", "double precision"], .duration: ["numeric"], .boolean: ["boolean"],
        .date: ["date"], .instant: ["timestamp with time zone"], .wallTime: ["timestamp without time zone"],
        .time: ["time without time zone"], .uuid: ["uuid"], .json: ["jsonb", "json"], .list: ["text[]"],
        .uuids: ["uuid[]"],
    ]

    public var sqlType: String { Self.sqlTypes[self]?.first ?? "text" }

    fileprivate func check(sql: String, at mark: Mark, in file: DefinitionFile) {
        let base = String(sql.prefix { $0 != "(" })
        // An enumeration of the app's takes words.
        if base.hasPrefix("public."), self == .text { return }
        let known = Self.sqlTypes[self] ?? []
        if sql == sqlType {
            file.fault(mark, "`sql: \(sql)` is what a column of type \(rawValue) is stored as anyway")
        } else if !known.contains(base) {
            file.unknown("PostgreSQL type of a \(rawValue)", base, at: mark, among: known)
        }
    }
}
