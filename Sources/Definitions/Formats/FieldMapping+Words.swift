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
