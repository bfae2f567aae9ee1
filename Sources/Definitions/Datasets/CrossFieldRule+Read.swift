internal import Records
internal import YAML

extension CrossFieldRule {
    static let keys = [
        "any_of", "ordered", "score", "between", "one_of", "ratio", "usual", "where", "unless", "because",
    ]
    private static let kinds = ["any_of", "ordered", "score", "between", "one_of", "ratio", "usual"]

    init?(_ node: Node, _ fields: [Field], _ file: DefinitionFile) {
        guard let section = Section(node, "rule", keys: Self.keys, in: file) else { return nil }
        let because = section.text("because", isRequired: true) ?? ""
        let kinds = Self.kinds.filter { section[$0] != nil }
        guard kinds.count == 1, let kind = kinds.first else {
            let list = Self.kinds.map { "`\($0)`" }.joined(separator: ", ")
            file.fault(node.mark, "a rule has one of \(list)")
            return nil
        }
        if kind != "ratio", let node = section["unless"] { file.fault(node.mark, "`unless` stands beside `ratio`") }
        switch kind {
        case "ratio":
            guard let node = section["ratio"], let rule = Self.ratio(node, section, fields, because) else { return nil }
            self = rule
        case "score":
            guard let node = section["score"], let rule = Self.score(node, fields, because, file) else { return nil }
            self = rule
        case "between", "one_of", "usual":
            guard let rule = Self.limited(kind, section, fields, because) else { return nil }
            self = rule
        default:
            if let node = section["where"] {
                file.fault(node.mark, "`where` stands beside `between`, `usual`, `one_of` or `ratio`")
            }
            let names = section.words(kind)
            for name in names where !fields.contains(where: { $0.name == name.text }) {
                file.unknown("field", name.text, at: name.mark, among: fields.map(\.name))
            }
            if kind == "any_of" {
                if names.count < 2 { file.fault(node.mark, "`any_of` must name at least two fields") }
                self = .anyOf(names.map(\.text), because: because)
                return
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
            self = .ordered(first: names[0].text, second: names[1].text, because: because)
        }
    }

    /// `ratio: {over: distance_m, by: duration_s, most: 100}`, with its `where` and `unless`.
    private static func ratio(
        _ node: Node, _ rule: Section, _ fields: [Field], _ because: String
    ) -> CrossFieldRule? {
        let file = rule.file
        guard let section = Section(node, "ratio", keys: ["over", "by", "most"], in: file),
            let over = section.text("over", isRequired: true), let by = section.text("by", isRequired: true),
            let text = section.text("most", isRequired: true)
        else { return nil }
        let numbers = fields.filter { [.integer, .decimal, .duration].contains($0.type) }.map(\.name)
        for (name, key) in [(over, "over"), (by, "by")] where !numbers.contains(name) {
            if let mark = section[key]?.mark { file.unknown("field of numbers", name, at: mark, among: numbers) }
        }
        guard let most = Double(text), most > 0 else {
            file.fault(section["most"]?.mark ?? node.mark, "`most` is a number above zero")
            return nil
        }
        func condition(_ key: String) -> FieldCondition? {
            guard let node = rule[key], let (entry, field) = only(node, key, fields, file) else { return nil }
            if field.type != .text { file.fault(entry.keyMark, "`\(key)` names a field of text") }
            let words = file.words(entry.value.elements ?? [entry.value], of: field.name).map(\.text)
            return FieldCondition(field: field.name, words: words)
        }
        return .ratio(
            RatioRule(over: over, by: by, most: most, condition: condition("where"), exception: condition("unless")),
            because: because)
    }

    /// `between: {value: [0, 100]}` or `one_of: {unit: [kg]}`, with its `where`.
    private static func limited(
        _ kind: String, _ section: Section, _ fields: [Field], _ because: String
    ) -> CrossFieldRule? {
        guard let node = section[kind], let condition = section.required("where"),
            let (entry, field) = only(node, kind, fields, section.file),
            let (place, other) = only(condition, "where", fields, section.file)
        else { return nil }
        if other.type != .text { section.file.fault(place.keyMark, "`where` names a field of text") }
        let sign = FieldCondition(
            field: other.name,
            words: section.file.words(place.value.elements ?? [place.value], of: other.name).map(\.text))
        let words = section.file.words(entry.value.elements ?? [entry.value], of: field.name).map(\.text)
        if kind == "one_of" {
            if field.type != .text { section.file.fault(entry.keyMark, "`one_of` names a field of text") }
            return .oneOf(field: field.name, words: words, where: sign, because: because)
        }
        let bounds = words.compactMap { Bound($0) }
        guard words.count == 2, bounds.count == 2, [.integer, .decimal, .duration].contains(field.type),
            !(bounds[1].value < bounds[0].value)
        else {
            section.file.fault(
                entry.value.mark, "`\(kind)` is a field of numbers with `[least, most]`, of at most 18 digits")
            return nil
        }
        let (least, most) = (bounds[0], bounds[1])
        return kind == "usual"
            ? .usual(field: field.name, least: least, most: most, where: sign, because: because)
            : .between(field: field.name, least: least, most: most, where: sign, because: because)
    }

    private static func only(
        _ node: Node, _ key: String, _ fields: [Field], _ file: DefinitionFile
    ) -> (entry: Node.Entry, field: Field)? {
        guard let entries = node.entries, entries.count == 1, let entry = entries.first else {
            file.fault(node.mark, "`\(key)` must be a mapping of one field")
            return nil
        }
        guard let field = fields.first(where: { $0.name == entry.key }) else {
            file.unknown("field", entry.key, at: entry.keyMark, among: fields.map(\.name))
            return nil
        }
        return (entry, field)
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
