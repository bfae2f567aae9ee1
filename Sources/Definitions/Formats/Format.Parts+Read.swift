internal import YAML

extension PersonRule {
    static let keys = KeyTable<PersonRule>("person") { keys in
        keys.add("from", \.from, .columns, "Column that holds the name, or alternatives for it.")
        keys.add("any_of", .oneOrMore(.text), "Columns of which any may hold the name.") { person, node, scope in
            person.from = Value.columns.read(node, "any_of", scope) ?? []
            person.columnMatch = .any
        }
        keys.add(
            "join", .oneOrMore(.text), .beside(["from"]),
            "Columns whose text is appended to that of `from`, a blank between: parts of a name."
        ) { person, node, scope in
            let others = Value.columns.read(node, "join", scope) ?? []
            person.parts = [person.from] + scope.file.list(node, of: "join").map { scope.columns.spelt([$0.text]) }
            person.from += others
            person.columnMatch = .joined
        }
        keys.add("setting", \.setting, .identifier, .required, "Setting that holds the names, separated by `;`.")
        keys.add("is", \.person, .choice, "`another`: taken where no column names the owner.")
        keys.schemaRule("oneOf", [["required": ["from"]], ["required": ["any_of"]]])
    }

    /// Whether it stands with a whole mapping or with a case of `unpivot`.
    enum Role { case mapping, unpivot }

    init?(_ node: Node, as role: Role, _ scope: Scope) {
        guard let section = Section(node, Self.keys.title, keys: Self.keys.names, in: scope.file) else { return nil }
        guard let place = ["from", "any_of"].first(where: { section[$0] != nil }),
            section["any_of"] == nil || section["from"] == nil && section["join"] == nil
        else {
            scope.file.fault(section.mark, "a person needs `from`, with `join` or without, or `any_of`")
            return nil
        }
        let read = Self.keys.read(section, into: PersonRule(from: [], setting: ""), scope)
        guard let read, !read.setting.isEmpty else { return nil }
        self = read
        if columnMatch == .joined, section.words("from").count > 1 {
            scope.file.fault(section.mark, "beside `join` a person's `from` is one column")
        }
        // Without one of its columns a case gives no rows; a whole mapping would give the rows of all people.
        if role == .mapping || columnMatch == .first { scope.columns.require(section.words(place), in: scope.file) }
    }
}

extension SkipRule {
    static let keys = KeyTable<SkipRule>("skip rule") { keys in
        keys.add("when", \.when, .conditions, .required, "Columns and the words of which each has one; all must hold.")
        keys.add("because", \.because, .text, .required, "Why they hold no data; reports show it.")
    }

    init?(_ node: Node, _ scope: Scope) {
        guard let rule = Self.keys.read(node, into: SkipRule(when: [], because: ""), scope), !rule.when.isEmpty else {
            return nil
        }
        self = rule
    }
}

extension UnpivotCase {
    static let keys = KeyTable<UnpivotCase>("case") { keys in
        keys.add("person", \.person, .object("person") { PersonRule($0, as: .unpivot, $1) }, "Whose row it is.")
        keys.add("when", \.when, .conditions, "What a record must be to become this row.")
        keys.add(
            "unless", .oneOrMore(.map(.oneOrMore(.text))),
            "What a record must not be to become this row; one of several."
        ) { one, node, scope in
            one.unless = scope.file.nodes(node, of: "unless").compactMap {
                Value.conditions.read($0, "unless", scope)
            }
        }
        keys.add("fields", .map(.object("mapping")), "Its fields, beside those of the record.") {
            $0.fields = FieldMapping.read($1, $2)
        }
        keys.declare(
            MeasureLines.key, MeasureLines.shape, about: "In place of `fields`: cases of measures, used alone.")
        keys.schemaRule("oneOf", [["required": ["fields"]], ["required": [.text(MeasureLines.key)]]])
        keys.add(
            "needs", .oneOrMore(.text),
            "Fields of the case without which it gives no row; default: the number of a measure, if it is one of them."
        ) { one, node, scope in
            for name in scope.file.list(node, of: "needs") {
                let field = scope.dataset?.names[name.text]?.field.name ?? name.text
                one.needs.append(field)
                if !one.fields.contains(where: { $0.field == field }) {
                    let known = one.fields.map(\.field)
                    scope.file.unknown("field of this case", name.text, at: name.mark, among: known)
                }
            }
        }
    }

    init?(_ node: Node, _ scope: Scope) {
        guard let section = Section(node, Self.keys.title, keys: Self.keys.names, in: scope.file) else { return nil }
        if let node = section[MeasureLines.key] {
            scope.file.fault(node.mark, "`measures` is used alone, without other keys")
            return nil
        }
        guard let read = Self.keys.read(section, into: UnpivotCase(person: nil, fields: []), scope),
            section.required("fields") != nil
        else { return nil }
        self = read
        if let number = scope.dataset?.measures?.value, section["needs"] == nil,
            fields.contains(where: { $0.field == number && !$0.from.isEmpty }),
            !fields.contains(where: { scope.dataset?.mayReplace(number, $0.field) ?? false })
        {
            needs = [number]
        }
        if !fields.isEmpty, !fields.contains(where: { !$0.from.isEmpty }) {
            scope.file.fault(node.mark, "a case of `unpivot` needs a field that comes from a column")
        }
        let isRepeated = fields.contains { $0.from.contains(where: \.isNumbered) }
        if isRepeated, scope.columns.naming != .header {
            scope.file.fault(node.mark, "`{n}` counts the columns of a header, and this file has none: write each case")
        }
        if !isRepeated, fields.contains(where: \.isNumbered) {
            scope.file.fault(
                node.mark, "`{n}` is in no column of this case: it counts columns, as in `Set {n} (Reps)`")
        }
    }
}

extension Dataset {
    /// Whether a record may have one field in place of another: a text in place of a number.
    fileprivate func mayReplace(_ field: String, _ other: String) -> Bool {
        field != other
            && rules.contains {
                if case .anyOf(let names, _) = $0 { Set([field, other]).isSubset(of: names) } else { false }
            }
    }
}

extension FieldMapping {
    /// Whether it holds the number of a repeated case, `{n}`.
    var isNumbered: Bool { from.contains(where: \.isNumbered) || constant?.isNumbered ?? false }
}

extension String {
    /// Whether it has the number of a repeated case, `{n}`; most texts have no brace at all.
    fileprivate var isNumbered: Bool { utf8.contains(UInt8(ascii: "{")) && contains("{n}") }
}
