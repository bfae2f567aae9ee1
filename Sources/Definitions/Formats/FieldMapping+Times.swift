internal import Records
internal import YAML

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
