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
    /// What its name says that it is.
    let role: ColumnRole?
    /// The values of the file, without those that mean none: all of the first records, and what is new in later ones.
    let values: [String]
    /// Words that mean no value.
    let missing: Set<String>
    /// Whether a record has nothing here.
    let hasEmpty: Bool

    var phrase: String { words.joined(separator: " ") }
    /// The name with its unit: that of a column `kg` is its unit alone.
    let whole: String

    /// - Parameter title: of JSON the path below the record; the last name of it says what it is, or the one before.
    init(_ title: String, _ values: [String], isPath: Bool = false, _ known: ColumnWords) {
        self.title = title
        let parts = isPath ? title.split(whereSeparator: { $0 == "." || $0 == "/" }).map(String.init) : [title]
        let labels = (parts.count > 1 ? [parts[parts.count - 1], parts[parts.count - 2]] : parts).map {
            title == "../name" ? "metric" : $0
        }
        let names = labels.map { HeaderName($0, known) }
        let name = names.first ?? HeaderName(title, known)
        (words, unit) = (name.words, name.unit)
        whole = ColumnWords.phrase(labels.first ?? title)
        role = names.lazy.compactMap { known.role($0.words.joined(separator: " ")) }.first ?? known.role(whole)
        let given = values.filter { !$0.isEmpty }
        hasEmpty = given.count < values.count
        let found = given.filter { known.value($0) != "missing" }
        missing = Set(given).subtracting(found)
        self.values = found
        let isTime = role == .day || role == .time || !Set(words).isDisjoint(with: ["epoch", "ts", "date", "time"])
        content = ColumnContent(found, isNamedTime: isTime, isNamedDay: role == .day)
    }

    /// Whether it says who, or which record, or how fast a heart beats: none of them is a metric of performance.
    var isNoMetric: Bool {
        let none: Set<ColumnRole> = [
            .label, .id, .person, .name, .firstName, .lastName, .email, .day, .birth, .location, .session, .heart,
            .averageHeartRate, .maximumHeartRate, .grade,
        ]
        // `hr` in a name is a heart rate, and not the hour of `Sprint (km/hr)`.
        let isRateOfHeart = !title.contains { "/([".contains($0) } && ColumnWords.folded(title).contains("hr")
        return role.map(none.contains) ?? false || isID || isRateOfHeart
    }

    /// Whether it numbers things or people, `customerId`: whole numbers or words that do not repeat.
    var isID: Bool { role == .id || words.count > 1 && ["id", "uuid", "guid", "key"].contains(words.last ?? "") }

    var isNumber: Bool { content.number != nil }
    var isWhole: Bool { content.number?.isWhole ?? false }
    var isText: Bool { content == .text }
    var isClock: Bool { if case .clock = content { true } else { false } }

    /// Whether its cells hold several numbers: `40-8`, `3x10 @ 60`, `12, 10, 9`.
    var isPacked: Bool {
        // `2025-26` is a season.
        let other: Set<ColumnRole> = [.day, .time, .label, .id, .notes, .grade]
        let form = /^\d+(?:[.,]\d+)?\s*[-xX×*@\/,;]\s*\d/
        return isText && !(role.map(other.contains) ?? false)
            && ColumnContent.isMost(values.count { $0.contains(form) }, of: values.count)
    }

    /// The share of different values.
    var variety: Double { values.isEmpty ? 0 : Double(Set(values).count) / Double(values.count) }

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

    init(_ unit: Unit) { (self.unit, word) = (unit, unit.symbol) }

    private init(_ word: String) { self.word = word }

    /// By a word as people write it.
    init?(_ text: String, _ known: ColumnWords) {
        var lower = text.lowercased().filter { $0 != " " }
        if lower.hasSuffix("."), lower != "mi." { lower.removeLast() }
        let other = known.unit(lower)
        if let unit = Unit(word: other ?? lower) {
            self.init(unit)
        } else if let other {
            self.init(other)
        } else {
            return nil
        }
    }
}

/// What the name of a column says: words, and a unit in brackets or at the end.
///
///     60 yd (s)           60 yd, in s             Weight_kg   weight, in kg
///     Sprung in cm        sprung, in cm           30 m        no unit: it is how far they run
private struct HeaderName {
    var words: [String]
    var unit: DraftUnit?

    private static let brackets: [(Character, Character)] = [("(", ")"), ("[", "]"), ("{", "}")]

    init(_ label: String, _ known: ColumnWords) {
        for (open, close) in Self.brackets {
            guard let start = label.lastIndex(of: open), let end = label.lastIndex(of: close), start < end else {
                continue
            }
            let inside = label[label.index(after: start)..<end].filter { $0 != " " }
            let outside = String(label[..<start]) + " " + String(label[label.index(after: end)...])
            guard let found = DraftUnit(String(inside), known), !ColumnWords.folded(outside).isEmpty else { continue }
            (words, unit) = (ColumnWords.folded(outside), found)
            return
        }
        // `Velo, mph`, `Velo - km/h`, `Zeit / s`, `weight_kg`; but an `hr` at the end is of a heart.
        for sign in [",", " - ", "/ ", "_", ":"] {
            guard let place = label.ranges(of: sign).last else { continue }
            let (before, behind) = (label[..<place.lowerBound], label[place.upperBound...])
            let isNumber = ColumnWords.folded(before).last?.first?.isNumber ?? true
            guard !isNumber, behind.lowercased() != "hr", let found = DraftUnit(String(behind), known) else { continue }
            (words, unit) = (ColumnWords.folded(before), found)
            return
        }
        words = ColumnWords.folded(label)
        let raw = label.split(separator: " ")
        if raw.count > 1, let last = raw.last, last.lowercased() != "hr", let found = DraftUnit(String(last), known) {
            let before = raw.dropLast().joined(separator: " ")
            let isDistance = ColumnWords.folded(before).last?.first?.isNumber ?? true
            // A word of one letter is a unit only in brackets, and so are those that name something else.
            let isPlain =
                last.count > 1 && !["points", "pts", "reps", "wdh", "count", "steps"].contains(last.lowercased())
            let isSaid = ["in", "en"].contains(raw[raw.count - 2].lowercased())
            if !isDistance, isPlain || isSaid || last == "%" {
                words = ColumnWords.folded(isSaid ? raw.dropLast(2).joined(separator: " ") : before)
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
