internal import Records
internal import YAML

/// Where the unit of a measure stands, and to which one it is converted.
extension FieldMapping {
    static func addUnits(_ keys: inout KeyTable<FieldMapping>) {
        keys.add(
            "unit", .oneOrMore(.either([.text, .object("place")])), .measure,
            "Where the unit is, first found wins: `{from: COLUMN}`, `header`, `cell`, `{setting: NAME}`, `magnitude`, a "
                + "unit or `none`."
        ) { $0.readUnits($1, $2) }
        keys.add(
            "to", .oneOrMore(.either([.text, .object("place")])),
            .with("what has a unit, or `as: local-date`") {
                $0.conversion.isMeasured || $0.conversion == .localDate
            },
            "Unit to convert to; of a quantity one for each kind. Of a `local-date`: the zone whose day is meant."
        ) {
            if $0.conversion != .localDate { return $0.readTargets($1, $2) }
            $0.dayZone = Value<[ZoneSource]>.zones.read($1, "to", $2) ?? []
        }
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
        for node in scope.file.nodes(node, of: "unit") {
            if node.entries != nil {
                if let place = Place.keys.read(node, into: Place(), scope) { add(place, at: node.mark, scope.file) }
            } else if let word = scope.file.text(node, of: "unit"),
                let source = UnitSource(word, of: conversion, at: node.mark, in: scope.file)
            {
                unit.append(source)
            }
        }
        if unit.contains(.magnitude), conversion != .percent, conversion != .unit {
            scope.file.fault(node.mark, "`magnitude` distinguishes a fraction from a percentage, and nothing else")
        }
    }

    /// `{from: y0, map: {"15.24": km/h}}`, `{setting: distance_unit, map: {mi: ft}}` or
    /// `{when: {Type: [Pool Swim]}, map: {km: m}}`.
    private mutating func add(_ place: Place, at mark: Mark, _ file: DefinitionFile) {
        if place.when.isEmpty { unit += place.from.map { .column($0) } }
        if let setting = place.setting {
            unit.append(.setting(setting))
            file.asks(setting, of: conversion, at: mark)
        }
        if let condition = place.when.first {
            if !conversion.needsUnit { file.fault(mark, "`when` is allowed only for a measure") }
            if !place.from.isEmpty, conversion != .length {
                file.fault(
                    mark, "with `when`, `from` is allowed only for `as: length`, where distance and time give a speed")
            }
            unitOverride = UnitOverride(
                from: [condition.column] + condition.spellings, words: condition.words,
                units: Dictionary(file.units(place.map, of: conversion)) { first, _ in first }, time: place.from)
        } else if place.setting != nil {
            unitMeans += file.units(place.map, of: conversion).map { (unit: $0.0, meant: $0.1) }
        } else if place.from.isEmpty {
            file.fault(mark, "the source of a unit needs `from`, `setting` or `when`")
        } else {
            for entry in place.map {
                guard let word = file.text(entry.value, of: entry.key),
                    let unit = file.unit(word, of: conversion, at: entry.value.mark)
                else { continue }
                unitWords.append((entry.key, unit))
            }
        }
    }

    /// `to: kg`, and of a quantity one unit a kind.
    private mutating func readTargets(_ node: Node, _ scope: Scope) {
        let file = scope.file
        for word in file.list(node, of: "to") {
            guard let target = file.unit(word.text, of: conversion, at: word.mark) else { continue }
            if let other = targets.first(where: { $0.kind == target.kind }), conversion.kind == nil {
                let units = "`\(other.symbol)` and `\(target.symbol)`"
                file.fault(word.mark, "\(units) are both units of \(target.kind.rawValue); `to` takes one per kind")
            }
            targets.append(target)
        }
        if conversion == .duration { file.fault(node.mark, "a duration is in seconds and takes no `to`") }
        if targets.count > 1, conversion.kind != nil {
            file.fault(node.mark, "a \(conversion.rawValue) is converted to one unit")
        }
    }
}

extension FieldMapping.UnitSource {
    /// `header`, `cell`, `magnitude`, a unit's word or `none`.
    init?(_ word: String, of conversion: Conversion, at mark: Mark, in file: DefinitionFile) {
        switch word {
        case "header": self = .header
        case "cell": self = .cell
        case "magnitude": self = .magnitude
        case "none": self = .none
        default:
            let places = ["header", "cell", "magnitude", "none"]
            guard let unit = file.unit(word, of: conversion, at: mark, or: places) else { return nil }
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
                fault(entry.keyMark, "`\(entry.key)` appears twice: \(unit.symbol)")
            } else {
                pairs.append((unit, other))
            }
        }
        return pairs
    }
}
