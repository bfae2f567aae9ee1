internal import Records
internal import YAML

extension Dataset {
    static let keys = KeyTable<Void>("definition") { keys in
        keys.declare("dataset", .text, .required, about: "What people call it; its name is that of the folder.")
        keys.declare(
            "owner", .either([.text, .map(Value<ColumnReference>.column.shape)]),
            about:
                "Value that is the owner's id, and the column of the table that knows all owners: `{user_id: users.id}`; "
                + "default: the first table's column of the owner, not compared with any list.")
        keys.declare(
            "empty", .choice(EmptyText.allCases.map(\.rawValue)),
            about: "What an empty text is where files list the tables' rows: no value, or a value beside null.")
        keys.declare(
            "key", .oneOrMore(.text),
            about: "Fields that identify a row in the source, for formats that map them and say no `key`.")
        keys.declare(
            "columns", .named(.object("column")),
            about: "What several tables have, and what formats give for rules and identities alone.")
        keys.declare("rules", .oneOrMore(.object("rule")), about: "What a record's values must be together.")
        keys.declare(
            "steps", .oneOrMore(.object("step")),
            about: "SQL that checks the rows of a file together, or that does more in its transaction.")
        keys.declare(
            "tables", .map(.object("table")), .required, about: "The tables, those first that others refer to.")
    }

    /// Reads `dataset.yaml`; what cannot be read is faulted and left out.
    init?(_ bytes: [UInt8], folder: String, in file: DefinitionFile) {
        guard let root = file.root(of: bytes, keys: Self.keys.names) else { return nil }
        let title = root.text("dataset", isRequired: true)
        let values = root.declared("columns").compactMap { ColumnDraft($0, values: [], in: file) }
        if root.required("tables") == nil { return nil }
        var drafts: [TableDraft] = []
        for entry in root.declared("tables") {
            if let draft = TableDraft(entry, values: values, earlier: drafts.map(\.name), in: file) {
                drafts.append(draft)
            }
        }
        let (owner, owners) = Self.owner(root)
        let names = FieldNames(values, drafts, owner: owner ?? drafts.first?.owner ?? "")
        var tables: [Table] = []
        for draft in drafts {
            if var table = Table(draft, names, earlier: tables, in: file) {
                if table.owner != table.key { table.owners = owners }
                tables.append(table)
            }
        }
        for (draft, table) in zip(drafts, tables) {
            for after in table.columns.compactMap(\.after) where !tables.contains(where: { $0.name == after }) {
                file.unknown("table", after, at: draft.section.mark, among: tables.map(\.plainName))
            }
        }
        let rules = root["rules"] == nil ? [] : root.nodes("rules").compactMap { CrossFieldRule($0, names, file) }
        guard let title, !tables.isEmpty else { return nil }
        self.init(name: folder, title: title, path: file.path, fields: names.fields, rules: rules, tables: tables)
        definition = root.node
        self.names = names
        self.owner = owner
        key = root["key"] == nil ? [] : root.words("key").compactMap { names.find($0, near: nil, in: file)?.field.name }
        if let mark = root["owner"]?.mark, let owner, names[owner]?.field.type != .uuid {
            file.fault(mark, "the owner `\(owner)` must be a value of type uuid")
        }
        emptyText = root.choice("empty", EmptyText.self) ?? .missing
        for node in root["steps"] == nil ? [] : root.nodes("steps") {
            switch DatasetSQL(node, tables: tables, in: file) {
            case .check(let check): checks.append(check)
            case .step(let step): steps.append(step)
            case nil: break
            }
        }
        exports = ExportQuery.all(in: file)
        checkMappings(names, file, root.mark)
        readUnits(of: values, table: nil, names, file)
        for draft in drafts { readUnits(of: draft.columns, table: draft.plainName, names, file) }
        for index in fields.indices {
            guard let condition = fields[index].assistedBy else { continue }
            let field = names.find((text: condition.field, mark: root.mark), near: nil, in: file)?.field
            fields[index].assistedBy = field.map { FieldCondition(field: $0.name, words: condition.words) }
        }
        markAccounts()
    }

