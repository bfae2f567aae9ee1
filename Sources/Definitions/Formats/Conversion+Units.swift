/// A unit of measure by its symbol, with the words that stand for it.
public struct NamedUnit: Sendable {
    public var symbol: String
    public var words: [String]

    init(_ symbol: String, _ words: [String]) {
        self.symbol = symbol
        self.words = words
    }
}

extension Conversion {
    /// The units of measures of this kind; empty where the conversion takes none.
    public var units: [NamedUnit] {
        switch self {
        case .mass:
            [
                NamedUnit("kg", ["kg", "kgs", "kilogram", "kilograms"]), NamedUnit("g", ["g", "gram", "grams"]),
                NamedUnit("lb", ["lb", "lbs", "pound", "pounds"]), NamedUnit("oz", ["oz", "ounce", "ounces"]),
                NamedUnit("st", ["st", "stone"]),
            ]
        case .length:
            [
                NamedUnit("m", ["m", "meter", "meters", "metre", "metres"]),
                NamedUnit("km", ["km", "kilometer", "kilometers"]), NamedUnit("cm", ["cm", "centimeters"]),
                NamedUnit("mm", ["mm"]), NamedUnit("mi", ["mi", "mi.", "mile", "miles"]),
                NamedUnit("yd", ["yd", "yds", "yard", "yards"]), NamedUnit("ft", ["ft", "feet", "foot"]),
                NamedUnit("in", ["in", "inch", "inches"]),
            ]
        case .speed:
            [
                NamedUnit("mph", ["mph", "mi/h"]), NamedUnit("km/h", ["km/h", "kmh", "kph"]),
                NamedUnit("m/s", ["m/s", "mps"]), NamedUnit("ft/s", ["ft/s", "fps"]),
            ]
        case .duration:
            [
                NamedUnit("s", ["s", "sec", "secs", "second", "seconds"]),
                NamedUnit("min", ["min", "mins", "minute", "minutes"]),
                NamedUnit("h", ["h", "hr", "hrs", "hour", "hours"]), NamedUnit("ms", ["ms", "milliseconds"]),
            ]
        case .percent:
            [NamedUnit("%", ["%", "percent", "pct"]), NamedUnit("fraction", ["fraction", "ratio"])]
        case .energy:
            // Exports of people's energy write Cal for the kilocalorie; none writes the small one.
            [
                NamedUnit(
                    "kcal", ["kcal", "kcals", "kilocalorie", "kilocalories", "cal", "cals", "calorie", "calories"]),
                NamedUnit("kJ", ["kj", "kilojoule", "kilojoules"]),
            ]
        case .rate: [NamedUnit("count/min", ["count/min", "bpm", "beats/min"]), NamedUnit("count/s", ["count/s"])]
        case .quantity, .unit: Self.measures.flatMap(\.units) + [NamedUnit("count", ["count", "steps"])]
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
    var takesPattern: Bool { [.date, .localTime, .localDate, .instant, .time].contains(self) }
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

/// The letters of Unicode TR 35 that patterns of dates and times may have.
enum DatePattern {
    static let letters: [Character: ClosedRange<Int>] = [
        "y": 1...4, "M": 1...4, "d": 1...2, "E": 1...4, "H": 1...2, "h": 1...2, "m": 1...2, "s": 1...2, "S": 1...9,
        "a": 1...1, "X": 1...3, "x": 1...3, "Z": 1...3,
    ]

    /// Numbers since 1970-01-01T00:00Z, instead of letters.
    static let epochs = ["epoch-s", "epoch-ms", "epoch-us", "epoch-ns"]

    /// What is wrong with a pattern for a conversion; empty where nothing is.
    static func problems(_ pattern: String, for conversion: Conversion) -> [String] {
        if epochs.contains(pattern) {
            return [.instant, .localTime, .localDate].contains(conversion) ? [] : ["an epoch is an instant"]
        }
        var runs: [(letter: Character, count: Int)] = []
        var isQuoted = false
        for character in pattern {
            if character == "'" {
                isQuoted.toggle()
            } else if !isQuoted, character.isASCII, character.isLetter {
                if let last = runs.last, last.letter == character, last.count > 0 {
                    runs[runs.count - 1].count += 1
                } else {
                    runs.append((character, 1))
                }
            } else {
                runs.append((" ", 0))
            }
        }
        var problems = isQuoted ? ["a quote is not closed"] : []
        for run in runs where run.count > 0 {
            guard let counts = letters[run.letter] else {
                problems.append("letter `\(run.letter)` means nothing")
                continue
            }
            if !counts.contains(run.count) { problems.append("letter `\(run.letter)` stands \(run.count) times") }
        }
        let has = Set(runs.filter { $0.count > 0 }.map(\.letter))
        let needed: [Character] = conversion == .time ? [] : ["y", "M", "d"]
        for letter in needed where !has.contains(letter) { problems.append("`\(letter)` is missing") }
        if conversion == .time, !has.contains("H"), !has.contains("h") { problems.append("`H` is missing") }
        if has.contains("h"), !has.contains("a") { problems.append("`h` without `a` leaves morning or evening open") }
        if conversion == .instant, has.isDisjoint(with: ["X", "x", "Z"]) {
            problems.append("an instant needs its offset (`XXX`); without one it is a `local-time`")
        }
        return problems
    }
}
