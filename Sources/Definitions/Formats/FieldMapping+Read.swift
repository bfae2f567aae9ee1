internal import Records
internal import YAML

extension FieldMapping {
    static let keys = KeyTable<FieldMapping>("mapping") { keys in
        keys.add("from", \.from, .columns, "Columns; the first that the header has is taken.")
        keys.add("as", \.conversion, .choice, "How a cell becomes a value; default: by the type of the field.")
        keys.add(
            "join", \.join, .columns, .beside(["from"]),
            "Columns whose text stands behind that of `from`, a blank between.")
        keys.add("part", .map(.text), "The part of the cell that is meant, where several stand in it.") {
            $0.part = Part($1, $2)
        }
        keys.add("setting", \.setting, .identifier, "Setting that holds the value where the file has no such column.")
        keys.add("constant", \.constant, .literal, "The value itself. It stands alone.")
        keys.add("default", \.defaultValue, .literal, "The value of records that have none.")
        keys.add(
            "required", \.isRequired, .boolean,
            "Whether a file is refused that has no such column and no setting.")
        keys.add("missing", \.missing, .texts, "Words that mean no value, beside those of the format.")
        addWords(&keys)
        addUnits(&keys)
        addTimes(&keys)
        addNumbers(&keys)
        keys.add(
            "unescape", \.escape, .choice, .conversions(.text),
            "What the source writes in the place of a character.")
        keys.add("unrecoverable", \.unrecoverable, .texts, "Text that shows a value was destroyed by its exporter.")
        keys.schemaRule("anyOf", .array(sources.map { ["required": [.text($0)]] }))
        keys.schemaRule("if", ["required": ["constant"]])
        keys.schemaRule("then", ["maxProperties": 1])
    }

    private static let sources = ["from", "setting", "constant"]

    /// How numbers are written, and what is made of them.
    private static func addNumbers(_ keys: inout KeyTable<FieldMapping>) {
        keys.add("decimal", .choice([".", ",", "either", "none"]), "Decimal mark; none: numbers are whole.") {
            $0.readMark($1, $2)
        }
        keys.add("grouping", \.grouping, .choice, "Whether the mark that is not the decimal one may group thousands.")
        keys.add(
            "whole", .map(.either([.oneOrMore(.text), .map(.text)])), .measure,
            "Records whose number is whole and of another unit than the others'."
        ) {
            $0.readWhole($1, $2)
        }
        keys.add(
            "help", .map(.oneOrMore(.text)), .conversions(.mass),
            "Records whose mass is help and no load: it counts below zero."
        ) {
            $0.readHelp($1, $2)
        }
        let whole = Key<FieldMapping>.Use.with("a whole number from a column") {
            $0.conversion.valueType == .integer && !$0.from.isEmpty
        }
        keys.add("plus", \.reckoning.plus, .columns, whole, "Columns whose whole numbers are added.")
        keys.add(
            "since", \.reckoning.since, .columns, whole,
            "Columns of which equal cells make a record the next one: the value is the difference to the last "
                + "record.")
        keys.add("only", \.reckoning.only, .wholes, whole, "Whole numbers that count; others are no value.")
    }

    /// The mappings below `fields`.
    static func read(_ node: Node, _ scope: Scope) -> [FieldMapping] {
        guard let entries = scope.file.entries(node, of: "fields", "fields to their mappings") else { return [] }
        return entries.flatMap { entry -> [FieldMapping] in
            var scope = scope
            scope.field = scope.knownField(entry.key, at: entry.keyMark)
            guard let mapping = FieldMapping(entry, scope) else { return [] }
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
                into: FieldMapping(field: entry.key, conversion: scope.field?.type.conversion ?? .text), scope)
        else { return nil }
        self = mapping
        checkSource(section)
        if let field = scope.field, conversion.valueType != field.type, section["constant"] == nil {
            let mark = (section["as"] ?? entry.value).mark
            scope.file.fault(
                mark, "`as: \(conversion.rawValue)` gives no \(field.type.rawValue), which `\(entry.key)` is")
        }
        if section["unit"] == nil, conversion.needsUnit, section["constant"] == nil {
            scope.file.fault(section.mark, "`unit` must say where the unit of a \(conversion.rawValue) stands")
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
            section.file.fault(node.mark, "a `constant` stands alone, not beside \(words)")
        }
    }

