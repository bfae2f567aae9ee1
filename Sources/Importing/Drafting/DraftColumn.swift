internal import Definitions

/// A column of an unknown file: its name, what its name says, and what its values are.
struct DraftColumn {
    /// As the file writes it; of JSON the path.
    let title: String
    let content: ColumnContent
    /// The words of the name, folded, without the unit.
    let words: [String]
    /// The unit in the name.
    let unit: DraftUnit?
    /// The values of the first records, without those that mean none.
    let values: [String]
    /// Words that mean no value.
    let missing: Set<String>

    var phrase: String { words.joined(separator: " ") }
    /// The name with its unit: that of a column `kg` is its unit alone.
    let whole: String

    init(_ title: String, _ values: [String]) { self.init(title, label: title, values) }

    /// A value of JSON, by its path below the record.
    init(path: String, _ values: [String]) {
        let name = path.split(whereSeparator: { $0 == "." || $0 == "/" }).last.map(String.init) ?? path
        self.init(path, label: path == "../name" ? "metric" : name, values)
    }

    private init(_ title: String, label: String, _ values: [String]) {
        self.title = title
        let given = values.filter { !$0.isEmpty }
        let found = given.filter { !DraftWords.missing.contains($0.lowercased()) }
        missing = Set(given).subtracting(found)
        self.values = found
        whole = DraftWords.phrase(label)
        let name = HeaderName(label)
        words = name.words
        let isTime = name.words.contains { DraftWords.day.contains($0) || $0 == "epoch" || $0 == "ts" }
        content = ColumnContent(found, isNamedTime: isTime)
        unit = name.unit
    }

    /// Whether its name is one of these.
    func isNamed(_ names: Set<String>) -> Bool { names.contains(phrase) || names.contains(whole) }

    /// Whether its numbers are those of several people.
    var numbersPeople: Bool { isNamed(DraftWords.people) && content.number != nil && Set(values).count > 1 }

    /// Whether it says who, or which record, or how fast a heart beats: none of them is a metric of performance.
    var isNoMetric: Bool {
        isNamed(DraftWords.noMetric) || isNamed(DraftWords.people) || isID
            || !DraftWords.heart.isDisjoint(with: words) || isRateOfHeart
    }

    /// Whether `hr` in its name is a heart rate: `resting_hr`, and not the hour of `Sprint (km/hr)`.
    private var isRateOfHeart: Bool {
        !title.contains { "/([".contains($0) } && DraftWords.folded(title).contains("hr")
    }

    /// Whether it numbers things or people: `customerId`.
    var isID: Bool {
        isNamed(DraftWords.id) || words.count > 1 && ["id", "uuid", "guid"].contains(words.last ?? "")
    }

    /// A key made of the name: `Exit Velocity (mph)` is `exit_velocity`.
    var key: String {
        let key = words.joined(separator: "_").filter { $0.isLetter || $0.isNumber || $0 == "_" }
        return key.isEmpty || key.first?.isNumber == true ? "metric_\(key)" : String(key.prefix(100))
    }
}

/// A unit as a file writes it.
struct DraftUnit: Equatable {
    /// Nil for units that are not converted.
    var unit: Unit?
    /// As a definition writes it.
    var word: String

    init(_ unit: Unit) { self.init(unit, word: unit.symbol) }

    private init(_ unit: Unit?, word: String) { (self.unit, self.word) = (unit, word) }

    /// By a word as people write it.
    init?(word text: String) {
        var lower = text.lowercased().filter { $0 != " " }
        if lower.hasSuffix("."), lower != "mi." { lower.removeLast() }
        if let unit = Unit(word: Self.words[lower] ?? lower) {
            self.init(unit)
        } else if let word = Self.others[lower] {
            self.init(nil, word: word)
        } else {
            return nil
        }
    }

