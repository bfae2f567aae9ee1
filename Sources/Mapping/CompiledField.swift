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
        /// Nobody knows it.
        case nowhere
    }

    /// Which mark parts the decimals of a number.
    enum Marks: Sendable {
        case fixed(UInt8)
        /// The number tells.
        case either
    }

    let name: String
    let mapping: FieldMapping
    /// Position in the batch, nil for a constant.
    let column: Int?
    let missing: WordTable
    let words: WordTable
    /// What every whole number means, if the format says so.
    let number: [UInt8]?
    let unrecoverable: WordTable
    let unit: UnitPlace
    let marks: Marks
    let target: Unit?
    let patterns: [DatePattern]
    /// Patterns by the setting `date_order`, for what is no ISO 8601.
    let ordered: [DatePattern]
    let zone: TimeZone?
    let constant: [UInt8]?
    let defaultValue: [UInt8]?
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
        var column = columns.find(mapping.from)
        if let first = column, let second = columns.find(mapping.with) { column = columns.join(first, second) }
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
        if [.date, .localTime, .wallTime].contains(mapping.conversion), mapping.patterns.isEmpty,
            let order = settings["date_order"]
        {
            ordered = try Self.patterns(order: order, withTime: mapping.conversion != .date)
        }
        return CompiledField(
            name: mapping.field, mapping: mapping, column: column, missing: WordTable(mapping.missing),
            words: WordTable(mapping.map.map { ($0.word, $0.value) }), number: mapping.numbers.map { Array($0.utf8) },
            unrecoverable: WordTable(mapping.unrecoverable),
            unit: try unitPlace(mapping, column: column, columns: &columns, settings: settings),
            marks: try marks(mapping, settings: settings),
            target: mapping.to.flatMap { Unit(word: $0) }, patterns: patterns, ordered: ordered,
            zone: try zone(mapping, patterns: patterns, settings: settings),
            constant: constant.map { Array($0.utf8) }, defaultValue: mapping.defaultValue.map { Array($0.utf8) })
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
        // A percentage is one unless it is said to be a fraction, and a duration is in seconds.
        if mapping.unit.isEmpty, let usual = dimension.usual { return .fixed(usual) }
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
            case .none: return inCell ? .cell(nil) : .nowhere
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

    private static func marks(_ mapping: FieldMapping, settings: [String: String]) throws(MappingError) -> Marks {
        guard mapping.marks == .either else { return .fixed(mapping.decimalMark) }
        switch settings["decimal_mark"] {
        case nil: return .either
        case ".": return .fixed(0x2E)
        case ",": return .fixed(0x2C)
        default: throw .badSetting(setting: "decimal_mark", expected: "a point or a comma")
        }
    }

    private static func zone(
        _ mapping: FieldMapping, patterns: [DatePattern], settings: [String: String]
    ) throws(MappingError) -> TimeZone? {
        guard mapping.conversion == .localTime, !patterns.contains(where: \.hasOffset) else { return nil }
        guard let name = mapping.zone ?? settings["zone"] else {
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
    let column: Int
    let names: WordTable

    static func make(
        _ rule: PersonRule?, columns: inout ColumnFinder, settings: [String: String]
    ) throws(MappingError) -> CompiledPerson? {
        guard let rule, let column = columns.find(rule.from) else { return nil }
        guard let names = settings[rule.setting] else {
            throw .missingSetting(
                setting: rule.setting, field: "person", columns: [columns.name(column)], why: .person)
        }
        return CompiledPerson(column: column, names: WordTable(names.split(separator: ";").map(String.init)))
    }
}