    static func check(_ text: String, _ mark: Mark, _ scope: Scope) {
        // A word that means nothing may stand for no value.
        guard let field = scope.field, !text.isEmpty || field.isRequired else { return }
        // `{n}` is the number of a repeated case.
        guard let refusal = field.refusal(of: text.replacing("{n}", with: "1")) else { return }
        let suggestion = Suggestion.name(near: text, among: field.oneOf)
        let shown = text.replacing("{n}", with: "1")
        scope.file.fault(mark, "`\(shown)` \(refusal), so it is no `\(field.name)`", suggestion: suggestion)
    }
}

extension Scope {
    /// The field of the dataset that a mapping names; an unknown one is faulted.
    func knownField(_ name: String, at mark: Mark) -> Field? {
        guard let dataset else { return nil }
        let field = dataset.fields.first { $0.name == name }
        if field == nil {
            file.unknown("field of dataset \(dataset.name)", name, at: mark, among: dataset.fields.map(\.name))
        }
        return field
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

extension Value where Property == [Int64] {
    static var wholes: Value {
        Value(.oneOrMore(.number(0...Int.max))) { node, key, scope in
            scope.file.list(node, of: key).compactMap { word in
                if Int64(word.text) == nil { scope.file.fault(word.mark, "`\(key)` lists whole numbers") }
                return Int64(word.text)
            }
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
            if let known = scope.knownField(name.text, at: name.mark), known.type != conversion.valueType {
                scope.file.fault(name.mark, "`\(name.text)` is no field of type \(conversion.valueType.rawValue)")
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

    private mutating func readMark(_ node: Node, _ scope: Scope) {
        guard let mark = scope.file.text(node, of: "decimal") else { return }
        if let byte = mark.utf8.first, mark == "." || mark == "," {
            decimalMark = byte
        } else if let choice = Marks(rawValue: mark), choice != .fixed {
            marks = choice
        } else {
            scope.file.fault(node.mark, "`decimal` is \".\", \",\", either or none")
        }
    }

    private mutating func readWhole(_ node: Node, _ scope: Scope) {
        let file = scope.file
        if !conversion.needsUnit { file.fault(node.mark, "`whole` stands only with a measure") }
        guard let whole = Section(node, "whole", keys: ["from", "words", "units", "time"], in: file),
            whole.required("from") != nil, whole.required("words") != nil, let units = whole.required("units")?.entries
        else { return }
        let pairs = file.units(units, of: conversion)
        scope.columns.check(whole.words("time"), in: file)
        if let node = whole["time"], conversion != .length {
            file.fault(node.mark, "`time` stands only with `as: length`: a distance and its time are a speed")
        }
        self.whole = Whole(
            from: scope.columns.spelt(whole.texts("from")), words: whole.texts("words"),
            units: Dictionary(pairs) { first, _ in first }, time: scope.columns.spelt(whole.texts("time")))
    }

    /// `help: {from: Exercise Name, ends: ["(Assisted)"]}`.
    private mutating func readHelp(_ node: Node, _ scope: Scope) {
        guard let help = Section(node, "help", keys: ["from", "ends"], in: scope.file),
            help.required("from") != nil, help.required("ends") != nil
        else { return }
        scope.columns.check(help.words("from"), in: scope.file)
        self.help = Help(from: help.texts("from"), ends: help.texts("ends"))
    }
}

extension FieldMapping.Part {
    /// `part: {of: " - ", take: 1}`
    init?(_ node: Node, _ scope: Scope) {
        guard let section = Section(node, "part", keys: ["of", "take"], in: scope.file) else { return nil }
        let separator = section.text("of", isRequired: true) ?? ""
        let number = section.count("take", most: 100) ?? 0
        if separator.isEmpty || number == 0 {
            scope.file.fault(
                node.mark, "`part` says what parts the cell and which part is meant: {of: \" - \", take: 1}")
        }
        self.init(separator: separator, number: max(1, number))
    }
}
