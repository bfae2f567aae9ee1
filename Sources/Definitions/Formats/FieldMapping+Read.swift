internal import Records
internal import YAML

extension FieldMapping {
    static let keys = [
        "from", "join", "part", "setting", "as", "unit", "unit_words", "to", "of", "original", "pattern", "zone", "in",
        "map", "words", "numbers", "else", "missing", "constant", "default", "decimal", "grouping", "whole",
        "unrecoverable", "required", "plus", "since", "only", "seek", "gap", "moment", "unit_means", "help",
        "unescape",
    ]

    /// The mappings below `fields`.
    static func read(_ section: Section, _ dataset: Dataset?, _ columns: SourceColumns) -> [FieldMapping] {
        guard let node = section.required("fields") else { return [] }
        guard let entries = node.entries, !entries.isEmpty else {
            section.file.fault(node.mark, "`fields` must be a mapping of fields to their mappings, not \(node.kind)")
            return []
        }
        return entries.flatMap { entry -> [FieldMapping] in
            let field = dataset?.fields.first { $0.name == entry.key }
            if let dataset, field == nil {
                let names = dataset.fields.map(\.name)
                section.file.unknown("field of dataset \(dataset.name)", entry.key, at: entry.keyMark, among: names)
            }
            guard let mapping = FieldMapping(entry, field, columns, in: section.file) else { return [] }
            guard let node = entry.value.entries?.first(where: { $0.key == "original" })?.value else {
                return [mapping]
            }
            return [mapping] + mapping.originals(node, dataset, in: section.file)
        }
    }

    /// `original: [original_value, original_unit]`: the fields that keep a measure's number and unit as they are written.
    private func originals(_ node: Node, _ dataset: Dataset?, in file: DefinitionFile) -> [FieldMapping] {
        guard conversion.needsUnit || conversion == .percent, conversion != .unit else {
            file.fault(node.mark, "`as: \(conversion.rawValue)` has no unit that `original` could keep")
            return []
        }
        let names = file.words(node.elements ?? [], of: "original")
        guard names.count == 2 else {
            file.fault(node.mark, "`original` names two fields: that of the number and that of its unit")
            return []
        }
        return zip(names, [conversion, .unit]).map { name, conversion in
            let known = dataset?.fields.first { $0.name == name.text }
            if let dataset, known == nil {
                file.unknown(
                    "field of dataset \(dataset.name)", name.text, at: name.mark, among: dataset.fields.map(\.name))
            } else if let known, known.type != conversion.valueType {
                file.fault(name.mark, "`\(name.text)` is no field of type \(conversion.valueType.rawValue)")
            }
            var mapping = self
            mapping.field = name.text
            mapping.conversion = conversion
            mapping.targets = []
            if self.conversion == .percent, unit.isEmpty { mapping.unit = [.fixed(.percent)] }
            mapping.isOriginal = true
            return mapping
        }
    }

    init?(_ entry: Node.Entry, _ field: Field?, _ columns: SourceColumns, in file: DefinitionFile) {
        guard let section = Section(entry.value, "mapping", keys: Self.keys, in: file) else { return nil }
        self.init(field: entry.key)
        let from = section.words("from")
        columns.check(from, in: file)
        self.from = columns.spelt(from.map(\.text))
        let join = section.words("join")
        columns.check(join, in: file)
        self.join = columns.spelt(join.map(\.text))
        if let node = section["join"], from.isEmpty { file.fault(node.mark, "`join` stands only beside `from`") }
        if let node = section["part"], let section = Section(node, "part", keys: ["of", "take"], in: file) {
            let separator = section.text("of", isRequired: true) ?? ""
            let number = section.count("take", most: 100) ?? 0
            if separator.isEmpty || number == 0 {
                file.fault(node.mark, "`part` says what parts the cell and which part is meant: {of: \" - \", take: 1}")
            }
            part = Part(separator: separator, number: max(1, number))
        }
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
        let total = section.words("of")
        columns.check(total, in: file)
        self.total = columns.spelt(total.map(\.text))
        if let node = section["of"], conversion != .percent || self.unit.isEmpty == false {
            file.fault(node.mark, "`of` stands only with `as: percent`, and without `unit`")
        }
        readPatterns(section)
        readZones(section, columns)
        readNumbers(section, columns)
        readHelp(section, columns)
        escape = section.choice("unescape", Escape.self)
        if let node = section["unescape"], conversion != .text {
            section.file.fault(node.mark, "`unescape` stands only with text")
        }
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

    func literal(_ key: String, _ section: Section, _ field: Field?) -> String? {
        guard let text = section.text(key), let node = section[key] else { return nil }
        // `{n}` is the number of a repeated case.
        Self.check(text.replacing("{n}", with: "1"), node.mark, field, section.file)
        return text
    }

    static func check(_ text: String, _ mark: Mark, _ field: Field?, _ file: DefinitionFile) {
        // A word that means nothing may stand for no value.
        guard !text.isEmpty || field?.isRequired == true else { return }
        guard let field, let refusal = field.refusal(of: text) else { return }
        let suggestion = Suggestion.name(near: text, among: field.oneOf)
        file.fault(mark, "`\(text)` \(refusal), so it is no `\(field.name)`", suggestion: suggestion)
    }
}

/// How numbers are written, and what is made of them.
extension FieldMapping {
    mutating func readNumbers(_ section: Section, _ columns: SourceColumns) {
        if let mark = section.text("decimal"), let node = section["decimal"] {
            if let byte = mark.utf8.first, mark == "." || mark == "," {
                decimalMark = byte
            } else if let choice = Marks(rawValue: mark), choice != .fixed {
                marks = choice
            } else {
                section.file.fault(node.mark, "`decimal` is \".\", \",\", either or none")
            }
        }
        grouping = section.choice("grouping", Grouping.self) ?? grouping
        if let node = section["whole"] { readWhole(node, section, columns) }
    }

    private mutating func readWhole(_ node: Node, _ section: Section, _ columns: SourceColumns) {
        let file = section.file
        if !conversion.needsUnit { file.fault(node.mark, "`whole` stands only with a measure") }
        guard let whole = Section(node, "whole", keys: ["from", "words", "units", "time"], in: file),
            whole.required("from") != nil, whole.required("words") != nil, let units = whole.required("units")?.entries
        else { return }
        let pairs = file.units(units, of: conversion)
        columns.check(whole.words("time"), in: file)
        if let node = whole["time"], conversion != .length {
            file.fault(node.mark, "`time` stands only with `as: length`: a distance and its time are a speed")
        }
        self.whole = Whole(
            from: columns.spelt(whole.texts("from")), words: whole.texts("words"),
            units: Dictionary(pairs) { first, _ in first }, time: columns.spelt(whole.texts("time")))
    }

    mutating func readReckoning(_ section: Section, _ columns: SourceColumns) {
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
}