    /// Other words of our units.
    private static let words = [
        "sek": "s", "sekunden": "s", "sekunde": "s", "seg": "s", "segundos": "s", "secondes": "s", "std": "h",
        "stunden": "h",
        "horas": "h", "minuten": "min", "minutos": "min", "libras": "lb", "libra": "lb", "kilo": "kg", "kilos": "kg",
        "kilogramm": "kg", "kilogramos": "kg", "zoll": "in", "pulg": "in", "pulgadas": "in", "\"": "in",
        "zentimeter": "cm",
        "centimetros": "cm", "centimeter": "cm", "meilen": "mi", "millas": "mi", "yardas": "yd", "pies": "ft",
        "prozent": "%",
        "porcentaje": "%", "°": "deg", "degrees": "deg", "grad": "deg", "grados": "deg", "metros": "m",
        "kilometros": "km",
        "u/min": "rpm", "rpms": "rpm", "schlage/min": "bpm", "ppm": "bpm", "lpm": "bpm", "mph.": "mph",
        "km/std": "km/h",
        "msec": "ms", "msek": "ms", "wdh": "reps",
    ]

    /// Units that are kept as they are.
    private static let others = [
        "w": "W", "watt": "W", "watts": "W", "w/kg": "W/kg", "n": "N", "nm": "N m", "hz": "Hz", "mmhg": "mmHg",
        "mg/dl": "mg/dL", "mmol/l": "mmol/L", "ml": "mL", "l": "L", "m/s2": "m/s2", "m/s²": "m/s2",
        "ml/kg/min": "mL/kg/min",
        "points": "points", "pts": "points", "punkte": "points", "j": "J",
        "°c": "degC", "degc": "degC", "celsius": "degC", "°f": "degF", "degf": "degF", "fahrenheit": "degF",
    ]
}

/// What the name of a column says: words, and a unit in brackets or at the end.
///
///     60 yd (s)           60 yd, in s             Weight_kg   weight, in kg
///     Sprung in cm        sprung, in cm           30 m        no unit: it is how far they run
private struct HeaderName {
    var words: [String]
    var unit: DraftUnit?

    private static let brackets: [(Character, Character)] = [("(", ")"), ("[", "]"), ("{", "}")]
    /// Words that are units at the end of a name even without brackets.
    private static let plain: Set<String> = [
        "mph", "kmh", "kph", "kg", "kgs", "lb", "lbs", "sec", "secs", "ms", "cm", "mm", "km", "mi", "miles", "rpm",
        "deg", "ft",
        "in", "inch", "inches", "pct", "percent", "kcal", "kj", "bpm", "watts", "minutes", "seconds", "minuten",
        "sekunden",
        "segundos", "minutos", "sek", "hours", "stunden",
    ]

    init(_ label: String) {
        for (open, close) in Self.brackets {
            guard let start = label.lastIndex(of: open), let end = label.lastIndex(of: close), start < end else {
                continue
            }
            let inside = label[label.index(after: start)..<end].filter { $0 != " " }
            let outside = String(label[..<start]) + " " + String(label[label.index(after: end)...])
            guard let found = DraftUnit(word: String(inside)), !DraftWords.folded(outside).isEmpty else { continue }
            words = DraftWords.folded(outside)
            unit = found
            return
        }
        // `Velo, mph`, `Velo - km/h`, `Zeit / s`, `weight_kg`
        for sign in [",", " - ", "/ ", "_", ":"] {
            guard let place = label.ranges(of: sign).last else { continue }
            let (before, behind) = (label[..<place.lowerBound], label[place.upperBound...])
            let isNumber = DraftWords.folded(before).last?.first?.isNumber ?? true
            guard !isNumber, let found = DraftUnit(word: String(behind)) else { continue }
            (words, unit) = (DraftWords.folded(before), found)
            return
        }
        words = DraftWords.folded(label)
        let raw = label.split(separator: " ")
        if raw.count > 1, let last = raw.last, let found = DraftUnit(word: String(last)) {
            let before = raw.dropLast().joined(separator: " ")
            let isDistance = DraftWords.folded(before).last?.first?.isNumber ?? true
            let isPlain = Self.plain.contains(last.lowercased()) || last.contains("/") || last == "%"
            let isSaid = ["in", "en"].contains(raw[raw.count - 2].lowercased())
            if !isDistance, isPlain || isSaid {
                words = DraftWords.folded(isSaid ? raw.dropLast(2).joined(separator: " ") : before)
                unit = found
                return
            }
        }
        // `Fat%`
        if words.count > 1, words.last == "%" {
            words.removeLast()
            unit = DraftUnit(.percent)
        }
    }
}
