internal import Definitions
internal import Records

/// One field's way from a raw cell to a value, with everything looked up that a file allows to look up once.
struct CompiledField: Sendable {
    /// Where a measured value's unit comes from in this file.
    enum UnitPlace: Sendable {
        case none
        case fixed(Unit)
        case column(Int)
        /// Behind the number in the cell, else the given one.
        case cell(Unit?)
    }

    let name: String
    let mapping: FieldMapping
    /// Position in the batch, nil for a constant.
    let column: Int?
    let missing: WordTable
    let words: WordTable
    let unrecoverable: WordTable
    let unit: UnitPlace
    let target: Unit?
    let patterns: [DatePattern]
    /// Patterns by the setting `date_order`, for what is no ISO 8601.
    let ordered: [DatePattern]
    let zone: TimeZone?
    let constant: [UInt8]?
    let defaultValue: [UInt8]?
    /// What is made of a whole number once it is read; nil: nothing.
    let reckoning: CompiledReckoning?
    /// Position among the plan's fields.
    private(set) var position = 0

    func placed(at position: Int?) -> CompiledField {
        var copy = self
        copy.position = position ?? 0
        return copy
    }

    static func make(
        _ mapping: FieldMapping, dataset: Dataset, columns: inout ColumnFinder, settings: [String: String],
        isRequired: Bool
    ) throws(MappingError) -> CompiledField? {
        let column = columns.find(mapping.from)
        var constant = mapping.constant
        if column == nil, constant == nil, let setting = mapping.setting {
            constant = settings[setting]
            let type = mapping.conversion.valueType
            if let constant, !Kernel.reads(constant, as: type) {
                throw .badSetting(setting: setting, expected: "a \(type.rawValue) as in \(type.example)")
            }
            if constant == nil, isRequired {
                throw .missingSetting(setting: setting, field: mapping.field, columns: mapping.from, why: .value)
            }
        }
        if column == nil, constant == nil {
            if isRequired, mapping.defaultValue == nil {
                throw .missingColumn(field: mapping.field, columns: mapping.from)
            }
            if mapping.defaultValue == nil { return nil }
        }
        var ordered: [DatePattern] = []
        var patterns: [DatePattern] = []
        for text in mapping.patterns {
            if let pattern = DatePattern(text) { patterns.append(pattern) }
        }
        if mapping.conversion == .date || mapping.conversion == .localTime, mapping.patterns.isEmpty,
            let order = settings["date_order"]
        {
            ordered = try Self.patterns(order: order, withTime: mapping.conversion == .localTime)
        }
        return CompiledField(
            name: mapping.field, mapping: mapping, column: column, missing: WordTable(mapping.missing),
            words: WordTable(mapping.map.map { ($0.word, $0.value) }),
            unrecoverable: WordTable(mapping.unrecoverable),
            unit: try unitPlace(mapping, column: column, columns: &columns, settings: settings),
            target: mapping.to.flatMap { Unit(word: $0) }, patterns: patterns, ordered: ordered,
            zone: try zone(mapping, patterns: patterns, settings: settings),
            constant: constant.map { Array($0.utf8) }, defaultValue: mapping.defaultValue.map { Array($0.utf8) },
            reckoning: try CompiledReckoning.make(mapping, columns: &columns))
    }

    private static func patterns(order: String, withTime: Bool) throws(MappingError) -> [DatePattern] {
        let days: [String]
        switch order.lowercased() {
        case "mdy": days = ["M/d/yyyy", "M-d-yyyy", "M.d.yyyy"]
        case "dmy": days = ["d/M/yyyy", "d-M-yyyy", "d.M.yyyy"]
        default: throw .badSetting(setting: "date_order", expected: "mdy or dmy")
        }
        let times = withTime ? ["", " H:mm", " H:mm:ss", " h:mm a", " h:mm:ss a"] : [""]
        return days.flatMap { day in times.compactMap { DatePattern(day + $0) } }
    }

    private static func unitPlace(
        _ mapping: FieldMapping, column: Int?, columns: inout ColumnFinder, settings: [String: String]
    ) throws(MappingError) -> UnitPlace {
        guard let dimension = Unit.dimension(of: mapping.conversion), let column else { return .none }
        // A percentage is one unless it is said to be a fraction.
        if dimension == .percent, mapping.unit.isEmpty { return Unit(word: "%").map(UnitPlace.fixed) ?? .none }
        var inCell = false
        var wanted = "unit"
        for place in mapping.unit {
            var found: Unit?
            switch place {
            case .fixed(let word): found = Unit(word: word)
            case .header: found = headerUnit(columns.name(column), dimension)
            case .column(let name):
                if let unitColumn = columns.find([name]) { return .column(unitColumn) }
            case .cell: inCell = true
            case .setting(let setting):
                wanted = setting
                if let word = settings[setting] {
                    guard let unit = Unit(word: word), unit.dimension == dimension else {
                        throw .badSetting(setting: setting, expected: "a unit of \(mapping.conversion.rawValue)")
                    }
                    found = unit
                }
            }
            if let found, found.dimension == dimension { return inCell ? .cell(found) : .fixed(found) }
        }
        if inCell { return .cell(nil) }
        throw .missingSetting(setting: wanted, field: mapping.field, columns: mapping.from, why: .unit)
    }

    /// The unit in a column's name: `Weight (lbs)`, `Weight(kg)`, `weight_kg`, or the name itself (`kg`).
    static func headerUnit(_ name: String, _ dimension: Unit.Dimension) -> Unit? {
        var words: [Substring] = []
        if let open = name.lastIndex(of: "("), let close = name.lastIndex(of: ")"), open < close {
            words.append(name[name.index(after: open)..<close])
        }
        if let dash = name.lastIndex(of: "_") { words.append(name[name.index(after: dash)...]) }
        words.append(Substring(name))
        return words.lazy.compactMap { Unit(word: String($0)) }.first { $0.dimension == dimension }
    }

    private static func zone(
        _ mapping: FieldMapping, patterns: [DatePattern], settings: [String: String]
    ) throws(MappingError) -> TimeZone? {
        guard mapping.conversion == .localTime, !patterns.contains(where: \.hasOffset) else { return nil }
        guard let name = settings["zone"] else {
            throw .missingSetting(setting: "zone", field: mapping.field, columns: mapping.from, why: .zone)
        }
        guard let zone = TimeZone(named: name) else {
            throw .badSetting(setting: "zone", expected: "a time zone as in America/New_York")
        }
        return zone
    }
}

/// The owner's names and where a file names its people.
struct CompiledPerson: Sendable {
    let columns: [Int]
    let names: WordTable
    let whom: PersonRule.Whom
    let reach: PersonRule.Reach

    static func make(
        _ rule: PersonRule?, columns: inout ColumnFinder, settings: [String: String]
    ) throws(MappingError) -> CompiledPerson? {
        guard let rule else { return nil }
        var found: [Int] = []
        switch rule.reach {
        case .first: if let column = columns.find(rule.from) { found = [column] }
        case .joined:
            found = rule.from.compactMap { columns.find([$0]) }
            if found.count < rule.from.count { found = [] }
        case .any:
            for name in rule.from {
                if let column = columns.find([name]) { found.append(column) }
            }
        }
        guard let first = found.first else { return nil }
        guard let names = settings[rule.setting] else {
            throw .missingSetting(
                setting: rule.setting, field: "person", columns: [columns.name(first)], why: .person)
        }
        return CompiledPerson(
            columns: found, names: WordTable(names.split(separator: ";").map(String.init)), whom: rule.whom,
            reach: rule.reach)
    }
}
