internal import Definitions

/// Where a file says in which unit a measure is.
extension CompiledField {
    static func unitPlace(
        _ mapping: FieldMapping, column: Int?, among units: [Unit], columns: inout ColumnFinder,
        settings: [String: String]
    ) throws -> UnitPlace {
        guard mapping.conversion.isMeasured, let column else { return .none }
        let kind = mapping.conversion.kind
        // A percentage is one unless it is said to be a fraction, and a duration is in seconds.
        if mapping.unit.isEmpty, let usual = kind?.usual { return .fixed(usual) }
        var inCell = false
        var beside: Int?
        var wanted: String?
        for place in mapping.unit {
            var found: Unit?
            switch place {
            case .fixed(let fixed): found = fixed
            case .header: found = headerUnit(columns.name(column), kind)
            case .column:
                // Where records name their own columns it is the first that each has.
                let names = mapping.unit.compactMap { if case .column(let name) = $0 { name } else { nil } }
                if beside == nil { beside = columns.find(names) }
            case .cell: inCell = true
            case .magnitude: return beside.map { .column($0, nil) } ?? .magnitude
            case .none:
                if let beside { return .column(beside, nil) }
                let asked = mapping.unit.compactMap { if case .setting(let name) = $0 { name } else { nil } }
                if !inCell, let setting = asked.first { return .asked(setting) }
                return inCell ? .cell(nil) : .nowhere(mapping.conversion.units.first)
            case .setting(let setting):
                wanted = wanted ?? setting
                if let word = settings[setting] {
                    guard let unit = Unit(word: word), kind == nil || unit.kind == kind else {
                        throw MappingError.badSetting(
                            setting: setting, expected: "a unit of \(mapping.conversion.rawValue)")
                    }
                    guard units.isEmpty || units.contains(unit) else {
                        throw MappingError.badSetting(
                            setting: setting, expected: units.map(\.symbol).joined(separator: " or "))
                    }
                    found = mapping.unitMeans.first { $0.unit == unit }?.meant ?? unit
                }
            }
            if let found, kind == nil || found.kind == kind {
                if let beside { return .column(beside, found) }
                return inCell ? .cell(found) : .fixed(found)
            }
        }
        if let beside { return .column(beside, nil) }
        if inCell { return .cell(nil) }
        if let wanted {
            // A unit that means another one here is that of another column, which takes no others.
            let taken = mapping.unitMeans.isEmpty ? units : mapping.unitMeans.map(\.unit)
            throw MissingSetting(
                wanted, field: mapping.field, columns: [columns.name(column)], why: .unit,
                examples: taken.isEmpty ? mapping.conversion.usualUnits : taken.map(\.symbol))
        }
        let names = mapping.unit.compactMap { if case .column(let name) = $0 { name } else { nil } }
        throw MappingError.missingColumn(
            field: "the unit of \(mapping.field)", columns: names.isEmpty ? mapping.from : names)
    }

    /// The unit in a column's name: `Weight (lbs)`, `Weight [kg]`, `weight_kg`, or the name itself (`kg`).
    static func headerUnit(_ name: String, _ kind: Unit.Kind?) -> Unit? {
        var words: [Substring] = []
        for (first, last) in [("[", "]"), ("(", ")")] as [(Character, Character)] {
            guard let open = name.lastIndex(of: first), let close = name.lastIndex(of: last), open < close else {
                continue
            }
            words.append(name[name.index(after: open)..<close])
        }
        if let dash = name.lastIndex(of: "_") { words.append(name[name.index(after: dash)...]) }
        words.append(Substring(name))
        return words.lazy.compactMap { Unit(word: String($0)) }.first { kind == nil || $0.kind == kind }
    }
}

extension Format {
    /// Refuses a file with `waist_in` where the format reads `waist_cm`: the measure would be lost without a word.
    func expectKnownUnits(in header: [String]) throws(MappingError) {
        let known = mentioned
        let read = header.filter(known.contains).compactMap(NamedUnit.init)
        // The same measure may be there twice, or in a unit that is read besides.
        let strange = header.filter { !known.contains($0) }.compactMap(NamedUnit.init).filter { one in
            !read.contains { $0.measure == one.measure }
        }
        guard !strange.isEmpty else { return }
        for mapping in records.flatMap(\.allFields) where !mapping.from.contains(where: header.contains) {
            for expected in mapping.from.lazy.compactMap(NamedUnit.init) {
                if let found = strange.first(where: expected.isSameMeasure) {
                    throw .otherUnit(column: found.name, expected: expected.name)
                }
            }
        }
    }
}

/// A column's name with a unit in it: `Weight (lbs)`, `weight_kg`.
private struct NamedUnit {
    let name: String
    let measure: String
    private let unit: Unit

    init?(_ name: String) {
        guard let end = name.lastIndex(where: { "([_".contains($0) }), end > name.startIndex,
            let unit = CompiledField.headerUnit(name, nil)
        else { return nil }
        (self.name, self.unit) = (name, unit)
        measure = name[..<end].lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Whether it is the same measure in another unit.
    func isSameMeasure(_ other: NamedUnit) -> Bool {
        measure == other.measure && unit.kind == other.unit.kind && unit != other.unit
    }
}

/// Records whose number is whole and of another unit, in one file.
struct CompiledOverride: Sendable {
    let column: Int
    let words: WordTable
    /// Column of the time in which the distance was covered.
    let time: Int?
    private let units: [Unit: Unit]

    init?(_ rule: FieldMapping.UnitOverride?, columns: inout ColumnFinder) {
        guard let rule, let column = columns.find(rule.from) else { return nil }
        self.column = column
        words = WordTable(rule.words)
        time = columns.find(rule.time)
        units = rule.units
    }

    /// The unit that takes the place of another.
    func unit(for other: Unit) -> Unit { units[other] ?? other }
}
