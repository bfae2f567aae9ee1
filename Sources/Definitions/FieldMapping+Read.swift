internal import Records
internal import YAML

extension FieldMapping {
    static let keys = [
        "from", "setting", "as", "unit", "to", "pattern", "map", "else", "missing", "constant", "default", "decimal",
        "grouping", "unrecoverable", "required", "plus", "since", "only",
    ]

    /// The mappings below `fields`.
    static func read(_ section: Section, _ dataset: Dataset?, _ columns: SourceColumns) -> [FieldMapping] {
        guard let node = section.required("fields") else { return [] }
        guard let entries = node.entries, !entries.isEmpty else {
            section.file.fault(node.mark, "`fields` must be a mapping of fields to their mappings, not \(node.kind)")
            return []
        }
        return entries.compactMap { entry in
            let field = dataset?.fields.first { $0.name == entry.key }
            if let dataset, field == nil {
                let names = dataset.fields.map(\.name)
                section.file.unknown("field of dataset \(dataset.name)", entry.key, at: entry.keyMark, among: names)
            }
            return FieldMapping(entry, field, columns, in: section.file)
        }
    }

    init?(_ entry: Node.Entry, _ field: Field?, _ columns: SourceColumns, in file: DefinitionFile) {
        guard let section = Section(entry.value, "mapping", keys: Self.keys, in: file) else { return nil }
        self.init(field: entry.key)
        let from = section.words("from")
        columns.check(from, in: file)
        self.from = from.map(\.text)
        setting = section.text("setting")
        if let setting, let mark = section["setting"]?.mark { _ = file.name(setting, at: mark, "setting") }
        constant = literal("constant", section, field)
        defaultValue = literal("default", section, field)
        checkSource(section)
        conversion = section.choice("as", Conversion.self) ?? field?.type.conversion ?? .text
        if let field, conversion.valueType != field.type, constant == nil, section["constant"] == nil {
            let mark = (section["as"] ?? entry.value).mark
            let type = field.type.rawValue
            file.fault(mark, "`as: \(conversion.rawValue)` gives no \(type), which `\(entry.key)` is")
        }
        readWords(section, field)
        readUnits(section, columns)
        readPatterns(section)
        readNumbers(section)
        missing = section.texts("missing")
        unrecoverable = section.texts("unrecoverable")
        isRequired = section.boolean("required") ?? false
        readReckoning(section, columns)
    }

    /// A field has a constant, or a column or setting.
    private func checkSource(_ section: Section) {
        let sources = ["from", "setting", "constant"].filter { section[$0] != nil }
        if sources.isEmpty {
            section.file.fault(section.mark, "field `\(field)` needs `from`, `setting` or `constant`")
        }
        guard let node = section["constant"] else { return }
        let others = section.entries.map(\.key).filter { $0 != "constant" && Self.keys.contains($0) }
        if !others.isEmpty {
            let words = others.map { "`\($0)`" }.joined(separator: ", ")
            section.file.fault(node.mark, "a `constant` stands alone, not beside \(words)")
        }
    }

    private func literal(_ key: String, _ section: Section, _ field: Field?) -> String? {
        guard let text = section.text(key), let node = section[key] else { return nil }
        // `{n}` is the number of a repeated case.
        Self.check(text.replacing("{n}", with: "1"), node.mark, field, section.file)
        return text
    }

    private static func check(_ text: String, _ mark: Mark, _ field: Field?, _ file: DefinitionFile) {
        // A word that means nothing may stand for no value.
        guard !text.isEmpty || field?.isRequired == true else { return }
        guard let field, let refusal = field.refusal(of: text) else { return }
        let suggestion = Suggestion.name(near: text, among: field.oneOf)
        file.fault(mark, "`\(text)` \(refusal), so it is no `\(field.name)`", suggestion: suggestion)
    }

