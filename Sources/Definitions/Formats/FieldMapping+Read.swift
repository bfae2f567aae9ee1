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
        self.from = from.map(\.text)
        let join = section.words("join")
        columns.check(join, in: file)
        self.join = join.map(\.text)
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
        self.total = total.map(\.text)
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
