internal import Records
internal import YAML

/// What the words of a cell mean: `map`, `words`, `seek`, `numbers` and `else`.
extension FieldMapping {
    mutating func readWords(_ section: Section, _ field: Field?) {
        if let node = section["map"] {
            guard let entries = node.entries, !entries.isEmpty else {
                section.file.fault(node.mark, "`map` must be a mapping of words to values")
                return
            }
            var seen: Set<String> = []
            for entry in entries {
                guard let value = section.file.text(entry.value, of: entry.key) else { continue }
                Self.check(value, entry.value.mark, field, section.file)
                if !seen.insert(entry.key.lowercased()).inserted {
                    section.file.fault(entry.keyMark, "word `\(entry.key)` stands twice, case aside")
                }
                map.append((entry.key, value))
            }
        }
        readList(section)
        if let node = section["seek"] {
            if section["map"] == nil, section["words"] == nil {
                section.file.fault(node.mark, "`seek` stands only beside `map` or `words`")
            }
            sought = section.choice("seek", Sought.self) ?? .cell
        }
        numbers = literal("numbers", section, field)
        if numbers != nil, section["map"] == nil, let node = section["numbers"] {
            section.file.fault(node.mark, "`numbers` stands only beside `map`")
        }
        guard let node = section["else"], let text = section.text("else") else { return }
        if section["map"] == nil, section["words"] == nil {
            section.file.fault(node.mark, "`else` stands only beside `map` or `words`")
        }
        switch text {
        case "reject": unmapped = .reject
        case "keep": unmapped = .keep
        default:
            Self.check(text, node.mark, field, section.file)
            unmapped = .value(text)
        }
    }

    /// Adds the words of a list to those of `map`, whose meaning goes before the list's.
    private mutating func readList(_ section: Section) {
        words = section.text("words")
        guard let words, let node = section["words"] else { return }
        if conversion != .text { section.file.fault(node.mark, "`words` stands only with `as: text`") }
        guard let list = section.file.lists.first(where: { $0.name == words }) else {
            return section.file.unknown("word list", words, at: node.mark, among: section.file.lists.map(\.name))
        }
        let known = Set(map.map { $0.word.lowercased() })
        map += list.entries.filter { !known.contains($0.word.lowercased()) }
    }
}

/// How days and times are written, and where.
extension FieldMapping {
    mutating func readPatterns(_ section: Section) {
        for pattern in section.words("pattern") {
            if conversion.takesPattern {
                let problems = DatePattern.problems(pattern.text, for: conversion)
                for problem in problems { section.file.fault(pattern.mark, "pattern `\(pattern.text)`: \(problem)") }
                if let compiled = DatePattern(pattern.text) {
                    patterns.append(compiled)
                } else if problems.isEmpty {
                    section.file.fault(pattern.mark, "pattern `\(pattern.text)` cannot be used")
                }
            } else {
                section.file.fault(pattern.mark, "`as: \(conversion.rawValue)` takes no pattern")
            }
        }
    }

    mutating func readZones(_ section: Section, _ columns: SourceColumns) {
        let places: [(key: String, isLegal: Bool)] = [
            ("zone", [.localTime, .localDate, .clock].contains(conversion)), ("in", conversion == .localDate),
        ]
        for (key, isLegal) in places {
            guard let node = section[key] else { continue }
            if !isLegal { section.file.fault(node.mark, "`as: \(conversion.rawValue)` takes no `\(key)`") }
            for word in section.words(key) {
                guard let source = ZoneSource(word.text) else {
                    section.file.fault(
                        word.mark,
                        "unknown time zone `\(word.text)`; write one as in America/New_York, `column NAME` or "
                            + "`setting NAME`")
                    continue
                }
                if case .column(let name) = source { columns.check([(name, word.mark)], in: section.file) }
                if key == "zone" { zone.append(source) } else { dayZone.append(source) }
            }
        }
        moment = section.choice("moment", Moment.self) ?? .written
        if let node = section["moment"], conversion != .localTime {
            section.file.fault(node.mark, "`as: \(conversion.rawValue)` takes no `moment`")
        }
        guard let node = section["gap"] else { return }
        if conversion != .localTime { section.file.fault(node.mark, "`as: \(conversion.rawValue)` takes no `gap`") }
        gap = section.choice("gap", Gap.self) ?? .reject
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