    private mutating func readWords(_ section: Section, _ field: Field?) {
        if let node = section["map"] {
            guard let entries = node.entries, !entries.isEmpty else {
                section.file.fault(node.mark, "`map` must be a mapping of words to values")
                return
            }
            var seen: Set<String> = []
            for entry in entries {
                guard let value = section.file.text(entry.value, of: entry.key) else { continue }
                Self.check(value, entry.value.mark, field, section.file)
                if !seen.insert(entry.key.lowercased()).inserted {
                    section.file.fault(entry.keyMark, "word `\(entry.key)` stands twice, case aside")
                }
                map.append((entry.key, value))
            }
        }
        guard let node = section["else"], let text = section.text("else") else { return }
        if section["map"] == nil { section.file.fault(node.mark, "`else` stands only beside `map`") }
        switch text {
        case "reject": unmapped = .reject
        case "keep": unmapped = .keep
        default:
            Self.check(text, node.mark, field, section.file)
            unmapped = .value(text)
        }
    }

    private mutating func readUnits(_ section: Section, _ columns: SourceColumns) {
        let file = section.file
        let words = conversion.unitWords
        if section["unit"] == nil, conversion.needsUnit, section["constant"] == nil {
            file.fault(section.mark, "`unit` must say where the unit of a \(conversion.rawValue) stands")
        }
        if !conversion.needsUnit, words.isEmpty {
            for node in [section["unit"], section["to"]] {
                if let node { file.fault(node.mark, "`as: \(conversion.rawValue)` takes no unit") }
            }
            return
        }
        for word in section.words("unit") {
            guard let source = UnitSource(word.text, known: words, at: word.mark, in: file) else { continue }
            if case .column(let name) = source { columns.check([(name, word.mark)], in: file) }
            unit.append(source)
        }
        guard let to = section.text("to"), let node = section["to"] else { return }
        if !words.contains(to.lowercased()) {
            file.unknown("unit of \(conversion.rawValue)", to, at: node.mark, among: words)
        }
        self.to = to
    }

    private mutating func readPatterns(_ section: Section) {
        for pattern in section.words("pattern") {
            if conversion.takesPattern {
                for problem in DatePattern.problems(pattern.text, for: conversion) {
                    section.file.fault(pattern.mark, "pattern `\(pattern.text)`: \(problem)")
                }
            } else {
                section.file.fault(pattern.mark, "`as: \(conversion.rawValue)` takes no pattern")
            }
            patterns.append(pattern.text)
        }
    }

    private mutating func readReckoning(_ section: Section, _ columns: SourceColumns) {
        for key in ["plus", "since", "only"] {
            guard let node = section[key], conversion.valueType != .integer || from.isEmpty else { continue }
            section.file.fault(node.mark, "`\(key)` stands only with a whole number from a column")
        }
        for key in ["plus", "since"] { columns.check(section.words(key), in: section.file) }
        reckoning.plus = section.texts("plus")
        reckoning.since = section.texts("since")
        for word in section.words("only") {
            if let value = Int64(word.text) {
                reckoning.only.append(value)
            } else {
                section.file.fault(word.mark, "`only` lists whole numbers")
            }
        }
    }

    private mutating func readNumbers(_ section: Section) {
        if let mark = section.text("decimal"), let node = section["decimal"] {
            if let byte = mark.utf8.first, mark == "." || mark == "," {
                decimalMark = byte
            } else {
                section.file.fault(node.mark, "`decimal` is \".\" or \",\"")
            }
        }
        grouping = section.choice("grouping", Grouping.self) ?? grouping
    }
}

extension FieldMapping.UnitSource {
    /// `column NAME`, `header`, `cell`, `setting NAME` or a unit word.
    init?(_ text: String, known: [String], at mark: Mark, in file: DefinitionFile) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("column", 2): self = .column(parts[1])
        case ("setting", 2): self = .setting(parts[1])
        case ("header", 1): self = .header
        case ("cell", 1): self = .cell
        default:
            guard known.contains(text.lowercased()) else {
                file.unknown("unit or place of one", text, at: mark, among: ["header", "cell"] + known)
                return nil
            }
            self = .fixed(text)
        }
    }
}
