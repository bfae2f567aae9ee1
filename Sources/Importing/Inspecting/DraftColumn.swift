internal import Definitions
internal import Normalising

/// What a column of an unknown file seems to be.
struct DraftColumn {
    /// The kind of all values that are there.
    enum Kind: Equatable {
        case empty, integer, decimal, decimalComma, boolean, uuid, text
        /// nil: ISO.
        case date(pattern: String?, isAmbiguous: Bool)
        /// A day and a time of it, with an offset or without.
        case moment(hasOffset: Bool)

        var isDate: Bool {
            switch self {
            case .date, .moment: true
            default: false
            }
        }
        var isNumber: Bool { [.integer, .decimal, .decimalComma].contains(self) }

        var words: String {
            switch self {
            case .empty: "always empty"
            case .integer: "whole numbers"
            case .decimal: "numbers"
            case .decimalComma: "numbers with a decimal comma"
            case .boolean: "yes or no"
            case .uuid: "UUIDs"
            case .text: "text"
            case .moment(let hasOffset): hasOffset ? "times" : "times without an offset"
            case .date(let pattern, _): "dates \(pattern ?? "yyyy-MM-dd")"
            }
        }
    }

    let title: String
    let kind: Kind
    /// What it is called: the title, or of a path its last name.
    private let label: String

    /// Words for people in the names of columns.
    private static let people: Set<String> = [
        "athlete", "batter", "client", "hitter", "member", "person", "pitcher", "player", "student", "user",
    ]

    /// Whether it seems to name the person of each record: a file may hold several.
    var isOfPeople: Bool {
        let words = label.lowercased().split { !$0.isLetter }.map(String.init)
        let isName = [["name"], ["full", "name"]].contains(words)
        let others = words.filter { !["name", "full", "display", "id"].contains($0) }
        return kind == .text && (isName || (others.count == 1 && Self.people.contains(others[0])))
    }

    /// A value of JSON, by its path below the record.
    init(path: String, _ values: [String]) {
        let name = path.split(whereSeparator: { $0 == "." || $0 == "/" }).last.map(String.init) ?? path
        self.init(path, label: path == "../name" ? "metric" : name, values)
    }

    init(_ title: String, _ values: [String]) { self.init(title, label: title, values) }

    private init(_ title: String, label: String, _ values: [String]) {
        self.title = title
        self.label = label
        let present = values.filter { !["", "-", "--", "null", "NULL", "N/A", "n/a"].contains($0) }
        kind = Self.kind(of: present)
    }

    private static func kind(of values: [String]) -> Kind {
        guard !values.isEmpty else { return .empty }
        // One value in twenty may be a fault of the file.
        func most(_ test: (String) -> Bool) -> Bool { values.count(where: test) * 20 >= values.count * 19 }
        if most({ UUIDText.parse($0) != nil }) { return .uuid }
        if most({ isNumber($0, mark: nil) }) { return .integer }
        if most({ isNumber($0, mark: ".") }) { return .decimal }
        if most({ isNumber($0, mark: ",") }) { return .decimalComma }
        if most({ ["yes", "no", "true", "false"].contains($0.lowercased()) }) { return .boolean }
        for hasOffset in [true, false] where most({ Self.isMoment($0, hasOffset: hasOffset) }) {
            return .moment(hasOffset: hasOffset)
        }
        for (separator, order) in [("-", "y"), ("/", "y"), ("/", "m"), ("-", "m"), (".", "d")] {
            let dates = values.map { Self.parts($0, separator) }
            let fitting = dates.compactMap { $0 }.filter { (order == "y") == ($0[0] > 31) }
            guard fitting.count * 20 >= values.count * 19 else { continue }
            if order == "y" { return .date(pattern: separator == "-" ? nil : "yyyy/MM/dd", isAmbiguous: false) }
            let dayFirst = fitting.contains { $0[0] > 12 }
            let monthFirst = fitting.contains { $0[1] > 12 }
            let isDayFirst = order == "d" || (dayFirst && !monthFirst)
            let pattern = (isDayFirst ? ["d", "M", "yyyy"] : ["M", "d", "yyyy"]).joined(separator: separator)
            return .date(pattern: pattern, isAmbiguous: order != "d" && dayFirst == monthFirst)
        }
        return .text
    }

