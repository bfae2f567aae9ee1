/// A unit of measure: one row of the one table of units.
///
/// Definitions name units by their words and hold them by this type, so that a unit that does not exist cannot be
/// written into one.
public enum Unit: UInt8, CaseIterable, Sendable {
    case kilogram, gram, pound, ounce, stone
    case metre, kilometre, centimetre, millimetre, mile, yard, foot, inch
    case mileAnHour, kilometreAnHour, metreASecond, footASecond
    case percent, fraction
    case kilocalorie, kilojoule, joule
    case countAMinute, countASecond
    case count, repetition, stroke
    case turnAMinute, kilowatt, newton, degree
    case second, minute, hour, millisecond

    /// What a unit measures: units of one kind are converted into each other.
    public enum Kind: String, CaseIterable, Sendable {
        case mass, length, speed, percent, energy, rate, count, repetitions, strokes, rotation, power, force, angle,
            duration
    }

    private struct Row {
        var symbol: String
        var kind: Kind
        var factor: (numerator: Int, denominator: Int)
        var words: [String]

        init(_ symbol: String, _ kind: Kind, _ numerator: Int, _ denominator: Int, _ words: [String] = []) {
            self.symbol = symbol
            self.kind = kind
            factor = (numerator, denominator)
            self.words = words.isEmpty ? [symbol.lowercased()] : words
        }
    }

    /// Factors: NIST SP 811, appendix B.8 (1 lb = 0.45359237 kg and 1 ft = 0.3048 m exactly).
    ///
    /// The kilocalorie is the thermochemical one, 4.184 kJ. Exports of people's energy write Cal for it; none writes the
    /// small calorie.
    private var row: Row {
        switch self {
        case .kilogram: Row("kg", .mass, 1, 1, ["kg", "kgs", "kilogram", "kilograms"])
        case .gram: Row("g", .mass, 1, 1000, ["g", "gram", "grams"])
        case .pound: Row("lb", .mass, 45_359_237, 100_000_000, ["lb", "lbs", "pound", "pounds"])
        case .ounce: Row("oz", .mass, 45_359_237, 1_600_000_000, ["oz", "ounce", "ounces"])
        case .stone: Row("st", .mass, 635_029_318, 100_000_000, ["st", "stone"])
        case .metre: Row("m", .length, 1, 1, ["m", "meter", "meters", "metre", "metres"])
        case .kilometre: Row("km", .length, 1000, 1, ["km", "kilometer", "kilometers"])
        case .centimetre: Row("cm", .length, 1, 100, ["cm", "centimeters"])
        case .millimetre: Row("mm", .length, 1, 1000)
        case .mile: Row("mi", .length, 1_609_344, 1000, ["mi", "mi.", "mile", "miles"])
        case .yard: Row("yd", .length, 9144, 10_000, ["yd", "yds", "yard", "yards"])
        case .foot: Row("ft", .length, 3048, 10_000, ["ft", "feet", "foot"])
        case .inch: Row("in", .length, 254, 10_000, ["in", "inch", "inches"])
        case .mileAnHour: Row("mph", .speed, 44_704, 100_000, ["mph", "mi/h"])
        case .kilometreAnHour: Row("km/h", .speed, 10, 36, ["km/h", "kmh", "kph"])
        case .metreASecond: Row("m/s", .speed, 1, 1, ["m/s", "mps"])
        case .footASecond: Row("ft/s", .speed, 3048, 10_000, ["ft/s", "fps"])
        case .percent: Row("%", .percent, 1, 1, ["%", "percent", "pct"])
        case .fraction: Row("fraction", .percent, 100, 1, ["fraction", "ratio"])
        case .kilocalorie:
            Row(
                "kcal", .energy, 1, 1,
                ["kcal", "kcals", "kilocalorie", "kilocalories", "cal", "cals", "calorie", "calories"])
        case .kilojoule: Row("kJ", .energy, 250, 1046, ["kj", "kilojoule", "kilojoules"])
        case .joule: Row("J", .energy, 1, 4184, ["j", "joule", "joules"])
        case .countAMinute: Row("count/min", .rate, 1, 1, ["count/min", "bpm", "beats/min"])
        case .countASecond: Row("count/s", .rate, 60, 1)
        case .count: Row("count", .count, 1, 1, ["count", "steps"])
        case .repetition: Row("reps", .repetitions, 1, 1)
        case .stroke: Row("strokes", .strokes, 1, 1)
        case .turnAMinute: Row("rpm", .rotation, 1, 1)
        case .kilowatt: Row("kW", .power, 1, 1)
        case .newton: Row("N", .force, 1, 1, ["n", "newton", "newtons"])
        case .degree: Row("deg", .angle, 1, 1)
        case .second: Row("s", .duration, 1, 1, ["s", "sec", "secs", "second", "seconds"])
        case .minute: Row("min", .duration, 60, 1, ["min", "mins", "minute", "minutes"])
        case .hour: Row("h", .duration, 3600, 1, ["h", "hr", "hrs", "hour", "hours"])
        case .millisecond: Row("ms", .duration, 1, 1000, ["ms", "milliseconds"])
        }
    }

    /// By place: a unit is asked for its kind and factor with each number.
    private static let rows = allCases.map(\.row)

    /// Kinds of which there is one unit alone.
    private static let single = Set(Kind.allCases.filter { kind in rows.count { $0.kind == kind } == 1 })

    /// Whether it is the only unit of its kind.
    public var isOnly: Bool { Self.single.contains(kind) }

    public var symbol: String { Self.rows[Int(rawValue)].symbol }
    public var kind: Kind { Self.rows[Int(rawValue)].kind }

    /// Factor to the first unit of its kind, as a fraction of whole numbers.
    public var factor: (numerator: Int, denominator: Int) { Self.rows[Int(rawValue)].factor }

    /// All words that stand for it, as definitions, settings, headers and cells write them: in lower case.
    public var words: [String] { Self.rows[Int(rawValue)].words }

    /// Finds a unit by any of its words, without regard to case.
    public init?(word: String) {
        let lower = word.lowercased()
        guard let unit = Self.allCases.first(where: { $0.words.contains(lower) }) else { return nil }
        self = unit
    }
}

extension Conversion {
    /// The conversions that measure something of one kind.
    public static let measures: [Conversion] = [.mass, .length, .speed, .percent, .energy, .rate]

    /// What it measures; nil for conversions that measure nothing, or anything.
    public var kind: Unit.Kind? {
        switch self {
        case .mass: .mass
        case .length: .length
        case .speed: .speed
        case .percent: .percent
        case .energy: .energy
        case .rate: .rate
        case .duration: .duration
        default: nil
        }
    }

    /// The units of measures of this kind; empty where the conversion takes none.
    public var units: [Unit] {
        switch self {
        case .quantity, .unit: Unit.allCases.filter { $0.kind != .duration }
        default: Unit.allCases.filter { $0.kind == kind }
        }
    }

    /// Whether the number means nothing without its unit.
    var needsUnit: Bool { [.mass, .length, .speed, .energy, .rate, .quantity, .unit].contains(self) }

    /// Whether a unit belongs to the number.
    public var isMeasured: Bool { needsUnit || self == .percent || self == .duration }

    /// Whether `power:` may stand beside the number.
    var takesPower: Bool { self == .decimal || (needsUnit && self != .unit) || self == .percent }

    /// Whether how long something lasted may be added.
    var takesPlus: Bool { [.localTime, .localDate, .wallTime, .instant].contains(self) }

    /// Whether `pattern:` says how the cell is written.
    var takesPattern: Bool { isLocal || [.date, .instant, .time].contains(self) }
}
