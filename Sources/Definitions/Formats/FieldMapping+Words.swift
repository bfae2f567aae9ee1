internal import Records
internal import YAML

/// What the words of a cell mean.
extension FieldMapping {
    static func addWords(_ keys: inout KeyTable<FieldMapping>) {
        keys.add("map", .map(.text), "Words and the values that they mean, case aside.") { $0.readMap($1, $2) }
        keys.add(
            "words", .form("^[a-z0-9-]+$", "name of a word list"), .conversions(.text),
            "A list of words of the dataset, `words/NAME.yaml`, beside those of `map`."
        ) { $0.readList($1, $2) }
        keys.add(
            "seek", \.sought, .choice, .beside(["map", "words"]),
            "Where the words are looked for: in the cell, or in a path from its end.")
        keys.add(
            "numbers", \.numbers, .literal, .beside(["map"]),
            "What every whole number means that `map` does not hold.")
        keys.add(
            "else", .text, .beside(["map", "words"]),
            "`reject`, `keep` or a value, for words that `map` and `words` do not hold."
        ) { mapping, node, scope in
            switch scope.file.text(node, of: "else") {
            case nil, "reject": mapping.unmapped = .reject
            case "keep": mapping.unmapped = .keep
            case let text?:
                check(text, node.mark, scope)
                mapping.unmapped = .value(text)
            }
        }
    }

    private mutating func readMap(_ node: Node, _ scope: Scope) {
        guard let entries = scope.file.entries(node, of: "map", "words to values") else { return }
        var seen: Set<String> = []
        for entry in entries {
            guard let value = scope.file.text(entry.value, of: entry.key) else { continue }
            Self.check(value, entry.value.mark, scope)
            if !seen.insert(entry.key.lowercased()).inserted {
                scope.file.fault(entry.keyMark, "word `\(entry.key)` stands twice, case aside")
            }
            map.append((entry.key, value))
        }
    }

    /// Adds the words of a list to those of `map`, whose meaning goes before the list's.
    private mutating func readList(_ node: Node, _ scope: Scope) {
        words = scope.file.text(node, of: "words")
        guard let words else { return }
        guard let list = scope.file.lists.first(where: { $0.name == words }) else {
            return scope.file.unknown("word list", words, at: node.mark, among: scope.file.lists.map(\.name))
        }
        let known = Set(map.map { $0.word.lowercased() })
        map += list.entries.filter { !known.contains($0.word.lowercased()) }
    }
}

/// How days and times are written, and where.
extension FieldMapping {
    static func addTimes(_ keys: inout KeyTable<FieldMapping>) {
        keys.add(
            "pattern", .oneOrMore(.text), .with("days and times") { $0.conversion.takesPattern },
            "Letters of Unicode TR 35, or `epoch-s`, `epoch-ms`, `epoch-us`, `epoch-ns`; `local-epoch-ms` and its like "
                + "count a wall clock. Default: ISO 8601."
        ) { $0.readPatterns($1, $2) }
        keys.add(
            "zone", \.zone, .zones, .conversions(.localTime, .localDate, .clock),
            "Where the zone of a wall time stands, first found wins: `column NAME` (an offset), `setting NAME`, a zone "
                + "or `none`."
        )
        keys.add("in", \.dayZone, .zones, .conversions(.localDate), "The same for the zone whose day is meant.")
        keys.add(
            "moment", \.moment, .choice, .conversions(.localTime),
            "`end`: the end of the day or hour that the cell names. `minute`: one minute later.")
        keys.add(
            "gap", \.gap, .choice, .conversions(.localTime),
            "What a wall time is that the clocks skipped; `later`: by the offset before they were moved.")
    }

    private mutating func readPatterns(_ node: Node, _ scope: Scope) {
        for pattern in scope.file.list(node, of: "pattern") {
            let problems = DatePattern.problems(pattern.text, for: conversion)
            for problem in problems { scope.file.fault(pattern.mark, "pattern `\(pattern.text)`: \(problem)") }
            if let compiled = DatePattern(pattern.text) {
                patterns.append(compiled)
            } else if problems.isEmpty {
                scope.file.fault(pattern.mark, "pattern `\(pattern.text)` cannot be used")
            }
        }
    }
}

extension Value where Property == [FieldMapping.ZoneSource] {
    static var zones: Value {
        Value(.oneOrMore(.text)) { node, key, scope in
            scope.file.list(node, of: key).compactMap { word in
                guard let source = FieldMapping.ZoneSource(word.text) else {
                    scope.file.fault(
                        word.mark,
                        "unknown time zone `\(word.text)`; write one as in America/New_York, `column NAME` or "
                            + "`setting NAME`")
                    return nil
                }
                if case .column(let name) = source { scope.columns.check([(name, word.mark)], in: scope.file) }
                return source
            }
        }
    }
}

extension FieldMapping.ZoneSource {
    /// `column NAME`, `setting NAME`, a zone's name (`UTC`, `Europe/London`) or `none`; nil for a zone that this system
    /// does not know.
    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("column", 2): self = .column(parts[1])
        case ("setting", 2): self = .setting(parts[1])
        case ("none", 1): self = .none
        default:
            guard let zone = try? TimeZone(named: text) else { return nil }
            self = .fixed(zone)
        }
    }
}
