internal import Records

/// A pattern of dates and times in the letters of Unicode TR 35, compiled to steps.
///
/// Letters: `yyyy yy MMMM MMM MM M dd d EEE HH H hh h mm m ss s SSS a Z XXX X`; text in single quotes stands for itself.
/// `*` is any text up to what follows it, and to the end.
/// Names of months may be of any language of `MonthNames`. `epoch-s`, `epoch-ms`, `epoch-us` and `epoch-ns` are numbers
/// since 1970-01-01T00:00Z; of a pattern without a year the setting `year` says it; after `local-` they count the clock on the wall since its own 1970-01-01T00:00.
public struct DatePattern: Sendable, Equatable {
    /// As the definition writes it.
    public let text: String

    public enum Step: Sendable, Equatable {
        case year4, year2, month, monthName, day, hour24, hour12, minute, second, fraction, halfDay, offset, weekday
        case literal(UInt8)
        /// Whatever is there, up to the text that follows, or to the end.
        case anything
        /// A whole number of which so many make a second, since 1970 in UTC.
        case epoch(Int)
        /// The same of a wall clock.
        case localEpoch(Int)
        /// Days of no written year are the next ones from this day on.
        case since(year: Int, month: Int, day: Int)
    }

    public let steps: [Step]
    /// Whether it reads an offset, so that no zone is needed.
    public let hasOffset: Bool
    /// Whether it reads a time of day.
    public let hasTime: Bool
    /// Whether it is a number since 1970, written in no zone.
    public let isEpoch: Bool

    /// Whether it reads the year; otherwise the setting `year` says it.
    public var hasYear: Bool {
        isEpoch || steps.contains { [.year4, .year2].contains($0) } || Self.localEpochs[text] != nil
    }

    private init(_ text: String, _ steps: [Step], like other: DatePattern) {
        (self.text, self.steps, isEpoch) = (text, steps, other.isEpoch)
        (hasOffset, hasTime) = (other.hasOffset, other.hasTime)
    }

    /// The same pattern for days from one on: `2025`, or `2025-08-01` of a season; nil where that is no day.
    public func since(_ word: String) -> DatePattern? {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
        let first = word.count == 4 ? parts + [1, 1] : parts
        guard [4, 10].contains(word.count), first.count == 3, (1900...2199).contains(first[0]),
            Civil.days(year: first[0], month: first[1], day: first[2]) != nil
        else { return nil }
        return DatePattern(text, [.since(year: first[0], month: first[1], day: first[2])] + steps, like: self)
    }

    /// Compiles a pattern; nil where it holds a letter that is not known.
    public init?(_ text: String) {
        self.text = text
        if let scale = Self.epochs[text] {
            steps = [.epoch(scale)]
            (hasOffset, hasTime, isEpoch) = (true, true, true)
            return
        }
        if let scale = Self.localEpochs[text] {
            steps = [.localEpoch(scale)]
            (hasOffset, hasTime, isEpoch) = (false, true, false)
            return
        }
        isEpoch = false
        var steps: [Step] = []
        let letters = Array(text.utf8)
        var index = 0
        while index < letters.count {
            let letter = letters[index]
            if letter == 0x27 {
                index += 1
                while index < letters.count, letters[index] != 0x27 {
                    steps.append(.literal(letters[index]))
                    index += 1
                }
                index += 1
                continue
            }
            guard (letter | 0x20) >= 0x61, (letter | 0x20) <= 0x7A else {
                steps.append(letter == UInt8(ascii: "*") ? .anything : .literal(letter))
                index += 1
                continue
            }
            var end = index
            while end < letters.count, letters[end] == letter { end += 1 }
            guard let step = Self.step(letter, count: end - index) else { return nil }
            steps.append(step)
            index = end
        }
        self.steps = steps
        hasOffset = steps.contains(.offset)
        hasTime = steps.contains(.hour24) || steps.contains(.hour12)
    }

    private static let epochs = [
        "epoch-s": 1, "epoch-ms": 1000, "epoch-us": 1_000_000, "epoch-ns": 1_000_000_000,
    ]

    private static let localEpochs = Dictionary(uniqueKeysWithValues: epochs.map { ("local-\($0)", $1) })

    private static func step(_ letter: UInt8, count: Int) -> Step? {
        switch (letter, count) {
        case (UInt8(ascii: "y"), 3...4), (UInt8(ascii: "y"), 1): .year4
        case (UInt8(ascii: "y"), 2): .year2
        case (UInt8(ascii: "M"), 1...2): .month
        case (UInt8(ascii: "M"), 3...4): .monthName
        case (UInt8(ascii: "d"), 1...2): .day
        case (UInt8(ascii: "E"), 1...4): .weekday
        case (UInt8(ascii: "H"), 1...2): .hour24
        case (UInt8(ascii: "h"), 1...2): .hour12
        case (UInt8(ascii: "m"), 1...2): .minute
        case (UInt8(ascii: "s"), 1...2): .second
        case (UInt8(ascii: "S"), _): .fraction
        case (UInt8(ascii: "a"), 1): .halfDay
        case (UInt8(ascii: "Z"), _), (UInt8(ascii: "X"), _), (UInt8(ascii: "x"), _): .offset
        default: nil
        }
    }
}

extension DatePattern {
    /// The letters, and how often each may stand.
    private static let letters: [Character: ClosedRange<Int>] = [
        "y": 1...4, "M": 1...4, "d": 1...2, "E": 1...4, "H": 1...2, "h": 1...2, "m": 1...2, "s": 1...2, "S": 1...9,
        "a": 1...1, "X": 1...3, "x": 1...3, "Z": 1...3,
    ]

    /// What is wrong with a pattern for a conversion; empty where nothing is.
    static func problems(_ pattern: String, for conversion: Conversion) -> [String] {
        if epochs[pattern] != nil {
            return conversion.isLocal || conversion == .instant ? [] : ["an epoch is an instant"]
        }
        if localEpochs[pattern] != nil {
            return conversion.isLocal ? [] : ["a local epoch is a `local-time`"]
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
                problems.append("`\(run.letter)` is not a pattern letter")
                continue
            }
            if !counts.contains(run.count) {
                problems.append("letter `\(run.letter)` may not appear \(run.count) times")
            }
        }
        let has = Set(runs.filter { $0.count > 0 }.map(\.letter))
        let needed: [Character] = conversion == .time ? [] : ["M", "d"]
        for letter in needed where !has.contains(letter) { problems.append("`\(letter)` is missing") }
        if conversion == .time, !has.contains("H"), !has.contains("h") { problems.append("`H` is missing") }
        if has.contains("h"), !has.contains("a") { problems.append("`h` without `a` leaves morning or evening open") }
        if conversion == .instant, has.isDisjoint(with: ["X", "x", "Z"]) {
            problems.append("an instant needs its offset (`XXX`); without one it is a `local-time`")
        }
        return problems
    }
}
