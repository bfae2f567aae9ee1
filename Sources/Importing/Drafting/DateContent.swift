internal import Definitions
internal import Normalising
internal import Records

/// How the days and times of a column are written.
struct DateContent: Equatable {
    /// Patterns of definitions; empty: ISO 8601.
    var patterns: [String]
    /// The same if the month stands first, where all values can be read so as well; `patterns` have the day first then.
    var monthFirst: [String]?
    var hasTime = false
    var hasOffset = false
    /// Whether the year is written; a setting says it otherwise.
    var hasYear = true
    /// Whether days without a year go on in the next one, in the file's order or against it.
    private(set) var isOverNewYear = false
    var confidence = Confidence.certain
    var why: String
    /// The latest day by each reading, since 1970; what lies in the future is not meant.
    private(set) var latest: (dayFirst: Int, monthFirst: Int) = (0, 0)

    /// Whether the values can be read in two ways.
    var isAmbiguous: Bool { monthFirst != nil }

    /// Patterns of the days without the text behind them; nil where they are numbers since 1970.
    var days: [String]? {
        if patterns.isEmpty { return ["yyyy-MM-dd*"] }
        let days = patterns.map { pattern in Self.all.filter { pattern.hasPrefix($0) }.max { $0.count < $1.count } }
        return days.contains(nil) ? nil : Set(days.compactMap { $0.map { $0 + "*" } }).sorted()
    }

    /// The same in an order that an option or an answer gives.
    func ordered(_ order: DateOrder, _ confidence: Confidence, _ why: String) -> DateContent {
        guard let monthFirst else { return self }
        var known = self
        known.patterns = order == .dayFirst ? patterns : monthFirst
        known.monthFirst = nil
        (known.confidence, known.why) = (confidence, why)
        return known
    }
}

extension DateContent {
    private static let dayFirst = ["d/M/yyyy", "d/M/yy", "d-M-yyyy", "d-M-yy"]
    private static let monthFirst = ["M/d/yyyy", "M/d/yy", "M-d-yyyy", "M-d-yy"]
    private static let dotted = ["d.M.yyyy", "d.M.yy", "d. M. yyyy"]
    private static let yearFirst = ["yyyy/M/d", "yyyy.M.d", "yyyy-M-d"]
    private static let named = [
        "d MMM yyyy", "d. MMM yyyy", "MMM d, yyyy", "MMM d yyyy", "d-MMM-yyyy", "d-MMM-yy", "d/MMM/yyyy", "d/MMM/yy",
        "d MMM, yyyy", "d MMM yy",
        "d 'de' MMM 'de' yyyy", "d 'de' MMM yyyy",
    ]
    private static let weekdays = [
        "EEE d.M.yyyy", "EEE, d.M.yyyy", "EEE. d.M.yyyy", "EEE., d.M.yyyy", "EEE d/M/yyyy", "EEE, d/M/yyyy",
        "EEE d MMM yyyy",
        "EEE, d MMM yyyy", "EEE, d. MMM yyyy", "EEE, MMM d, yyyy",
    ]
    static let times = [
        "H:mm", "H:mm:ss", "h:mm a", "h:mm:ss a", "H:mm 'Uhr'", "H.mm 'Uhr'", "HH:mm:ss.SSS", "HHmm",
    ]
    private static let between = [" ", ", ", "'T'", " 'um' ", " 'at' "]

    /// Days in forms that can be told from each other.
    private static let families: [(days: [String], why: String)] = [
        (yearFirst, "the year comes first"), (dotted, "dates with dots have the day first"),
        (named, "the month is a word"), (weekdays, "a weekday comes before the date"),
    ]
    /// The same without a year.
    private static let yearless: [(days: [String], why: String)] = [
        (["d.M."], "dates with dots have the day first"),
        (["d MMM", "d. MMM", "MMM d", "d-MMM", "d/MMM"], "the month is a word"),
    ]
    private static let all = dayFirst + monthFirst + families.flatMap(\.days)

