internal import Definitions

/// The meaning of a column in a person's own log: a group of the word list `columns`.
enum ColumnRole: String, CaseIterable {
    case day, time, end, birth, email, name, person, notes, id, exercise, measure, kind, value, unit, reps, sets, load
    case rpe, workout, session, app, activity, duration, distance, energy, heart, speed, opponent, partner, event
    case location, ascent, grade, style, route, deep, rem, core, awake, asleep, failed, label
    case firstName = "first_name"
    case lastName = "last_name"
    case loadUnit = "load_unit"
    case setNumber = "set_number"
    case setKind = "set_kind"
    case warmUp = "warm_up"
    case averageHeartRate = "average_heart_rate"
    case maximumHeartRate = "maximum_heart_rate"
    case ownScore = "own_score"
    case otherScore = "other_score"
    case secondOpponent = "second_opponent"
    case inBed = "in_bed"
}

/// The words by which columns and cells of people's own logs are known, from the word lists of that name.
struct ColumnWords: Sendable {
    private var roles: [String: ColumnRole] = [:]
    private var values: [String: String] = [:]
    private var units: [String: String] = [:]
    private var languages: [(name: String, words: Set<String>)] = []
    /// Names of exercises, in lower case.
    let exercises: Set<String>
    /// Kinds of pitches, in lower case.
    let pitches: Set<String>
    static let pitchList = "pitch-velocities"

    init(_ lists: [WordList]) {
        func entries(_ name: String) -> [(word: String, value: String)] {
            lists.first { $0.name == name }?.entries ?? []
        }
        for (word, value) in entries("columns") { roles[Self.phrase(word)] = ColumnRole(rawValue: value) }
        for word in PersonColumns.words { roles[Self.phrase(word)] = .person }
        for (word, value) in entries("column-values") { values[word.lowercased()] = value }
        for (word, value) in entries("column-units") { units[word.lowercased()] = value }
        let languages = Dictionary(grouping: entries("column-languages")) { $0.value }
        self.languages = languages.map { ($0.key, Set($0.value.map { Self.phrase($0.word) })) }
            .sorted { $0.name < $1.name }
        exercises = Set(entries("exercise-names").map { $0.word.lowercased() })
        pitches = Set(entries(Self.pitchList).map { $0.word.lowercased() })
    }

    func role(_ phrase: String) -> ColumnRole? { roles[phrase] }

    /// What a word in a cell means: `warmup`, `missing`.
    func value(_ word: String) -> String? { values[word.lowercased()] }

    /// The unit of a word that is not one of those that every cell may have.
    func unit(_ word: String) -> String? { units[word] }

    /// The language of a header, where its words show another than English.
    func language(of columns: [DraftColumn]) -> String? {
        let counts = languages.map { language in
            (language.name, columns.count { $0.words.contains(where: language.words.contains) })
        }
        return counts.filter { $0.1 > 0 }.max { $0.1 < $1.1 }?.0
    }

    /// Lower case, without marks, divided where letters and digits meet: `Exit Velo` and `exitVelo` are `exit velo`.
    static func folded(_ text: some StringProtocol) -> [String] {
        var words: [String] = []
        var word = ""
        var last: Character = " "
        for character in text {
            let isSign = character == "%" || character == "#"
            guard character.isLetter || character.isNumber || isSign else {
                if !word.isEmpty { words.append(word) }
                (word, last) = ("", " ")
                continue
            }
            let isDivided = last.isNumber != character.isNumber || last.isLowercase && character.isUppercase
            if !word.isEmpty, isSign || isDivided || last == "%" || last == "#" {
                words.append(word)
                word = ""
            }
            for letter in character.lowercased() { word += marks[letter] ?? String(letter) }
            last = character
        }
        return word.isEmpty ? words : words + [word]
    }

    static func phrase(_ text: some StringProtocol) -> String { folded(text).joined(separator: " ") }

    private static let marks: [Character: String] = [
        "ä": "a", "ö": "o", "ü": "u", "ß": "ss", "á": "a", "à": "a", "â": "a", "ã": "a", "å": "a", "é": "e", "è": "e",
        "ê": "e", "ë": "e", "í": "i", "ì": "i", "î": "i", "ï": "i", "ó": "o", "ò": "o", "ô": "o", "õ": "o", "ø": "o",
        "ú": "u", "ù": "u", "û": "u", "ñ": "n", "ç": "c", "æ": "ae", "œ": "oe",
    ]
}