    /// `mapping` and `measures` of values and columns: keys, and the fields that they name.
    private mutating func checkMappings(_ names: FieldNames, _ file: DefinitionFile, _ mark: Mark) {
        for index in fields.indices {
            guard let number = fields[index].number else { continue }
            let field = names.find((number, mark), near: nil, in: file)?.field
            if let field, ![.integer, .decimal, .duration].contains(field.type) {
                file.fault(mark, "`measures`: `\(number)` is not a field of numbers")
            }
            fields[index].number = field?.name
        }
        for node in fields.compactMap(\.mapping) {
            let section = Section(node, FieldMapping.keys.title, keys: FieldMapping.keys.names, in: file)
            guard let section, section["from"] != nil else { continue }
            for word in section.words("from") { _ = names.find(word, in: file) }
        }
    }

    /// `to` of values and columns of numbers.
    private mutating func readUnits(
        of columns: [ColumnDraft], table: String?, _ names: FieldNames, _ file: DefinitionFile
    ) {
        for column in columns {
            guard let node = column.section["to"], column.value == nil,
                let section = Section(node, Measures.keys.title, keys: Measures.keys.names, in: file),
                section.required("unit") != nil
            else { continue }
            let words = [(text: column.name, mark: node.mark), section.words("unit").first].compactMap { $0 }
            let fields = words.compactMap { names.find($0, near: table, in: file)?.field.name }
            if fields.count == 2 { units.append((fields[0], fields[1])) }
            let by =
                section["from"] == nil ? [] : section.words("from").compactMap { names.find($0, near: table, in: file) }
            guard fields.count == 2, !by.isEmpty, measures == nil else { continue }
            let body = section["body"] == nil ? nil : section.words("body").first
            measures = Measures(
                value: fields[0], unit: fields[1], by: by.map(\.field.name),
                body: body.flatMap { names.find($0, near: table, in: file)?.field.name },
                original: section["original"] == nil ? [] : section.texts("original"),
                measures: file.measures.filter { $0.dataset == name })
            if measures?.known.isEmpty ?? true {
                file.fault(section["from"]?.mark ?? node.mark, "no file of `measures/` has measures of this dataset")
            }
        }
    }

    /// `owner: user_id`, or `owner: {user_id: users.id}`.
    private static func owner(_ root: Section) -> (name: String?, known: ColumnReference?) {
        guard let node = root["owner"] else { return (nil, nil) }
        guard let entries = node.entries else { return (root.text("owner"), nil) }
        guard entries.count == 1, let entry = entries.first else {
            root.file.fault(node.mark, "`owner` is one value, and the column of the table that knows all owners")
            return (nil, nil)
        }
        return (entry.key, Value<ColumnReference>.column.read(entry.value, entry.key, Scope(file: root.file)))
    }

    /// Accounts are what tables name that know all owners: the owner, those tables' keys, and references to them.
    private mutating func markAccounts() {
        let accounts = Set(tables.compactMap(\.owners))
        guard !accounts.isEmpty else { return }
        var names: Set = [ownerField]
        for table in tables {
            if accounts.contains(ColumnReference(table: table.name, column: table.key)) { names.insert(table.id) }
            for column in table.columns {
                if let reference = column.references, accounts.contains(reference),
                    case .field(let name) = column.source
                {
                    names.insert(name)
                }
            }
        }
        for index in fields.indices where names.contains(fields[index].name) { fields[index].isAccount = true }
    }
}

