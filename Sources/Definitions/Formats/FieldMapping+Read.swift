internal import Records
internal import YAML

extension FieldMapping {
    static let keys = KeyTable<FieldMapping>("mapping") { keys in
        keys.add("from", \.from, .columns, "Columns; the first that the header has is taken.")
        keys.add("as", \.conversion, .choice, "How a cell becomes a [value](#as); default: by the type of the field.")
        keys.add(
            "join", \.join, .columns, .beside(["from"]),
            "Columns beside `from`: their text is appended to its own, a blank between, or as the conversion says.")
        keys.add(
            "inside", \.inside, .innerPath, .beside(["from"]),
            "Where the value is in a cell that holds JSON: `bpm`, `items[0].start`, `items[*].distance` (of the first "
                + "element that has it) or `[type=total].value` (of the first element whose `type` is `total`).")
        keys.add(
            "part", \.part, .cellPart, .beside(["from"]),
            "Which part of a cell that packs several: `#` is the part and `*` another one, so that `#/*` of 120/80 is "
                + "120, and `*/#` is 80.")
        keys.add("setting", \.setting, .identifier, "Setting that holds the value where the file has no such column.")
        keys.add("constant", \.constant, .literal, "The value itself. It is used alone.")
        keys.add("default", \.defaultValue, .literal, "The value of records that have none.")
        keys.add(
            "required", \.isRequired, .boolean, "Whether a file is refused that has no such column and no setting.")
        keys.add("missing", \.missing, .texts, "Words that mean no value, beside those of the format.")
        addWords(&keys)
        addUnits(&keys)
        addTimes(&keys)
        keys.add("number", \.number, .choice, "How numbers are written; `either`: each shows its decimal mark.")
        keys.add(
            "power", \.power, .columns, .with("a number with a decimal point") { $0.conversion.takesPower },
            "Column of the power of ten that the number is multiplied with: 72500 and -3 are 72.5.")
        keys.schemaRule("anyOf", .array(sources.map { ["required": [.text($0)]] }))
        keys.schemaRule("if", ["required": ["constant"]])
        keys.schemaRule("then", ["maxProperties": 1])
    }

    private static let sources = ["from", "setting", "constant"]

    /// The mappings below `fields`.
    static func read(_ node: Node, _ scope: Scope) -> [FieldMapping] {
        guard let entries = scope.file.entries(node, of: "fields", "fields to their mappings") else { return [] }
        var mapped: Set<String> = []
        return entries.flatMap { entry -> [FieldMapping] in
            let meaning = scope.meaning((entry.key, entry.keyMark))
            var scope = scope
            scope.field = meaning?.field
            guard var mapping = FieldMapping(entry, scope) else { return [] }
            mapping.table = meaning?.table
            if !mapped.insert(mapping.field).inserted {
                scope.file.fault(entry.keyMark, "`\(entry.key)` is mapped twice: it is the field `\(mapping.field)`")
            }
            guard let node = entry.value.entries?.first(where: { $0.key == "original" })?.value else {
                return [mapping]
            }
            return [mapping] + mapping.originals(node, scope)
        }
    }

    init?(_ entry: Node.Entry, _ scope: Scope) {
        guard let section = Section(entry.value, "mapping", keys: Self.keys.names, in: scope.file),
            let mapping = Self.keys.read(
                section,
                into: FieldMapping(
                    field: scope.field?.name ?? entry.key, conversion: scope.field?.type.conversion ?? .text), scope)
        else { return nil }
        self = mapping
        checkSource(section)
        if let field = scope.field, conversion.valueType != field.type, section["constant"] == nil {
            let mark = (section["as"] ?? entry.value).mark
            scope.file.fault(
                mark, "`as: \(conversion.rawValue)` gives no \(field.type.rawValue), which `\(entry.key)` is")
        }
        if !conversion.joinsText, join.isEmpty {
            scope.file.fault(section.mark, "`as: \(conversion.rawValue)` needs `join`")
        }
        if section["unit"] == nil, conversion.needsUnit, section["constant"] == nil {
            scope.file.fault(section.mark, "`unit` must say where the unit of a \(conversion.rawValue) is given")
        }
    }

    /// A field has a constant, or a column or setting.
    private func checkSource(_ section: Section) {
        if Self.sources.allSatisfy({ section[$0] == nil }) {
            section.file.fault(section.mark, "field `\(field)` needs `from`, `setting` or `constant`")
        }
        guard let node = section["constant"] else { return }
        let others = section.entries.map(\.key).filter { $0 != "constant" && Self.keys.names.contains($0) }
        if !others.isEmpty {
            let words = others.map { "`\($0)`" }.joined(separator: ", ")
            section.file.fault(node.mark, "a `constant` is used alone, not with \(words)")
        }
    }

    static func check(_ text: String, _ mark: Mark, _ scope: Scope) {
        // A word that means nothing may stand for no value.
        guard let field = scope.field, !text.isEmpty || field.isRequired else { return }
        // `{n}` is the number of a repeated case.
        let shown = text.contains("{") ? text.replacing("{n}", with: "1") : text
        guard let refusal = field.refusal(of: shown) else { return }
        let suggestion = Suggestion.name(near: text, among: field.oneOf)
        scope.file.fault(mark, "`\(shown)` \(refusal), so it is not a valid `\(field.name)`", suggestion: suggestion)
    }
}

extension Value where Property == String {
    /// A value of the field, written as in every definition.
    static var literal: Value {
        Value(.text) { node, key, scope in
            let text = scope.file.text(node, of: key)
            if let text { FieldMapping.check(text, node.mark, scope) }
            return text
        }
    }
}

extension Key<FieldMapping>.Use {
    /// Only with one of these conversions.
    static func conversions(_ conversions: Conversion...) -> Self {
        .with("`as: \(Shape.list(conversions.map(\.rawValue)))`") { conversions.contains($0.conversion) }
    }

    /// Only with what has a unit.
    static var measure: Self { .with("what has a unit") { $0.conversion.isMeasured } }
}

extension FieldMapping {
    /// `original: [original_value, original_unit]`: the fields that keep a measure's number and unit as they are written.
    private func originals(_ node: Node, _ scope: Scope) -> [FieldMapping] {
        let names = scope.file.words(node.elements ?? [], of: "original")
        guard conversion.needsUnit || conversion == .percent, conversion != .unit, names.count == 2 else { return [] }
        return zip(names, [conversion, .unit]).map { name, conversion in
            let known = scope.meaning(name, near: table)
            if let known, known.field.type != conversion.valueType {
                scope.file.fault(name.mark, "`\(name.text)` is not a field of type \(conversion.valueType.rawValue)")
            }
            var mapping = self
            mapping.field = known?.field.name ?? name.text
            mapping.table = known?.table
            mapping.conversion = conversion
            mapping.targets = []
            if self.conversion == .percent, unit.isEmpty { mapping.unit = [.fixed(.percent)] }
            mapping.isOriginal = true
            return mapping
        }
    }
}
