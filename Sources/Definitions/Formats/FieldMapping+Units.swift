internal import Records
internal import YAML

/// Where the unit of a measure stands, and to which one it is converted.
extension FieldMapping {
    static func addUnits(_ keys: inout KeyTable<FieldMapping>) {
        keys.add(
            "unit", .oneOrMore(.text), .measure,
            "Where the unit stands, first found wins: `column NAME`, `header`, `cell`, `setting NAME`, `magnitude`, "
                + "a unit or `none`."
        ) { $0.readUnits($1, $2) }
        keys.add(
            "unit_words", .map(.text), .measure,
            "Words of the unit's column that are no units, and what they mean."
        ) {
            $0.readUnitWords($1, $2)
        }
        keys.add("unit_means", .map(.text), .measure, "The unit of a setting, and the one that it means here.") {
            $0.readUnitMeanings($1, $2)
        }
        keys.add("to", .oneOrMore(.text), .measure, "Unit to convert to; of a quantity one for each kind.") {
            $0.readTargets($1, $2)
        }
        let percent = Key<FieldMapping>.Use.with("`as: percent` and without `unit`") {
            $0.conversion == .percent && $0.unit.isEmpty
        }
        keys.add("of", \.total, .columns, percent, "Columns of the whole: the percentage is the ratio of the two.")
        keys.add(
            "original", .list(.text, 2...2),
            .with("a measure") { ($0.conversion.needsUnit || $0.conversion == .percent) && $0.conversion != .unit },
            "Fields that keep the number and its unit as the source writes them."
        ) { _, node, scope in
            if node.elements?.count != 2 || scope.file.words(node.elements ?? [], of: "original").count != 2 {
                scope.file.fault(node.mark, "`original` names two fields: that of the number and that of its unit")
            }
        }
    }

    private mutating func readUnits(_ node: Node, _ scope: Scope) {
        for word in scope.file.list(node, of: "unit") {
            guard let source = UnitSource(word.text, of: conversion, at: word.mark, in: scope.file) else { continue }
            if case .column(let name) = source { scope.columns.check([(name, word.mark)], in: scope.file) }
            unit.append(source)
        }
        if unit.contains(.magnitude), conversion != .percent, conversion != .unit {
            scope.file.fault(node.mark, "`magnitude` distinguishes a fraction from a percentage, and nothing else")
        }
    }

    /// `to: kg`, and of a quantity one unit a kind.
    private mutating func readTargets(_ node: Node, _ scope: Scope) {
        let file = scope.file
        for word in file.list(node, of: "to") {
            guard let target = file.unit(word.text, of: conversion, at: word.mark) else { continue }
            if let other = targets.first(where: { $0.kind == target.kind }), conversion.kind == nil {
                let units = "`\(other.symbol)` and `\(target.symbol)`"
                file.fault(word.mark, "\(units) are both units of \(target.kind.rawValue); `to` takes one a kind")
            }
            targets.append(target)
        }
        if conversion == .duration { file.fault(node.mark, "a duration is in seconds and takes no `to`") }
        if targets.count > 1, conversion.kind != nil {
            file.fault(node.mark, "a \(conversion.rawValue) is converted to one unit")
        }
    }

    /// `unit_means: {mi: ft}`: the unit of a setting, and the one that it means here.
    private mutating func readUnitMeanings(_ node: Node, _ scope: Scope) {
        guard let entries = scope.file.entries(node, of: "unit_means", "units to units") else { return }
        let isSet = unit.contains { if case .setting = $0 { true } else { false } }
        if !isSet {
            scope.file.fault(node.mark, "`unit_means` translates the unit of a setting, and `unit` names none")
        }
        unitMeans = scope.file.units(entries, of: conversion).map { (unit: $0.0, meant: $0.1) }
    }

    /// `unit_words: {"15.24": km/h}`: what stands in the column of `unit`, and the unit that it means.
    private mutating func readUnitWords(_ node: Node, _ scope: Scope) {
        guard let entries = scope.file.entries(node, of: "unit_words", "words to units") else { return }
        let isBeside = unit.contains { if case .column = $0 { true } else { false } }
        if !isBeside { scope.file.fault(node.mark, "`unit_words` are words of a column, and `unit` names none") }
        for entry in entries {
            guard let word = scope.file.text(entry.value, of: entry.key),
                let unit = scope.file.unit(word, of: conversion, at: entry.value.mark)
            else { continue }
            unitWords.append((entry.key, unit))
        }
    }
}

extension FieldMapping.UnitSource {
    /// `column NAME`, `header`, `cell`, `setting NAME`, a unit word or `none`.
    init?(_ text: String, of conversion: Conversion, at mark: Mark, in file: DefinitionFile) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("column", 2): self = .column(parts[1])
        case ("setting", 2):
            self = .setting(parts[1])
            file.asks(parts[1], of: conversion, at: mark)
        case ("header", 1): self = .header
        case ("cell", 1): self = .cell
        case ("magnitude", 1): self = .magnitude
        case ("none", 1): self = .none
        default:
            let places = ["header", "cell", "magnitude", "none"]
            guard let unit = file.unit(text, of: conversion, at: mark, or: places) else { return nil }
            self = .fixed(unit)
        }
    }
}

extension DefinitionFile {
    /// The unit that a word names; a word that names none, or one of another kind than the conversion measures, is a
    /// fault.
    func unit(_ word: String, of conversion: Conversion, at mark: Mark, or places: [String] = []) -> Unit? {
        let words = conversion.units.flatMap(\.words)
        guard let unit = Unit(word: word) else {
            let what = places.isEmpty ? "unit of \(conversion.rawValue)" : "unit or place of one"
            unknown(what, word, at: mark, among: places + words)
            return nil
        }
        guard conversion.units.contains(unit) else {
            fault(
                mark, "`\(word)` is a unit of \(unit.kind.rawValue), not of \(conversion.rawValue)",
                suggestion: Suggestion.name(near: word, among: words))
            return nil
        }
        return unit
    }

    /// Pairs of units of one kind, as in `{mi: ft}`; none stands for two others.
    func units(_ entries: [Node.Entry], of conversion: Conversion) -> [(Unit, Unit)] {
        var pairs: [(Unit, Unit)] = []
        for entry in entries {
            guard let word = text(entry.value, of: entry.key),
                let unit = unit(entry.key, of: conversion, at: entry.keyMark),
                let other = self.unit(word, of: conversion, at: entry.value.mark)
            else { continue }
            if unit.kind != other.kind {
                let kinds = "a unit of \(unit.kind.rawValue) and `\(word)` one of \(other.kind.rawValue)"
                fault(entry.value.mark, "`\(entry.key)` is \(kinds)")
            } else if pairs.contains(where: { $0.0 == unit }) {
                fault(entry.keyMark, "`\(entry.key)` stands twice: \(unit.symbol)")
            } else {
                pairs.append((unit, other))
            }
        }
        return pairs
    }
}
