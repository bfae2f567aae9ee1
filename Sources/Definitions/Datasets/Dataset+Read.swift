internal import Records
internal import YAML

extension Dataset {
    static let keys = [
        "dataset", "title", "owner", "empty_text", "fields", "rules", "checks", "steps", "tables", "exports",
        "measures",
    ]

    /// Reads `dataset.yaml`; what cannot be read is faulted and left out.
    init?(_ bytes: [UInt8], folder: String, in file: DefinitionFile) {
        guard let root = file.root(of: bytes, keys: Self.keys) else { return nil }
        let name = root.text("dataset", isRequired: true)
        if let name, name != folder, let node = root["dataset"] {
            file.fault(node.mark, "dataset `\(name)` must be named as its folder", suggestion: folder)
        }
        let title = root.text("title", isRequired: true)
        let fields = Self.fields(root)
        let rules = root["rules"] == nil ? [] : root.nodes("rules").compactMap { CrossFieldRule($0, fields, file) }
        let checks = root["checks"] == nil ? [] : root.nodes("checks").compactMap { Check($0, in: file) }
        if root.required("tables") == nil { return nil }
        var tables: [Table] = []
        for node in root.nodes("tables") {
            guard let table = Table(node, fields, earlier: tables.map(\.name), in: file) else { continue }
            if tables.contains(where: { $0.name == table.name }) {
                file.fault(node.mark, "table `\(table.name)` stands twice")
            }
            tables.append(table)
        }
        for (node, table) in zip(root.nodes("tables"), tables) {
            for column in table.columns {
                guard let after = column.after, !tables.contains(where: { $0.name == after }) else { continue }
                file.unknown("table", after, at: node.mark, among: tables.map(\.name))
            }
        }
        guard let name, let title, !fields.isEmpty else { return nil }
        self.init(name: name, title: title, path: file.path, fields: fields, rules: rules, tables: tables)
        definition = root.node
        self.checks = checks
        exports = root["exports"] == nil ? [] : root.nodes("exports").compactMap { ExportQuery($0, in: file) }
        measures = root["measures"].flatMap { Measures($0, fields, in: file) }
        owner = root.text("owner")
        emptyText = root.choice("empty_text", EmptyText.self) ?? .missing
        if let owner, let mark = root["owner"]?.mark, !fields.contains(where: { $0.name == owner && $0.type == .uuid })
        {
            file.unknown("uuid field", owner, at: mark, among: fields.filter { $0.type == .uuid }.map(\.name))
        }
        steps =
            root["steps"] == nil
            ? [] : root.nodes("steps").compactMap { Step($0, tables: tables.map(\.name), in: file) }
    }

    private static func fields(_ root: Section) -> [Field] {
        guard let node = root.required("fields") else { return [] }
        guard let entries = node.entries, !entries.isEmpty else {
            root.file.fault(node.mark, "`fields` must be a mapping of names to fields, not \(node.kind)")
            return []
        }
        return entries.compactMap { Field($0, in: root.file) }
    }
}

extension Field {
    static let keys = [
        "type", "required", "min", "max", "earliest", "latest", "length", "matches", "one_of", "not_in_future", "known",
        "wanted", "account", "about", "usual",
    ]

    init?(_ entry: Node.Entry, in file: DefinitionFile) {
        guard file.name(entry.key, at: entry.keyMark, "field") != nil,
            let section = Section(entry.value, "field", keys: Self.keys, in: file)
        else { return nil }
        if section.required("type") == nil { return nil }
        guard let type = section.choice("type", ValueType.self) else { return nil }
        self.init(name: entry.key, type: type, about: section.text("about") ?? "")
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
        if applies("account", section, isLegal: type == .uuid) { isAccount = section.boolean("account") ?? false }
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
    /// A column as `schema.table.column`.
    func column(_ key: String) -> ColumnReference? {
        guard let text = text(key), let node = self[key] else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ Self.isIdentifier(String($0)) }) else {
            file.fault(node.mark, "`\(key)` must be `schema.table.column`")
            return nil
        }
        return ColumnReference(table: "\(parts[0]).\(parts[1])", column: String(parts[2]))
    }

    /// A table as `schema.table`.
    func table(_ key: String) -> String? {
        guard let text = text(key, isRequired: true), let node = self[key] else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ Self.isIdentifier(String($0)) }) else {
            file.fault(node.mark, "`\(key)` must be `schema.table`")
            return nil
        }
        return text
    }

    /// The name of a column of a table of ours.
    func identifier(_ key: String, isRequired: Bool = false) -> String? {
        guard let text = text(key, isRequired: isRequired), let node = self[key] else { return nil }
        return file.name(text, at: node.mark, "column")
    }

    static func isIdentifier(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
    }
}
