import Foundation

/// A definition with one fault: a line, an entry or a word of it is gone, or says something else.
struct Mutant {
    /// The number of the line, from 0.
    var line: Int
    /// The line as it should be, and what has become of it.
    var before: String
    var after: String?
    /// What was done: `delete`, `unit`.
    var operation: String

    /// All mutants of a definition's lines, but for what it says of files that are not its own: no sample is one.
    static func all(_ lines: [String]) -> [Mutant] {
        var mutants: [Mutant] = []
        var others: Int?
        for (number, line) in lines.enumerated() {
            let text = line.trimmingCharacters(in: .whitespaces)
            guard !text.isEmpty, !text.hasPrefix("#"), !text.hasPrefix("title:") else { continue }
            let indent = line.prefix { $0 == " " }.count
            if let start = others, indent > start || indent == start && text.hasPrefix("-") { continue }
            others = ["ignore:", "refuse:"].contains(where: text.hasPrefix) ? indent : nil
            guard others == nil else { continue }
            func add(_ operation: String, _ after: String?) {
                mutants.append(Mutant(line: number, before: line, after: after, operation: operation))
            }
            if line.first == " " { add("delete", nil) }
            for (match, other) in units(line) { add("unit", line.replacing(match, other)) }
            for match in sources(line) { add("source", line.replacing(match, line[match] + " Zz")) }
            for (first, second) in words(line) {
                var changed = line
                let (one, two) = (line[first], line[second])
                changed.replaceSubrange(second, with: one)
                changed.replaceSubrange(first, with: two)
                if changed != line { add("word", changed) }
            }
            for (match, other) in exchanged(line) { add("value", line.replacing(match, other)) }
        }
        return mutants
    }

    func applied(to lines: [String]) -> [UInt8] {
        var lines = lines
        if let after { lines[line] = after } else { lines.remove(at: line) }
        return Array(lines.joined(separator: "\n").utf8)
    }

    private static let otherUnits = [
        "kg": "lb", "lb": "kg", "km": "mi", "mi": "km", "cm": "in", "in": "cm", "mph": "km/h", "km/h": "mph",
        "min": "s",
        "s": "min", "kcal": "kJ", "kJ": "kcal", "m": "ft", "ft": "m", "g": "oz", "ms": "s", "h": "min", "degC": "degF",
    ]

    /// Words behind `unit:` and `to:` that are units.
    private static func units(_ line: String) -> [(Range<String.Index>, String)] {
        line.matches(of: /\b(?:unit|to): "?([A-Za-z\/]+)"?(?=[,}\s]|$)/).compactMap { match in
            otherUnits[String(match.output.1)].map { (match.output.1.startIndex..<match.output.1.endIndex, $0) }
        }
    }

    /// Names of columns behind `from:`.
    private static func sources(_ line: String) -> [Range<String.Index>] {
        var found = line.matches(of: /\bfrom: ([^\["{},][^,}"]*)(?=[,}]|$)/).map {
            $0.output.1.startIndex..<$0.output.1.endIndex
        }
        found += line.matches(of: /\bfrom: "([^"]+)"/).map { $0.output.1.startIndex..<$0.output.1.endIndex }
        return found
    }

    /// Neighbouring words of maps within a line: `map: {a: b, c: d}`.
    private static func words(_ line: String) -> [(Range<String.Index>, Range<String.Index>)] {
        line.matches(of: /map: \{([^{}]*)\}/).flatMap { map -> [(Range<String.Index>, Range<String.Index>)] in
            let values = map.output.1.matches(of: /: ([^,}]+)/).map { $0.output.1.startIndex..<$0.output.1.endIndex }
            return Array(zip(values, values.dropFirst()))
        }
    }

    /// Words and patterns that may be another one of their kind.
    private static func exchanged(_ line: String) -> [(Range<String.Index>, String)] {
        var found: [(Range<String.Index>, String)] = []
        for (word, other) in [
            ("dd/MM", "MM/dd"), ("MM/dd", "dd/MM"), ("HH:mm", "mm:HH"), ("local-time", "utc-time"),
            ("times: ", "times: -"),
            ("divide: ", "times: "), ("as: local-date", "as: date"),
        ] {
            for range in line.ranges(of: word) { found.append((range, other)) }
        }
        return found
    }
}

extension String {
    fileprivate func replacing(_ range: Range<String.Index>, _ other: some StringProtocol) -> String {
        var text = self
        text.replaceSubrange(range, with: other)
        return text
    }
}
