internal import Definitions
internal import Records

/// How one field is converted, with everything resolved that is the same for the whole file.
struct CompiledField: Sendable {
    /// Where a measured value's unit comes from in this file.
    enum UnitPlace: Sendable {
        case none
        case fixed(Unit)
        /// In a column, else the given one.
        case column(Int, Unit?)
        /// Behind the number in the cell, else the given one.
        case cell(Unit?)
        /// Percent, or a fraction where the number is below 1.
        case magnitude
        /// Unknown, which the format allows; a number that is kept as it is written counts as of this unit.
        case nowhere(Unit?)
        /// Unknown; a record with a number is rejected with the setting to give.
        case asked(String)
    }

    /// Which mark parts the decimals of a number.
    enum Marks: Sendable {
        case fixed(UInt8)
        /// The number decides.
        case either
        /// Numbers are whole.
        case none
    }

    let name: String
    let mapping: FieldMapping
    /// Position in the batch, nil for a constant.
    let column: Int?
    /// The column's name in the file; empty for a constant.
    let source: String
    /// The columns of `join` that the file has.
    let joined: [Int]
    /// The column of how long it lasted, which is added, and what a mere number there counts.
    let plus: (column: Int, unit: Unit)?
    /// The column of the power of ten that goes with each number.
    let power: Int?
    let missing: WordTable
    let words: WordTable
    /// What every whole number means, if the format says so.
    let numbers: [UInt8]?
    let unrecoverable: WordTable
    /// What a value that its exporter has destroyed costs.
    enum Losses: String { case record, field }
    let losses: Losses
    /// The meaning of a path without a known word, from a setting.
    let otherwise: [UInt8]?
    let unit: UnitPlace
    /// Words of the unit's column that are not units, with their meaning.
    let unitWords: PlacedTable<Unit>
    let marks: Marks
    let unitOverride: CompiledOverride?
    /// A column, and words in its text by which the number is help.
    let helper: (column: Int, words: [[UInt8]])?
    /// The same field of the next column that the file has, for records whose first column is empty: weights in two units.
    let next: [CompiledField]
    let patterns: [DatePattern]
    /// Patterns by the setting `date_order`, for what is no ISO 8601.
    let ordered: [DatePattern]
    let zone: ZonePlace
    /// Whose day a local date is; nowhere: the day as the source writes it.
    let dayZone: ZonePlace
    /// Whether a midnight is a day, or a full hour an hour: so it is in a file that shows nothing else.
    let times: MappingPlan.Times?
    let constant: [UInt8]?
    let defaultValue: [UInt8]?
    /// Identifies this field among those with last values.
    let number: Int
    /// Position among the plan's fields.
    private(set) var position = 0

    func placed(at position: Int?) -> CompiledField {
        var copy = self
        copy.position = position ?? 0
        return copy
    }

    static func make(
        _ mapping: FieldMapping, among siblings: [FieldMapping], dataset: Dataset, columns: inout ColumnFinder,
        settings: [String: String], isRequired: Bool
    ) throws -> CompiledField? {
        let field = dataset.fields.first { $0.name == mapping.field }
        let column = columns.find(mapping.from)
        var joined: [Int] = []
        for name in mapping.join {
            if let found = columns.find([name]) {
                joined.append(found)
            } else if !mapping.conversion.joinsText, mapping.conversion != .share {
                throw MappingError.missingColumn(field: mapping.field, columns: [name])
            }
        }
        var constant = mapping.constant
        if column == nil, constant == nil, let setting = mapping.setting {
            constant = try settings[setting].map { word in
                guard !mapping.map.isEmpty else { return word }
                if let entry = mapping.map.first(where: { $0.word.lowercased() == word.lowercased() }) {
                    return entry.value
                }
                let words = Set(mapping.map.map(\.word)).sorted().joined(separator: " or ")
                throw MappingError.badSetting(setting: setting, expected: words)
            }
            let type = mapping.conversion.valueType
            if let constant, !Kernel.reads(constant, as: type) {
                throw MappingError.badSetting(setting: setting, expected: "a \(type.rawValue) as in \(type.example)")
            }
            if constant == nil, isRequired {
                throw MissingSetting(
                    setting, field: mapping.field, columns: mapping.from, why: .value,
                    examples: mapping.map.isEmpty ? [type.example] : mapping.map.map(\.word))
            }
        }
        if column == nil, constant == nil {
            if isRequired, mapping.defaultValue == nil {
                throw MappingError.missingColumn(field: mapping.field, columns: mapping.from)
            }
            if mapping.defaultValue == nil { return nil }
        }
        var ordered: [DatePattern] = []
        let patterns = try mapping.patterns.map { try Self.dated($0, mapping, settings) }
        if mapping.takesDateOrder, let order = settings["date_order"] ?? settings[MappingPlan.shownOrder] {
            ordered = try Self.patterns(order: order, withTime: mapping.conversion != .date)
        }
        var defaultValue = mapping.defaultValue
        // A setting stands behind a column also where a record's cell is empty; a path's setting is asked by its words.
        if column != nil, defaultValue == nil, mapping.conversion != .path, let setting = mapping.setting {
            // A zone that the account has says nothing of a place: only one that was given for the file does.
            let isGiven = setting != "zone" || settings[MappingPlan.zoneOrigin] == nil
            defaultValue = isGiven ? settings[setting] : nil
            let type = mapping.conversion.valueType
            if let defaultValue, !Kernel.reads(defaultValue, as: type) {
                throw MappingError.badSetting(setting: setting, expected: "a \(type.rawValue) as in \(type.example)")
            }
        }
        var next: [CompiledField] = []
        if mapping.conversion.isMeasured, mapping.unit.contains(.header), columns.naming == .header {
            let given = mapping.from.filter { columns.header.contains($0) }
            for name in given.dropFirst() {
                var other = mapping
                other.from = [name]
                if let field = try make(
                    other, among: siblings, dataset: dataset, columns: &columns, settings: settings, isRequired: false)
                {
                    next.append(field)
                }
            }
        }
        let exercise = field?.assistedBy.flatMap { condition in siblings.first { $0.field == condition.field } }
        let helper = exercise.flatMap { columns.find($0.from) }.map { column in
            (column: column, words: (field?.assistedBy?.words ?? []).map { Array($0.lowercased().utf8) })
        }
        let zones = try ZonePlace.find(mapping, patterns: patterns, columns: &columns, settings: settings)
        return CompiledField(
            name: mapping.field, mapping: mapping, column: column,
            source: column.map { columns.header[columns.used[$0]] } ?? "", joined: joined,
            plus: try plus(mapping, columns: &columns), power: try power(mapping, columns: &columns),
            missing: WordTable(numerals: mapping.missing), words: WordTable(mapping.map.map { ($0.word, $0.value) }),
            numbers: mapping.numbers.map { Array($0.utf8) },
            unrecoverable: WordTable(mapping.unrecoverable), losses: try losses(settings, isRequired: isRequired),
            otherwise: mapping.conversion == .path
                ? mapping.setting.flatMap { settings[$0] }.map { Array($0.utf8) } : nil,
            unit: try unitPlace(
                mapping, column: column, among: field?.units ?? [], columns: &columns, settings: settings),
            unitWords: PlacedTable(mapping.unitWords.map { ($0.word, $0.unit) }),
            marks: try marks(mapping, settings: settings),
            unitOverride: CompiledOverride(mapping.unitOverride, columns: &columns),
            helper: helper, next: next,
            patterns: patterns, ordered: ordered,
            zone: zones.zone, dayZone: zones.day,
            times: settings[MappingPlan.Times.setting].flatMap { MappingPlan.Times(rawValue: $0) },
            constant: constant.map { Array($0.utf8) }, defaultValue: defaultValue.map { Array($0.utf8) },
            number: mapping.conversion.isOrdered ? columns.nextNumber() : 0)
    }