    /// Days of texts, nil where they are none; numbers are days only where they are eight digits or an epoch.
    init?(_ values: [String], isNamedTime: Bool = false, isNamedDay: Bool = false) {
        guard let first = values.first, values.prefix(50).allSatisfy({ (3...48).contains($0.utf8.count) }) else {
            return nil
        }
        if let iso = Self.iso(values) {
            self = iso
        } else if values.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) {
            guard let number = Self.number(values, isNamedTime: isNamedTime) else { return nil }
            self = number
        } else {
            guard values.prefix(50).contains(where: { $0.contains(where: \.isNumber) }) else { return nil }
            if first.count >= 6, let found = Self.written(values) {
                self = found
            } else if isNamedDay, let found = Self.written(values, Self.yearless, ["d/M", "d-M"], ["M/d", "M-d"]) {
                self = found
                hasYear = false
                let read = found.patterns.compactMap { Self.compiled[$0] }
                let days = values.compactMap { text in read.lazy.compactMap { CellText.moment(text, $0)?.days }.first }
                isOverNewYear = zip(days, days.dropFirst()).contains { abs($0 - $1) > 180 }
            } else {
                return nil
            }
        }
    }

    private init(_ patterns: [String], _ why: String) { (self.patterns, self.why) = (patterns, why) }

    private static func iso(_ values: [String]) -> DateContent? {
        let day = DatePattern("yyyy-MM-dd")
        let dates = values.filter { text in
            guard text.utf8.count >= 10, let day else { return false }
            return CellText.moment(String(text.prefix(10)), day) != nil && text.dropFirst(4).first == "-"
                && text.dropFirst(7).first == "-"
        }
        guard ColumnContent.isMost(dates.count, of: values.count) else { return nil }
        let clocks = dates.filter { $0.utf8.count > 10 }
        var content = DateContent([], "written as in ISO 8601, the year first")
        guard !clocks.isEmpty else { return content }
        guard ColumnContent.isMost(clocks.count(where: isClock), of: clocks.count) else { return nil }
        content.hasTime = true
        content.hasOffset = clocks.allSatisfy { text in
            let rest = text.dropFirst(11)
            return rest.last == "Z" || rest.contains { $0 == "+" || $0 == "-" }
        }
        return content
    }

    /// `T07:42`, ` 07:42:00.123+01:00`
    private static func isClock(_ text: String) -> Bool {
        let time = text.dropFirst(10)
        guard time.first == "T" || time.first == " " else { return false }
        let clock = time.dropFirst().prefix { $0.isNumber || $0 == ":" || $0 == "." }
        let rest = time.dropFirst(1 + clock.count).drop { $0 == " " }
        return (2...3).contains(clock.split(separator: ":").count)
            && (rest.isEmpty || rest == "Z" || rest.first == "+" || rest.first == "-")
    }

    /// `20260513`, and seconds or milliseconds since 1970.
    private static func number(_ values: [String], isNamedTime: Bool) -> DateContent? {
        let numbers = values.compactMap { Int($0) }
        guard numbers.count == values.count, let least = numbers.min(), let most = numbers.max() else { return nil }
        if values.allSatisfy({ $0.count == 8 }), let pattern = DatePattern("yyyyMMdd"),
            values.allSatisfy({ CellText.moment($0, pattern)?.exists == true }),
            (19_500_101...20_991_231).contains(least)
        {
            return DateContent(["yyyyMMdd"], "eight digits, the year first")
        }
        guard isNamedTime else { return nil }
        // The years 1990 to 2099.
        for (scale, word, unit) in [(1, "epoch-s", "seconds"), (1000, "epoch-ms", "milliseconds")] {
            guard least >= 631_152_000 * scale, most < 4_102_444_800 * scale else { continue }
            var content = DateContent([word], "\(unit) since 1970")
            (content.hasTime, content.hasOffset) = (true, true)
            return content
        }
        return nil
    }

    private static func written(
        _ values: [String], _ families: [(days: [String], why: String)] = families, _ dayFirst: [String] = dayFirst,
        _ monthFirst: [String] = monthFirst
    ) -> DateContent? {
        for family in families {
            guard let found = cover(values, family.days) else { continue }
            var content = DateContent(found.patterns, family.why)
            content.hasTime = found.hasTime
            return content
        }
        let day = cover(values, dayFirst)
        let month = cover(values, monthFirst)
        switch (day, month) {
        case (nil, nil): return nil
        case (let day?, nil):
            var content = DateContent(day.patterns, "a number above 12 comes first: it is the day")
            content.hasTime = day.hasTime
            return content
        case (nil, let month?):
            var content = DateContent(month.patterns, "a number above 12 comes second: the month is first")
            content.hasTime = month.hasTime
            return content
        case (let day?, let month?):
            var content = DateContent(day.patterns, "no number shows whether the day or the month is first")
            (content.hasTime, content.confidence) = (day.hasTime, .guess)
            content.monthFirst = month.patterns
            content.latest = (day.latest, month.latest)
            return content
        }
    }

    private struct Cover {
        var patterns: [String]
        var hasTime: Bool
        var latest: Int
    }

    /// The fewest patterns that read most of the values.
    private static func cover(_ values: [String], _ days: [String]) -> Cover? {
        let candidates = days.flatMap { day in [day] + between.flatMap { sign in times.map { day + sign + $0 } } }
        var known: Set<String> = []
        var left = values.prefix(500).filter { known.insert($0).inserted }
        let all = left.count
        var patterns: [String] = []
        var hasTime = false
        var latest = Int.min
        var faults = 0
        while patterns.count < 4, let text = left.first {
            guard let (word, pattern) = reading(text, candidates) else {
                // A text that is no date may be a fault of the file; whether most are dates is judged at the end.
                faults += 1
                guard faults <= max(1, all / 20) else { return nil }
                left.removeFirst()
                continue
            }
            patterns.append(word)
            hasTime = hasTime || pattern.hasTime
            left.removeAll { text in
                guard let moment = CellText.moment(text, pattern) else { return false }
                latest = max(latest, moment.exists ? moment.days : latest)
                return true
            }
        }
        guard !patterns.isEmpty else { return nil }
        let compiled = patterns.compactMap { DatePattern($0) }
        let read = values.count { text in compiled.contains { CellText.moment(text, $0)?.exists == true } }
        return ColumnContent.isMost(read, of: values.count)
            ? Cover(patterns: patterns, hasTime: hasTime, latest: latest) : nil
    }

    private static func reading(_ text: String, _ candidates: [String]) -> (String, DatePattern)? {
        for word in candidates {
            if let pattern = compiled[word], CellText.moment(text, pattern)?.exists == true { return (word, pattern) }
        }
        return nil
    }

    /// All patterns that are tried, compiled once.
    private static let compiled: [String: DatePattern] = {
        let days = all + yearless.flatMap(\.days) + ["d/M", "d-M", "M/d", "M-d"]
        let words = days.flatMap { day in [day] + between.flatMap { sign in times.map { day + sign + $0 } } }
        return Dictionary(words.compactMap { word in DatePattern(word).map { (word, $0) } }) { first, _ in first }
    }()

    static func == (left: DateContent, right: DateContent) -> Bool {
        left.patterns == right.patterns && left.monthFirst == right.monthFirst && left.why == right.why
    }
}
