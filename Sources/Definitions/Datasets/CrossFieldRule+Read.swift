internal import Records
internal import YAML

extension CrossFieldRule {
    static let keys = [
        "any_of", "ordered", "score", "between", "one_of", "ratio", "usual", "where", "unless", "because",
    ]
    private static let kinds = ["any_of", "ordered", "score", "between", "one_of", "ratio", "usual"]

    init?(_ node: Node, _ names: FieldNames, _ file: DefinitionFile) {
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
            guard let node = section["ratio"], let rule = Self.ratio(node, section, names, because) else { return nil }
            self = rule
        case "score":
            guard let node = section["score"], let rule = Self.score(node, names, because, file) else { return nil }
            self = rule
        case "between", "one_of", "usual":
            guard let rule = Self.limited(kind, section, names, because) else { return nil }
            self = rule
        default:
            if let node = section["where"] {
                file.fault(node.mark, "`where` stands beside `between`, `usual`, `one_of` or `ratio`")
            }
            let words = section.words(kind)
            let fields = words.compactMap { names.find($0, in: file)?.field }
            if kind == "any_of" {
                if words.count < 2 { file.fault(node.mark, "`any_of` must name at least two fields") }
                self = .anyOf(fields.map(\.name), because: because)
                return
            }
            guard words.count == 2 else {
                file.fault(node.mark, "`ordered` must name two fields, the lesser first")
                return nil
            }
            guard fields.count == 2 else { return nil }
            let comparable: [ValueType] = [.integer, .decimal, .date, .instant, .time, .duration]
            if fields[0].type != fields[1].type || !comparable.contains(fields[0].type) {
                file.fault(node.mark, "`ordered` compares two numbers, dates or times of one type")
            }
            self = .ordered(first: fields[0].name, second: fields[1].name, because: because)
        }
    }

    /// `ratio: {over: distance_m, by: duration_s, most: 100}`, with its `where` and `unless`.
    private static func ratio(
        _ node: Node, _ rule: Section, _ names: FieldNames, _ because: String
    ) -> CrossFieldRule? {
        let file = rule.file
        guard let section = Section(node, "ratio", keys: ["over", "by", "most"], in: file),
            section.required("over") != nil, section.required("by") != nil,
            let text = section.text("most", isRequired: true)
        else { return nil }
        func number(_ key: String) -> String? {
            guard let word = section.words(key).first, let field = names.find(word, in: file)?.field else { return nil }
            if ![.integer, .decimal, .duration].contains(field.type) {
                file.fault(word.mark, "`\(word.text)` is no field of numbers")
            }
            return field.name
        }
        guard let over = number("over"), let by = number("by") else { return nil }
        guard let most = Double(text), most > 0 else {
            file.fault(section["most"]?.mark ?? node.mark, "`most` is a number above zero")
            return nil
        }
        func condition(_ key: String) -> FieldCondition? {
            guard let node = rule[key], let (entry, field) = only(node, key, names, file) else { return nil }
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
        _ kind: String, _ section: Section, _ names: FieldNames, _ because: String
    ) -> CrossFieldRule? {
        guard let node = section[kind], let condition = section.required("where"),
            let (entry, field) = only(node, kind, names, section.file),
            let (place, other) = only(condition, "where", names, section.file)
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
        _ node: Node, _ key: String, _ names: FieldNames, _ file: DefinitionFile
    ) -> (entry: Node.Entry, field: Field)? {
        guard let entries = node.entries, entries.count == 1, let entry = entries.first else {
            file.fault(node.mark, "`\(key)` must be a mapping of one field")
            return nil
        }
        return names.find((entry.key, entry.keyMark), in: file).map { (entry, $0.field) }
    }

    private static func score(
        _ node: Node, _ names: FieldNames, _ because: String, _ file: DefinitionFile
    ) -> CrossFieldRule? {
        guard let section = Section(node, "score", keys: ScoreRule.keys, in: file), section.required("sides") != nil
        else { return nil }
        func fields(_ key: String) -> [String] {
            section.words(key).compactMap { word in
                guard let field = names.find(word, in: file)?.field else { return nil }
                if field.type != .integer { file.fault(word.mark, "a score and its rules are fields of type integer") }
                return field.name
            }
        }
        var rule = ScoreRule(sides: fields("sides"))
        if section.words("sides").count != 2 { file.fault(section.mark, "`sides` must name two fields") }
        rule.target = fields("target").first
        rule.winBy = fields("win_by").first
        rule.cap = fields("cap").first
        rule.winner = fields("winner").first
        rule.difference = fields("difference").first
        return rule.sides.count == 2 ? .score(rule, because: because) : nil
    }
}
