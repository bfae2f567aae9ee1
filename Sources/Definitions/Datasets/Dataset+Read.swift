internal import Records
internal import YAML

extension Dataset {
    static let keys = [
        "dataset", "title", "owner", "empty_text", "values", "rules", "checks", "steps", "measures", "tables",
        "exports",
    ]

    /// Reads `dataset.yaml`; what cannot be read is faulted and left out.
    init?(_ bytes: [UInt8], folder: String, in file: DefinitionFile) {
        guard let root = file.root(of: bytes, keys: Self.keys) else { return nil }
        let name = root.text("dataset", isRequired: true)
        if let name, name != folder, let node = root["dataset"] {
            file.fault(node.mark, "dataset `\(name)` must be named as its folder", suggestion: folder)
        }
        let title = root.text("title", isRequired: true)
        let values = root.declared("values").compactMap { ColumnDraft($0, values: [], in: file) }
        if root.required("tables") == nil { return nil }
        var drafts: [TableDraft] = []
        for entry in root.declared("tables") {
            if let draft = TableDraft(entry, values: values, earlier: drafts.map(\.name), in: file) {
                drafts.append(draft)
            }
        }
        let owner = root.text("owner")
        let names = FieldNames(values, drafts, owner: owner ?? drafts.first?.owner ?? "")
        var tables: [Table] = []
        for draft in drafts {
            if let table = Table(draft, names, earlier: tables, in: file) { tables.append(table) }
        }
        for (draft, table) in zip(drafts, tables) {
            for after in table.columns.compactMap(\.after) where !tables.contains(where: { $0.name == after }) {
                file.unknown("table", after, at: draft.section.mark, among: tables.map(\.plainName))
            }
        }
        let rules = root["rules"] == nil ? [] : root.nodes("rules").compactMap { CrossFieldRule($0, names, file) }
        guard let name, let title, !tables.isEmpty else { return nil }
        self.init(name: name, title: title, path: file.path, fields: names.fields, rules: rules, tables: tables)
        definition = root.node
        self.names = names
        self.owner = owner
        if let owner, let mark = root["owner"]?.mark, names[owner]?.field.type != .uuid {
            file.fault(mark, "the owner `\(owner)` must be a value of type uuid")
        }
        emptyText = root.choice("empty_text", EmptyText.self) ?? .missing
        checks = root["checks"] == nil ? [] : root.nodes("checks").compactMap { Check($0, in: file) }
        steps = root["steps"] == nil ? [] : root.nodes("steps").compactMap { Step($0, tables: tables, in: file) }
        exports = root["exports"] == nil ? [] : root.nodes("exports").compactMap { ExportQuery($0, in: file) }
        measures = root["measures"].flatMap { Measures($0, names, in: file) }
        markAccounts()
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
    static let keys = [
        "type", "required", "min", "max", "earliest", "latest", "length", "matches", "one_of", "not_in_future", "known",
        "wanted", "about", "usual",
    ]

    /// What a declaration of a column or value says of its values.
    init?(_ name: String, _ section: Section) {
        let file = section.file
        guard let type = section.choice("type", ValueType.self) else { return nil }
        self.init(name: name, type: type, about: section.text("about") ?? "")
        isRequired = section.boolean("required") ?? false
        let isNumber = [.integer, .decimal, .duration].contains(type)
        let isTime = [.date, .instant].contains(type)
        minimum = bound("min", section, isLegal: isNumber, as: type)
        maximum = bound("max", section, isLegal: isNumber, as: type)
        if applies("usual", section, isLegal: isNumber), let node = section["usual"] {
            let ends = file.words(node.elements ?? [], of: "usual").compactMap { Bound($0.text) }
            if ends.count == 2, node.elements?.count == 2, ends[0].value < ends[1].value {
                usual = (ends[0], ends[1])
            } else {
                file.fault(node.mark, "`usual` is `[least, most]`, of at most 18 digits")
            }
        }
        earliest = day("earliest", section, isLegal: isTime)
        latest = day("latest", section, isLegal: isTime)
        if let minimum, let maximum, maximum.value < minimum.value {
            file.fault(section.mark, "`max` is less than `min`")
        }
        if let earliest, let latest, latest.days < earliest.days {
            file.fault(section.mark, "`latest` is before `earliest`")
        }
        if applies("not_in_future", section, isLegal: isTime), section.boolean("not_in_future") == true {
            future = .refuse
        }
        if applies("length", section, isLegal: type == .text) { lengths = Self.lengths(section) }
        if applies("matches", section, isLegal: type == .text), let pattern = section.text("matches") {
            self.pattern = Pattern(pattern)
            if self.pattern == nil, let node = section["matches"] {
                file.fault(node.mark, "`matches` is no regular expression (POSIX extended)")
            }
        }
        for word in section.words("one_of") {
            if let refusal = Literal.refusal(of: word.text, as: type) {
                file.fault(word.mark, "`\(word.text)` \(refusal)")
            }
            oneOf.append(word.text)
        }
        known = section.column("known")
        if applies("wanted", section, isLegal: type == .text) {
            wanted = section["wanted"].flatMap { Wanted($0, in: file) }
        }
    }

    /// Whether a key stands there and is legal for the field's type.
    private func applies(_ key: String, _ section: Section, isLegal: Bool) -> Bool {
        guard let node = section[key] else { return false }
        if !isLegal { section.file.fault(node.mark, "`\(key)` is no rule for a field of type \(type.rawValue)") }
        return isLegal
    }

    private func bound(_ key: String, _ section: Section, isLegal: Bool, as type: ValueType) -> Bound? {
        guard let (text, node) = literal(key, section, isLegal: isLegal, as: type) else { return nil }
        let bound = Bound(text)
        if bound == nil { section.file.fault(node.mark, "`\(key)`: `\(text)` has more than 18 digits") }
        return bound
    }

    private func day(_ key: String, _ section: Section, isLegal: Bool) -> Day? {
        literal(key, section, isLegal: isLegal, as: .date).flatMap { Day($0.text) }
    }

    private func literal(
        _ key: String, _ section: Section, isLegal: Bool, as type: ValueType
    ) -> (text: String, node: Node)? {
        guard applies(key, section, isLegal: isLegal), let text = section.text(key), let node = section[key] else {
            return nil
        }
        if let refusal = Literal.refusal(of: text, as: type) {
            section.file.fault(node.mark, "`\(key)`: `\(text)` \(refusal)")
            return nil
        }
        return (text, node)
    }

    private static func lengths(_ section: Section) -> ClosedRange<Int>? {
        guard let node = section["length"] else { return nil }
        let ends = (node.elements ?? []).compactMap(\.integer)
        guard ends.count == 2, node.elements?.count == 2, 0 <= ends[0], ends[0] <= ends[1] else {
            section.file.fault(node.mark, "`length` is `[least, most]` characters")
            return nil
        }
        return ends[0]...ends[1]
    }
}

extension Wanted {
    init?(_ node: Node, in file: DefinitionFile) {
        guard let section = Section(node, "wanted", keys: ["setting", "usual"], in: file),
            let setting = section.text("setting", isRequired: true), let mark = section["setting"]?.mark,
            file.name(setting, at: mark, "setting") != nil, section.required("usual") != nil
        else { return nil }
        self.init(setting: setting, usual: section.texts("usual"))
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
    func column(_ key: String) -> ColumnReference? {
        guard let text = text(key), let node = self[key] else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), parts.allSatisfy(Self.isIdentifier) else {
            file.fault(node.mark, "`\(key)` must be `table.column`, or `schema.table.column` outside `public`")
            return nil
        }
        let table = parts.dropLast().joined(separator: ".")
        return ColumnReference(table: Self.qualified(table), column: parts[parts.count - 1])
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
