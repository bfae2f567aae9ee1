internal import Records
internal import Reporting

/// Texts of a definition.
enum DraftText {
    /// A text as a YAML scalar in a flow.
    static func scalar(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let startsPlain = scalars.first?.properties.isAlphabetic ?? false
        let isPlain = scalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
                || " _-()/.".unicodeScalars.contains(scalar)
        }
        let words: Set = ["true", "false", "yes", "no", "null", "on", "off", "y", "n"]
        if startsPlain, isPlain, text.last != " ", !words.contains(text.lowercased()) { return text }
        return JSONText.shown(text, in: .yaml)
    }

    /// Words and what they mean, as a mapping's `map` has them.
    static func map(_ entries: [(word: String, value: String)]) -> String {
        "{"
            + entries.map { "\(scalar($0.word)): \($0.value.isEmpty ? "\"\"" : scalar($0.value))" }.joined(
                separator: ", ") + "}"
    }

    /// `, pattern: d.M.yyyy`; nothing where none is needed.
    static func pattern(_ patterns: [String]) -> String {
        guard let first = patterns.first else { return "" }
        let list = "[\(patterns.map(scalar).joined(separator: ", "))]"
        return ", pattern: " + (patterns.count == 1 ? scalar(first) : list)
    }

    /// Fields below one another, their remarks above them.
    static func rows(_ lines: [DraftSheet.Line], indented: Int) -> String {
        let space = String(repeating: " ", count: indented)
        let width = lines.map(\.field.count).max() ?? 0
        return lines.map { line in
            let remark = line.remark.map { "\(space)# \($0)\n" } ?? ""
            return remark + space + "\(line.field):".padded(to: width + 1) + " \(line.mapping)\n"
        }.joined()
    }

    /// What a section says, without its dataset.
    static func section(_ section: DraftSheet.Section, person: String?, indented: Int) -> String {
        let space = String(repeating: " ", count: indented)
        var text = person.map { "\(space)person: \($0)\n" } ?? ""
        if !section.lines.isEmpty { text += "\(space)fields:\n" + rows(section.lines, indented: indented + 2) }
        if let key = section.key {
            text +=
                "\(space)# Two of one time are two, which are known again by what they say.\n\(space)key: [\(key)]\n"
        }
        if !section.measures.isEmpty { text += "\(space)measures:\n" + rows(section.measures, indented: indented + 2) }
        if !section.cases.isEmpty { text += "\(space)unpivot:\n" }
        for one in section.cases {
            if let remark = one.remark { text += "\(space)  # \(remark)\n" }
            if let when = one.when {
                text += "\(space)  - when: \(when)\n\(space)    fields:\n"
            } else {
                text += "\(space)  - fields:\n"
            }
            text += rows(one.lines, indented: indented + 6)
        }
        return text
    }
}
