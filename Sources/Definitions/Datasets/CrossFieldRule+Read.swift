internal import Records
internal import YAML

extension CrossFieldRule {
    static let keys = KeyTable<Void>("rule") { keys in
        keys.declare("any_of", .list(.text, 2...Int.max), about: "Fields of which a record has one at least.")
        keys.declare("ordered", .list(.text, 2...2), about: "Two fields, the lesser first.")
        keys.declare(
            "score", .list(.text, 2...7),
            about:
                "Final score of a game: fields of the two sides, then of the points to win, the lead to win, the points "
                + "at which it ends anyway, the side that won (0: neither) and the difference.")
        keys.declare("ratio", .list(.text, 2...2), about: "Two fields whose quotient is not above `max`: a speed.")
        keys.declare("max", .decimal, .beside(["ratio"]), about: "The greatest quotient.")
        keys.declare(
            "when", .map(.oneOrMore(.text)), .beside(["ratio"]),
            about: "A field and its words: records for which the rule holds.")
        keys.declare(
            "unless", .map(.oneOrMore(.text)), .beside(["ratio"]), about: "Records for which it does not hold.")
        keys.declare("because", .text, .required, about: "Why; rejects say so.")
        keys.schemaRule("oneOf", .array(kinds.map { ["required": [.text($0)]] }))
    }

    private static let kinds = ["any_of", "ordered", "score", "ratio"]

    init?(_ node: Node, _ names: FieldNames, _ file: DefinitionFile) {
        guard let section = Section(node, "rule", keys: Self.keys.names, in: file) else { return nil }
        let because = section.text("because", isRequired: true) ?? ""
        let kinds = Self.kinds.filter { section[$0] != nil }
        guard kinds.count == 1, let kind = kinds.first else {
            let list = Self.kinds.map { "`\($0)`" }.joined(separator: ", ")
            file.fault(node.mark, "a rule has one of \(list)")
            return nil
        }
        for key in ["when", "unless"] where kind != "ratio" {
            if let node = section[key] { file.fault(node.mark, "`\(key)` is allowed only beside `ratio`") }
        }
        switch kind {
        case "ratio":
            guard let node = section["ratio"], let rule = Self.ratio(node, section, names, because) else { return nil }
            self = rule
        case "score":
            guard let node = section["score"], let rule = Self.score(node, names, because, file) else { return nil }
            self = rule
        default:
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

    /// `ratio: [distance_m, duration_s]` and `max: 100`, with its `when` and `unless`.
    private static func ratio(
        _ node: Node, _ rule: Section, _ names: FieldNames, _ because: String
    ) -> CrossFieldRule? {
        let file = rule.file
        let words = file.list(node, of: "ratio")
        let fields = words.compactMap { word -> String? in
            guard let field = names.find(word, in: file)?.field else { return nil }
            if ![.integer, .decimal, .duration].contains(field.type) {
                file.fault(word.mark, "`\(word.text)` is not a field of numbers")
            }
            return field.name
        }
        guard let text = rule.text("max", isRequired: true) else { return nil }
        guard let most = Double(text), most > 0 else {
            file.fault(rule["max"]?.mark ?? node.mark, "`max` is a number above zero")
            return nil
        }
        guard words.count == 2 else {
            file.fault(node.mark, "`ratio` must name two fields")
            return nil
        }
        guard fields.count == 2 else { return nil }
        func condition(_ key: String) -> FieldCondition? {
            guard let node = rule[key], let (entry, field) = only(node, key, names, file) else { return nil }
            if field.type != .text { file.fault(entry.keyMark, "`\(key)` names a field of text") }
            let words = file.words(entry.value.elements ?? [entry.value], of: field.name).map(\.text)
            return FieldCondition(field: field.name, words: words)
        }
        return .ratio(
            RatioRule(
                over: fields[0], by: fields[1], most: most, condition: condition("when"), exception: condition("unless")
            ),
            because: because)
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
        let words = file.list(node, of: "score")
        let fields = words.compactMap { word -> String? in
            guard let field = names.find(word, in: file)?.field else { return nil }
            if field.type != .integer { file.fault(word.mark, "a score and its rules are fields of type integer") }
            return field.name
        }
        guard (2...7).contains(words.count) else {
            file.fault(node.mark, "`score` names two sides, and up to five fields of the game's rules and outcome")
            return nil
        }
        return fields.count == words.count ? .score(ScoreRule(fields), because: because) : nil
    }
}
