internal import YAML

extension Dataset {
    /// Reads `dataset.yaml`; what cannot be read is faulted and left out.
    init?(_ bytes: [UInt8], folder: String, in file: DefinitionFile) {
        guard let root = file.root(of: bytes, keys: ["dataset", "title", "fields", "rules", "checks", "tables"]) else {
            return nil
        }
        let name = root.text("dataset", isRequired: true)
        if let name, name != folder, let node = root["dataset"] {
            file.fault(node.mark, "dataset `\(name)` must be named as its folder", suggestion: folder)
        }
        let title = root.text("title", isRequired: true)
        let fields = Self.fields(root)
        let rules = root["rules"] == nil ? [] : root.nodes("rules").compactMap { Self.rule($0, fields, file) }
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
        guard let name, let title, !fields.isEmpty else { return nil }
        self.init(name: name, title: title, path: file.path, fields: fields, rules: rules, tables: tables)
        self.checks = checks
    }

    private static func fields(_ root: Section) -> [Field] {
        guard let node = root.required("fields") else { return [] }
        guard let entries = node.entries, !entries.isEmpty else {
            root.file.fault(node.mark, "`fields` must be a mapping of names to fields, not \(node.kind)")
            return []
        }
        return entries.compactMap { Field($0, in: root.file) }
    }

    private static func rule(_ node: Node, _ fields: [Field], _ file: DefinitionFile) -> CrossFieldRule? {
        guard let section = Section(node, "rule", keys: ["any_of", "ordered", "score", "because"], in: file) else {
            return nil
        }
        let because = section.text("because", isRequired: true) ?? ""
        let kinds = ["any_of", "ordered", "score"].filter { section[$0] != nil }
        guard kinds.count == 1, let kind = kinds.first else {
            file.fault(node.mark, "a rule has one of `any_of`, `ordered` and `score`")
            return nil
        }
        if kind == "score" { return section["score"].flatMap { score($0, fields, because, file) } }
        let names = section.words(kind)
        for name in names where !fields.contains(where: { $0.name == name.text }) {
            file.unknown("field", name.text, at: name.mark, among: fields.map(\.name))
        }
        guard kind == "ordered" else {
            if names.count < 2 { file.fault(node.mark, "`any_of` must name at least two fields") }
            return .anyOf(names.map(\.text), because: because)
        }
        guard names.count == 2 else {
            file.fault(node.mark, "`ordered` must name two fields, the lesser first")
            return nil
        }
        let types = names.compactMap { name in fields.first { $0.name == name.text }?.type }
        let comparable: [ValueType] = [.integer, .decimal, .date, .instant, .time, .duration]
        if types.count == 2, types[0] != types[1] || !comparable.contains(types[0]) {
            file.fault(node.mark, "`ordered` compares two numbers, dates or times of one type")
        }
        return .ordered(first: names[0].text, second: names[1].text, because: because)
    }

    private static func score(
        _ node: Node, _ fields: [Field], _ because: String, _ file: DefinitionFile
    ) -> CrossFieldRule? {
        guard let section = Section(node, "score", keys: ScoreRule.keys, in: file), section.required("sides") != nil
        else { return nil }
        let sides = section.words("sides")
        for name in ScoreRule.keys.flatMap({ section.words($0) }) {
            guard let field = fields.first(where: { $0.name == name.text }) else {
                file.unknown("field", name.text, at: name.mark, among: fields.map(\.name))
                continue
            }
            if field.type != .integer { file.fault(name.mark, "a score and its rules are fields of type integer") }
        }
        guard sides.count == 2 else {
            file.fault(section.mark, "`sides` must name two fields")
            return nil
        }
        var rule = ScoreRule(sides: sides.map(\.text))
        rule.target = section.text("target")
        rule.winBy = section.text("win_by")
        rule.cap = section.text("cap")
        rule.winner = section.text("winner")
        rule.difference = section.text("difference")
        return .score(rule, because: because)
    }
}