    private static func isNumber(_ text: String, mark: Character?) -> Bool {
        let digits = text.first == "-" ? text.dropFirst() : text[...]
        let parts = mark.map { digits.split(separator: $0, omittingEmptySubsequences: false) } ?? [digits]
        return parts.count <= 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.count <= 15 && part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
            }
    }

    /// `2026-05-13T07:42:00Z`, `2026-05-13 07:42 +0100`.
    private static func isMoment(_ text: String, hasOffset: Bool) -> Bool {
        guard text.utf8.count >= 16, parts(String(text.prefix(10)), "-") != nil else { return false }
        let time = text.dropFirst(10)
        guard time.first == "T" || time.first == " " else { return false }
        let clock = time.dropFirst().prefix { $0.isNumber || $0 == ":" || $0 == "." }
        let rest = time.dropFirst(1 + clock.count).drop { $0 == " " }
        guard (2...3).contains(clock.split(separator: ":").count) else { return false }
        return hasOffset ? rest == "Z" || rest.first == "+" || rest.first == "-" : rest.isEmpty
    }

    /// Three numbers of a date.
    private static func parts(_ text: String, _ separator: String) -> [Int]? {
        let parts = text.split(separator: Character(separator), omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ (1...4).contains($0.count) }) else { return nil }
        let numbers = parts.compactMap { Int($0) }
        return numbers.count == 3 ? numbers : nil
    }

    /// By a field's name, or by its role: the day of a record, what a measurement is of.
    private static let synonyms: [String: Set<String>] = [
        "day": ["date", "day", "recorded", "recorded date", "measured", "game date", "test date"],
        "measure": ["metric", "metric type", "test", "measurement", "stat", "type", "exercise"],
        "value": ["value", "result", "score", "reading", "qty", "quantity", "amount"],
        "unit": ["unit", "units"],
        "notes": ["notes", "note", "comment", "comments", "remarks"],
        "source_key": ["uid", "record id", "guid"],
        "start_at": ["start", "start date", "start time", "measured at", "timestamp"],
        "end_at": ["end", "end date", "end time"],
    ]

    /// The title in lower case, without its unit and with blanks for signs.
    private var plain: String { Self.plain(label) }

    private static func plain(_ name: String) -> String {
        let bare = name.prefix { $0 != "(" && $0 != "[" }.lowercased()
        let spaced = bare.map { $0.isLetter || $0.isNumber ? $0 : " " }
        return String(spaced).split(separator: " ").joined(separator: " ")
    }

    func isNamed(like field: Field, of dataset: Dataset) -> Bool {
        let role =
            field.name == dataset.measures?.by
            ? "measure" : field.type == .date && field.isRequired ? "day" : field.plainName
        let name = plain
        return name == field.plainName.split(separator: "_").joined(separator: " ")
            || Self.synonyms[role]?.contains(name) ?? false
    }

    func suits(_ type: ValueType) -> Bool {
        switch (type, kind) {
        case (_, .empty), (.text, _): true
        case (.uuid, .uuid), (.boolean, .boolean), (.date, .date), (.integer, .integer): true
        case (.date, .moment), (.instant, .moment): true
        case (.decimal, _), (.duration, _): kind.isNumber
        case (.instant, _), (.wallTime, _), (.time, _), (.json, _), (.list, _), (.uuids, _): false
        default: false
        }
    }

    /// A key made of the title: `Exit Velocity (mph)` is `exit_velocity`.
    var key: String {
        let letters = Self.plain(title).unicodeScalars.map { $0.isASCII ? Character($0) : "x" }
        let key = String(letters).split(separator: " ").joined(separator: "_")
        return key.isEmpty || key.first?.isNumber == true ? "metric_\(key)" : key
    }

    /// What is in brackets at the end of the title, or behind its last `_`.
    var unit: String? {
        if let open = title.lastIndex(where: { $0 == "(" || $0 == "[" }), title.last == ")" || title.last == "]" {
            let unit = title[title.index(after: open)...].dropLast()
            return unit.isEmpty ? nil : String(unit)
        }
        let known = ["mph", "kmh", "kg", "lbs", "lb", "sec", "s", "ms", "in", "ft", "m", "cm", "rpm", "deg", "pct"]
        guard let last = title.lowercased().split(whereSeparator: { $0 == "_" || $0 == " " }).last else { return nil }
        return known.contains(String(last)) && last.count < title.count ? String(last) : nil
    }
}
