extension Conversion {
    /// The unit words that stand for measures of this kind in definitions, settings, headers and cells; empty where the
    /// conversion takes none. Compared without regard to case.
    public var unitWords: [String] {
        switch self {
        case .mass:
            [
                "kg", "kgs", "kilogram", "kilograms", "g", "gram", "grams", "lb", "lbs", "pound", "pounds", "oz",
                "ounce",
                "ounces", "st", "stone",
            ]
        case .length:
            [
                "m", "meter", "meters", "metre", "metres", "km", "kilometer", "kilometers", "cm", "centimeters", "mm",
                "mi",
                "mile", "miles", "yd", "yds", "yard", "yards", "ft", "feet", "foot", "in", "inch", "inches",
            ]
        case .speed: ["mph", "mi/h", "km/h", "kmh", "kph", "m/s", "mps", "ft/s", "fps"]
        case .percent: ["%", "percent", "pct", "fraction", "ratio"]
        default: []
        }
    }

    /// Whether the number means nothing without its unit.
    var needsUnit: Bool { [.mass, .length, .speed].contains(self) }

    /// Whether `pattern:` says how the cell is written.
    var takesPattern: Bool { [.date, .localTime, .instant, .time].contains(self) }
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
        case .time: .time
        case .duration: .duration
        case .uuid: .uuid
        case .json: .json
        }
    }
}

/// The letters of Unicode TR 35 that patterns of dates and times may have.
enum DatePattern {
    static let letters: [Character: ClosedRange<Int>] = [
        "y": 1...4, "M": 1...4, "d": 1...2, "E": 1...4, "H": 1...2, "h": 1...2, "m": 1...2, "s": 1...2, "S": 1...9,
        "a": 1...1, "X": 1...3, "x": 1...3, "Z": 1...3,
    ]

    /// What is wrong with a pattern for a conversion; empty where nothing is.
    static func problems(_ pattern: String, for conversion: Conversion) -> [String] {
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
