/// A unit of measure by its symbol, with the words that stand for it.
///
/// Factors: NIST SP 811, appendix B.8 (1 lb = 0.45359237 kg and 1 ft = 0.3048 m exactly).
public struct NamedUnit: Sendable {
    public var symbol: String
    public var words: [String]
    /// Factor to kg, m, m/s, percent, kcal, a minute's count or s, as a fraction of whole numbers.
    public var factor: (numerator: Int, denominator: Int)

    init(_ symbol: String, _ numerator: Int, _ denominator: Int, _ words: [String]) {
        self.symbol = symbol
        self.words = words
        factor = (numerator, denominator)
    }
}

extension Conversion {
    /// The units of measures of this kind; empty where the conversion takes none.
    public var units: [NamedUnit] {
        switch self {
        case .mass:
            [
                NamedUnit("kg", 1, 1, ["kg", "kgs", "kilogram", "kilograms"]),
                NamedUnit("g", 1, 1000, ["g", "gram", "grams"]),
                NamedUnit("lb", 45_359_237, 100_000_000, ["lb", "lbs", "pound", "pounds"]),
                NamedUnit("oz", 45_359_237, 1_600_000_000, ["oz", "ounce", "ounces"]),
                NamedUnit("st", 635_029_318, 100_000_000, ["st", "stone"]),
            ]
        case .length:
            [
                NamedUnit("m", 1, 1, ["m", "meter", "meters", "metre", "metres"]),
                NamedUnit("km", 1000, 1, ["km", "kilometer", "kilometers"]),
                NamedUnit("cm", 1, 100, ["cm", "centimeters"]),
                NamedUnit("mm", 1, 1000, ["mm"]),
                NamedUnit("mi", 1_609_344, 1000, ["mi", "mi.", "mile", "miles"]),
                NamedUnit("yd", 9144, 10_000, ["yd", "yds", "yard", "yards"]),
                NamedUnit("ft", 3048, 10_000, ["ft", "feet", "foot"]),
                NamedUnit("in", 254, 10_000, ["in", "inch", "inches"]),
            ]
        case .speed:
            [
                NamedUnit("mph", 44_704, 100_000, ["mph", "mi/h"]),
                NamedUnit("km/h", 10, 36, ["km/h", "kmh", "kph"]),
                NamedUnit("m/s", 1, 1, ["m/s", "mps"]),
                NamedUnit("ft/s", 3048, 10_000, ["ft/s", "fps"]),
            ]
        case .duration:
            [
                NamedUnit("s", 1, 1, ["s", "sec", "secs", "second", "seconds"]),
                NamedUnit("min", 60, 1, ["min", "mins", "minute", "minutes"]),
                NamedUnit("h", 3600, 1, ["h", "hr", "hrs", "hour", "hours"]),
                NamedUnit("ms", 1, 1000, ["ms", "milliseconds"]),
            ]
        case .percent:
            [
                NamedUnit("%", 1, 1, ["%", "percent", "pct"]),
                NamedUnit("fraction", 100, 1, ["fraction", "ratio"]),
            ]
        case .energy:
            // The kilocalorie is the thermochemical one, 4.184 kJ. Exports of people's energy write Cal for it; none writes
            // the small calorie.
            [
                NamedUnit(
                    "kcal", 1, 1,
                    ["kcal", "kcals", "kilocalorie", "kilocalories", "cal", "cals", "calorie", "calories"]),
                NamedUnit("kJ", 250, 1046, ["kj", "kilojoule", "kilojoules"]),
            ]
        case .rate:
            [
                NamedUnit("count/min", 1, 1, ["count/min", "bpm", "beats/min"]),
                NamedUnit("count/s", 60, 1, ["count/s"]),
            ]
        case .quantity, .unit:
            Self.measures.flatMap(\.units) + [
                NamedUnit("count", 1, 1, ["count", "steps"])
            ]
        default: []
        }
    }

    /// The conversions that measure something of one kind.
    public static let measures: [Conversion] = [.mass, .length, .speed, .percent, .energy, .rate]

    /// All words of these units, as definitions, settings, headers and cells write them; compared without regard to
    /// case.
    public var unitWords: [String] { units.flatMap(\.words) }

    /// Whether the number means nothing without its unit.
    var needsUnit: Bool { [.mass, .length, .speed, .energy, .rate, .quantity, .unit].contains(self) }

    /// Whether `pattern:` says how the cell is written.
    var takesPattern: Bool { [.date, .localTime, .localDate, .clock, .instant, .time].contains(self) }
}

extension ValueType {
    /// What `as:` is where a mapping does not say.
    var conversion: Conversion {
        switch self {
        case .text: .text
        case .integer: .integer
        case .decimal: .decimal
        case .boolean: .boolean
        case .date: .date
        case .instant: .instant
        case .wallTime: .wallTime
        case .time: .time
        case .duration: .duration
        case .uuid: .uuid
        case .json: .json
        case .list: .list
        case .uuids: .uuids
        }
    }
}