extension Field {
    static let keys = KeyTable<Field>("column") { keys in
        let ordered = Key<Field>.Use.with("texts, numbers, dates and times") {
            $0.isNumber || [.text, .date, .instant].contains($0.type)
        }
        let text = Key<Field>.Use.with("`type: text`") { $0.type == .text }
        let bound = Shape.form("^-?[0-9]+(\\.[0-9]+)?$|^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "day")
        keys.add("type", \.type, .choice, "Type of its values.")
        keys.add("required", \.isRequired, .boolean, "Whether a record must have it that gives a row of the table.")
        keys.add(
            "min", .either([.decimal, bound]), ordered, "Least value, earliest day, or fewest characters of a text."
        ) { field, node, scope in
            if field.isNumber {
                field.minimum = field.bound("min", node, scope)
            } else if field.type == .text, let least = Value<Int>.number(0...Int.max).read(node, "min", scope) {
                field.lengths = least...Int.max
            } else if field.type != .text {
                field.earliest = field.day("min", node, scope)
            }
        }
        keys.add(
            "max", .either([.decimal, bound, .choice(["now"])]),
            .with("booleans, texts, numbers, dates and times") {
                $0.isNumber || [.boolean, .text, .date, .instant].contains($0.type)
            },
            "Greatest value, latest day, or most characters of a text; `now`: it is not in the future. Of a boolean `1`: it "
                + "is true in one of an owner's rows at most."
        ) { field, node, scope in
            if field.type == .boolean {
                if node.integer != 1 { scope.file.fault(node.mark, "`max` of a boolean is 1") }
                return
            }
            if field.isNumber {
                field.maximum = field.bound("max", node, scope)
            } else if field.type == .text {
                field.readMostCharacters(node, scope)
            } else if node.text == "now" {
                field.future = .refuse
            } else {
                field.latest = field.day("max", node, scope)
            }
        }
        keys.add(
            "usual", .either([.list(.decimal, 2...2), Value<ColumnReference>.column.shape]),
            .with("texts and numbers") { $0.isNumber || $0.type == .text },
            "Least and greatest value of the usual, or the column of known words; what is beyond loads with a warning."
        ) { field, node, scope in
            if field.type == .text { return field.known = Value<ColumnReference>.column.read(node, "usual", scope) }
            let ends = scope.file.words(node.elements ?? [], of: "usual").compactMap { Bound($0.text) }
            if ends.count == 2, node.elements?.count == 2, ends[0].value < ends[1].value {
                field.usual = (ends[0], ends[1])
            } else {
                scope.file.fault(node.mark, "`usual` is `[least, most]`, of at most 18 digits")
            }
        }
        keys.add("matches", .text, text, "POSIX extended regular expression that the whole text matches.") {
            guard let pattern = $2.file.text($1, of: "matches") else { return }
            $0.pattern = Pattern(pattern)
            if $0.pattern == nil { $2.file.fault($1.mark, "`matches` is not a regular expression (POSIX extended)") }
        }
        keys.add(
            "one_of", .either([.oneOrMore(.text), .object("wanted")]),
            "The values that there are. Or of a text those that a setting lists; records of others are passed over."
        ) { field, node, scope in
            if node.entries != nil {
                if field.type != .text { scope.file.fault(node.mark, "`one_of` by a setting is for `type: text`") }
                return field.wanted = Wanted(node, scope)
            }
            for word in scope.file.list(node, of: "one_of") {
                field.oneOf.append(word.text)
                guard let refusal = Literal.refusal(of: word.text, as: field.type) else { continue }
                scope.file.fault(word.mark, "`\(word.text)` \(refusal)")
            }
        }
        keys.add(
            "assisted_by", .map(.oneOrMore(.text)), .with("numbers", \.isNumber),
            "The column of the exercise, and words in its name by which the weight helps (`Dip (Assisted)`, not "
                + "`Non-assisted Dip`): it counts below zero."
        ) { field, node, scope in
            guard let entry = scope.file.entries(node, of: "assisted_by", "a column to words")?.first else { return }
            let words = scope.file.words(entry.value.elements ?? [entry.value], of: entry.key).map(\.text)
            field.assistedBy = FieldCondition(field: entry.key, words: words)
        }
        keys.add(
            "units", .oneOrMore(.text), .with("numbers", \.isNumber),
            "Units in which people measure it: a setting that says a file's unit is one of them."
        ) { field, node, scope in
            for word in scope.file.list(node, of: "units") {
                if let unit = Unit(word: word.text) {
                    field.units.append(unit)
                } else {
                    scope.file.fault(word.mark, "unknown unit `\(word.text)`")
                }
            }
        }
        keys.add(
            "mapping", .object("mapping"),
            "Its mapping in formats that have none. `from` is the field whose mapping it takes over; `{vendor}` is the title of a "
                + "format before its first bracket, and `{vendor_key}` the same in lower case, with `_` for blanks."
        ) { field, node, _ in field.mapping = node }
        keys.add(
            "measures", \.number, .text, .with("`one_of`") { !$0.oneOf.isEmpty },
            "Field of the number that each word of `one_of` names: `measures: {deep: {from: Deep, unit: min}}` in a format."
        )
        keys.add("about", \.about, .text, "What it is.")
    }

    /// What a declaration of a column or value says of its values.
    init?(_ name: String, _ section: Section) {
        guard section["type"] != nil,
            let field = Self.keys.read(section, into: Field(name: name, type: .text), Scope(file: section.file))
        else { return nil }
        self = field
        if let minimum, let maximum, maximum.value < minimum.value {
            section.file.fault(section.mark, "`max` is less than `min`")
        }
        if let earliest, let latest, latest.days < earliest.days {
            section.file.fault(section.mark, "`max` is before `min`")
        }
    }

    private var isNumber: Bool { [.integer, .decimal, .duration].contains(type) }

    private func bound(_ key: String, _ node: Node, _ scope: Scope) -> Bound? {
        guard let text = literal(key, node, type, scope) else { return nil }
        let bound = Bound(text)
        if bound == nil { scope.file.fault(node.mark, "`\(key)`: `\(text)` has more than 18 digits") }
        return bound
    }

    private func day(_ key: String, _ node: Node, _ scope: Scope) -> Day? {
        literal(key, node, .date, scope).flatMap { Day($0) }
    }

    private func literal(_ key: String, _ node: Node, _ type: ValueType, _ scope: Scope) -> String? {
        guard let text = scope.file.text(node, of: key) else { return nil }
        guard let refusal = Literal.refusal(of: text, as: type) else { return text }
        scope.file.fault(node.mark, "`\(key)`: `\(text)` \(refusal)")
        return nil
    }

    /// `max` of a text.
    private mutating func readMostCharacters(_ node: Node, _ scope: Scope) {
        guard let most = Value<Int>.number(0...Int.max).read(node, "max", scope) else { return }
        let least = lengths?.lowerBound ?? 0
        if most < least { scope.file.fault(node.mark, "`max` is less than `min`") }
        lengths = min(least, most)...most
    }
}

extension Wanted {
    static let keys = KeyTable<Wanted>("wanted") { keys in
        keys.add("setting", \.setting, .identifier, .required, "Setting that lists them, separated by `;`.")
        keys.add("default", \.usual, .texts, "The values where the setting is not given; default: none.")
    }