    private static func plus(
        _ mapping: FieldMapping, columns: inout ColumnFinder
    ) throws -> (column: Int, unit: Unit)? {
        guard let plus = mapping.plus else { return nil }
        guard let column = columns.find(plus.from) else {
            throw MappingError.missingColumn(field: mapping.field, columns: plus.from)
        }
        return (column, plus.unit)
    }

    private static func power(_ mapping: FieldMapping, columns: inout ColumnFinder) throws -> Int? {
        guard !mapping.power.isEmpty else { return nil }
        // Without its power a number is another one.
        guard let column = columns.find(mapping.power) else {
            throw MappingError.missingColumn(field: mapping.field, columns: mapping.power)
        }
        return column
    }

    /// A pattern without a year with the one that the setting says.
    private static func dated(
        _ pattern: DatePattern, _ mapping: FieldMapping, _ settings: [String: String]
    ) throws -> DatePattern {
        guard !pattern.hasYear, mapping.conversion != .time else { return pattern }
        guard let year = settings["year"] else {
            throw MissingSetting(
                "year", field: "year", columns: mapping.from, why: .value, examples: ["2025", "2025-08-01"])
        }
        guard let dated = pattern.since(year) else {
            throw MappingError.badSetting(
                setting: "year", expected: "a year, or the first day of a season as in 2025-08-01")
        }
        return dated
    }

    static func patterns(order: String, withTime: Bool) throws -> [DatePattern] {
        let days: [String]
        switch order.lowercased() {
        case "mdy": days = ["M/d/yyyy", "M-d-yyyy", "M.d.yyyy", "M/d/yy", "M-d-yy", "M.d.yy"]
        case "dmy": days = ["d/M/yyyy", "d-M-yyyy", "d.M.yyyy", "d/M/yy", "d-M-yy", "d.M.yy"]
        default: throw MappingError.badSetting(setting: "date_order", expected: "mdy or dmy")
        }
        let times = withTime ? DatePattern.times : [""]
        return days.flatMap { day in times.compactMap { DatePattern(day + $0) } }
    }

    private static func losses(_ settings: [String: String], isRequired: Bool) throws -> Losses {
        guard let word = settings["lossy"] else { return .record }
        guard let losses = Losses(rawValue: word) else {
            throw MappingError.badSetting(setting: "lossy", expected: "record or field")
        }
        return isRequired ? .record : losses
    }

    private static func marks(_ mapping: FieldMapping, settings: [String: String]) throws -> Marks {
        if mapping.number == .whole { return .none }
        let isEither =
            switch settings[MappingPlan.Semicolons.setting].flatMap(MappingPlan.Semicolons.init) {
            case nil: false
            // Where thousands may be grouped, a comma would be in doubt that never was.
            case .own: !mapping.number.isGrouped
            case .other: true
            }
        // A number within a text stays as it was when a spreadsheet saves the file again.
        guard mapping.number.isOpen || isEither && mapping.part == nil else { return .fixed(mapping.number.mark) }
        switch settings["decimal_mark"] {
        case nil: return .either
        case ".": return .fixed(0x2E)
        case ",": return .fixed(0x2C)
        default: throw MappingError.badSetting(setting: "decimal_mark", expected: "a point or a comma")
        }
    }
}
