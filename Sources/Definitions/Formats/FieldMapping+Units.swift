internal import YAML

/// Where the unit of a measure stands, and to which one it is converted.
extension FieldMapping {
    mutating func readUnits(_ section: Section, _ columns: SourceColumns) {
        let file = section.file
        let words = conversion.unitWords
        if section["unit"] == nil, conversion.needsUnit, section["constant"] == nil {
            file.fault(section.mark, "`unit` must say where the unit of a \(conversion.rawValue) stands")
        }
        if !conversion.needsUnit, words.isEmpty {
            for node in [section["unit"], section["unit_words"], section["to"]] {
                if let node { file.fault(node.mark, "`as: \(conversion.rawValue)` takes no unit") }
            }
            return
        }
        for word in section.words("unit") {
            guard let source = UnitSource(word.text, known: words, at: word.mark, in: file) else { continue }
            if case .column(let name) = source { columns.check([(name, word.mark)], in: file) }
            unit.append(source)
        }
        if let node = section["unit_words"] { readUnitWords(node, among: words, in: file) }
        if let node = section["unit_means"] { readUnitMeanings(node, among: words, in: file) }
        for to in section.words("to") {
            if !words.contains(to.text.lowercased()) {
                file.unknown("unit of \(conversion.rawValue)", to.text, at: to.mark, among: words)
            }
            targets.append(to.text)
        }
        if !targets.isEmpty, conversion == .duration, let node = section["to"] {
            file.fault(node.mark, "a duration is in seconds and takes no `to`")
        }
        if targets.count > 1, conversion != .quantity, conversion != .unit, let node = section["to"] {
            file.fault(node.mark, "a \(conversion.rawValue) is converted to one unit")
        }
        if unit.contains(.magnitude), conversion != .percent, conversion != .unit, let node = section["unit"] {
            file.fault(node.mark, "`magnitude` tells a fraction from a percentage, and nothing else")
        }
    }

    /// `unit_means: {mi: ft}`: the unit of a setting, and the one that it means here.
    private mutating func readUnitMeanings(_ node: Node, among words: [String], in file: DefinitionFile) {
        guard let entries = node.entries, !entries.isEmpty else {
            file.fault(node.mark, "`unit_means` must be a mapping of units to units, not \(node.kind)")
            return
        }
        let isSet = unit.contains { if case .setting = $0 { true } else { false } }
        if !isSet { file.fault(node.mark, "`unit_means` translates the unit of a setting, and `unit` names none") }
        for entry in entries {
            guard let meant = file.text(entry.value, of: entry.key) else { continue }
            for (word, mark) in [(entry.key, entry.keyMark), (meant, entry.value.mark)]
            where !words.contains(word.lowercased()) {
                file.unknown("unit of \(conversion.rawValue)", word, at: mark, among: words)
            }
            unitMeans.append((entry.key, meant))
        }
    }

    /// `unit_words: {"15.24": km/h}`: what stands in the column of `unit`, and the unit that it means.
    private mutating func readUnitWords(_ node: Node, among words: [String], in file: DefinitionFile) {
        guard let entries = node.entries, !entries.isEmpty else {
            file.fault(node.mark, "`unit_words` must be a mapping of words to units, not \(node.kind)")
            return
        }
        let isBeside = unit.contains { if case .column = $0 { true } else { false } }
        if !isBeside { file.fault(node.mark, "`unit_words` are words of a column, and `unit` names none") }
        for entry in entries {
            guard let word = file.text(entry.value, of: entry.key) else { continue }
            if !words.contains(word.lowercased()) {
                file.unknown("unit of \(conversion.rawValue)", word, at: entry.value.mark, among: words)
            }
            unitWords.append((entry.key, word))
        }
    }
}

extension FieldMapping.UnitSource {
    /// `column NAME`, `header`, `cell`, `setting NAME`, a unit word or `none`.
    init?(_ text: String, known: [String], at mark: Mark, in file: DefinitionFile) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("column", 2): self = .column(parts[1])
        case ("setting", 2): self = .setting(parts[1])
        case ("header", 1): self = .header
        case ("cell", 1): self = .cell
        case ("magnitude", 1): self = .magnitude
        case ("none", 1): self = .none
        default:
            guard known.contains(text.lowercased()) else {
                file.unknown(
                    "unit or place of one", text, at: mark, among: ["header", "cell", "magnitude", "none"] + known)
                return nil
            }
            self = .fixed(text)
        }
    }
}