    init?(_ node: Node, _ scope: Scope) {
        guard let read = Self.keys.read(node, into: Wanted(setting: "", usual: []), scope), !read.setting.isEmpty else {
            return nil
        }
        self = read
    }
}

extension Value where Property == ColumnReference {
    /// A column as `table.column`, or `schema.table.column` outside `public`.
    static var column: Value {
        Value(.form("^([a-z0-9_]+\\.)?[a-z0-9_]+\\.[a-z0-9_]+$", "`table.column`")) { node, key, scope in
            guard let text = scope.file.text(node, of: key) else { return nil }
            if let reference = Section.reference(text) { return reference }
            scope.file.fault(
                node.mark, "`\(key)` must be `table.column`, or `schema.table.column` outside `public`")
            return nil
        }
    }
}

extension Section {
    /// The entries of a mapping of names; none where the key is not there.
    func declared(_ key: String) -> [Node.Entry] {
        guard let node = self[key] else { return [] }
        if let entries = node.entries, !entries.isEmpty { return entries }
        file.fault(node.mark, "`\(key)` must be a mapping of names, not \(node.kind)")
        return []
    }

    /// A column as `table.column`, or `schema.table.column` outside `public`.
    func column(_ key: String) -> ColumnReference? { value(key, .column) }

    static func reference(_ text: String) -> ColumnReference? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), parts.allSatisfy(isIdentifier) else { return nil }
        return ColumnReference(
            table: qualified(parts.dropLast().joined(separator: ".")), column: parts[parts.count - 1])
    }

    /// A table as `table`, or `schema.table` outside `public`, with its schema.
    func table(_ key: String) -> String? {
        guard let text = text(key, isRequired: true), let node = self[key] else { return nil }
        if Self.isTable(text) { return Self.qualified(text) }
        file.fault(node.mark, "`\(key)` must be `table`, or `schema.table` outside `public`")
        return nil
    }

    static func isTable(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return parts.count <= 2 && parts.allSatisfy(isIdentifier) && parts[0] != "public"
    }

    static func plain(_ table: String) -> String { table.hasPrefix("public.") ? String(table.dropFirst(7)) : table }

    static func qualified(_ table: String) -> String { table.contains(".") ? table : "public.\(table)" }

    /// The name of a column of a table of ours.
    func identifier(_ key: String, isRequired: Bool = false) -> String? {
        guard let text = text(key, isRequired: isRequired), let node = self[key] else { return nil }
        return file.name(text, at: node.mark, "column")
    }

    static func isIdentifier(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
    }
}
