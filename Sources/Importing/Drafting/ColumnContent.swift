internal import Definitions
internal import Normalising

/// What the values of a column are, by the values alone.
enum ColumnContent: Equatable {
    case empty
    case number(NumberContent)
    /// Numbers with their unit behind them, as in `80.0 kg`.
    case measured(NumberContent, [Unit])
    case date(DateContent)
    /// `7:42`, as a time of day or as a duration.
    case clock(isTimeOfDay: Bool, pattern: String?)
    case boolean, uuid, mail, text

    /// Whether so many of so many are enough: one value in twenty may be a fault of the file, of few values one.
    static func isMost(_ count: Int, of all: Int) -> Bool {
        all > 0 && (count * 20 >= all * 19 || (all >= 4 && all - count <= 1))
    }

    /// - Parameters:
    ///   - isNamedTime: whether the column's name is that of a time, so that great numbers may be epochs.
    ///   - isNamedDay: whether it is that of a day, so that `08/29` is one.
    init(_ values: [String], isNamedTime: Bool, isNamedDay: Bool) {
        guard !values.isEmpty else {
            self = .empty
            return
        }
        func most(_ test: (String) -> Bool) -> Bool { Self.isMost(values.count(where: test), of: values.count) }
        if most({ UUIDText.parse($0) != nil }) {
            self = .uuid
        } else if let date = DateContent(values, isNamedTime: isNamedTime, isNamedDay: isNamedDay) {
            self = .date(date)
        } else if let number = NumberContent(values) {
            self = .number(number)
        } else if most({ Self.words.contains($0.lowercased()) }) {
            self = .boolean
        } else if let clock = Self.clock(values) {
            self = clock
        } else if let measured = Self.measured(values) {
            self = measured
        } else {
            self = most(Self.isMail) ? .mail : .text
        }
    }

    private static let words: Set<String> = ["yes", "no", "true", "false"]

    private static func isMail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !text.contains(" ")
    }

    private static func clock(_ values: [String]) -> ColumnContent? {
        func most(_ test: (String) -> Bool) -> Bool { isMost(values.count(where: test), of: values.count) }
        let isPlain = most { text in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard (2...3).contains(parts.count), let last = parts.last else { return false }
            return parts.dropLast().allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(\.isNumber) }
                && last.prefix(2).count == 2
                && last.allSatisfy { $0.isNumber || $0 == "." || $0 == "," }
        }
        for word in DateContent.times {
            // A pattern needs a day to be read with.
            guard let pattern = DatePattern("yyyy-MM-dd " + word) else { continue }
            if most({ CellText.moment("2000-01-01 \($0)", pattern)?.exists == true }) {
                return .clock(isTimeOfDay: true, pattern: word)
            }
        }
        return isPlain ? .clock(isTimeOfDay: false, pattern: nil) : nil
    }

    private static func measured(_ values: [String]) -> ColumnContent? {
        var numbers: [String] = []
        var units: [Unit] = []
        for value in values {
            guard let end = value.lastIndex(where: { $0.isNumber }) else { continue }
            let number = value[...end]
            let word = value[value.index(after: end)...].drop { $0 == " " || $0 == "\u{A0}" }
            guard let unit = Unit(word: String(word)) else { continue }
            numbers.append(String(number))
            if !units.contains(unit) { units.append(unit) }
        }
        guard isMost(numbers.count, of: values.count), let content = NumberContent(numbers),
            Set(units.map(\.kind)).count == 1
        else { return nil }
        return .measured(content, units)
    }

    var number: NumberContent? {
        switch self {
        case .number(let number), .measured(let number, _): number
        default: nil
        }
    }

    var date: DateContent? { if case .date(let date) = self { date } else { nil } }

    /// For a comment.
    var words: String {
        switch self {
        case .empty: "always empty"
        case .number(let number): number.isWhole ? "whole numbers" : "numbers"
        case .measured(_, let units): "numbers with \(units.map(\.symbol).joined(separator: ", ")) behind them"
        case .date(let date): date.hasTime ? "times" : "dates"
        case .clock(let isTimeOfDay, _): isTimeOfDay ? "times of day" : "durations"
        case .boolean: "yes or no"
        case .uuid: "UUIDs"
        case .mail: "e-mail addresses"
        case .text: "text"
        }
    }
}
