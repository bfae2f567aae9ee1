internal import YAML

extension Format {
    /// What the format and its datasets say, as text to be hashed: equal for definitions that read equally.
    ///
    /// The format's name is in it, and all that its definition says, except comments, layout, evidence, reasons, exports and paths. Of
    /// the title there is the maker, where a `source` comes from it. So nothing that changes a row can be forgotten. The hash of it is
    /// part of a unit's key in the ledger.
    public func canonicalText(with datasets: [Dataset]) -> String {
        var text = CanonicalText(lines: "scorebook definitions 2\n")
        text.add([name])
        if let definition { text.add(definition, without: ["format", "evidence", "ignore"]) }
        // Of a word list only its name is in the definition.
        for mapping in records.lazy.flatMap(\.allFields) where mapping.words != nil {
            for entry in mapping.map { text.add([entry.word, entry.value]) }
        }
        for dataset in datasets {
            if let definition = dataset.definition { text.add(definition.withoutMappings, without: ["dataset"]) }
            for measure in measured(by: dataset) { text.add(measure.meaning) }
            for sql in dataset.checks.map(\.sql) + dataset.steps.map(\.sql) { text.add(Self.statements(of: sql)) }
        }
        return text.lines
    }

    /// The measures that its records may be of: a line more in the register changes no other format's text.
    private func measured(by dataset: Dataset) -> [Measure] {
        guard let measures = dataset.measures else { return [] }
        let mappings = records.lazy.filter { $0.dataset == dataset.name }.flatMap(\.allFields)
        return measures.fields.flatMap { field -> [Measure] in
            var words: Set<String> = []
            for mapping in mappings where mapping.field == field.name {
                let isClosed = mapping.from.isEmpty || !mapping.map.isEmpty && mapping.unmapped != .keep
                guard isClosed, mapping.setting == nil else { return field.known.map(\.measure) }
                words.formUnion(mapping.map.map(\.value) + [mapping.constant, mapping.defaultValue].compactMap(\.self))
                if case .value(let word) = mapping.unmapped { words.insert(word) }
            }
            words = Set(words.map { $0.lowercased() })
            return field.known.filter { words.contains($0.word.lowercased()) }.map(\.measure)
        }
    }

    /// The lines of SQL, without comments that have a line of their own and without indentation.
    private static func statements(of sql: String) -> [String] {
        sql.split(separator: "\n").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty && !$0.hasPrefix("--") }
    }
}

/// The nodes of a definition, each scalar quoted, so that no two meanings have one text.
private struct CanonicalText {
    var lines: String

    mutating func add(_ texts: [String]) {
        for text in texts { add(quoted: text) }
        lines += "\n"
    }

    /// - Parameter names: keys of this node that mean nothing for a row.
    mutating func add(_ node: Node, without names: Set<String> = []) {
        switch node.content {
        // Plain, a number or `null` is another thing than the text.
        case .scalar(let text, let style):
            if style == .plain { lines += "~" }
            add(quoted: text)
        case .sequence(let nodes):
            lines += "["
            for node in nodes { add(node) }
            lines += "]"
        case .mapping(let entries):
            lines += "{"
            for entry in entries where !names.contains(entry.key) && !entry.isRemark {
                add(quoted: entry.key)
                add(entry.value)
            }
            lines += "}\n"
        }
    }

    private mutating func add(quoted text: String) {
        lines += "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { lines += "\\" }
            lines.unicodeScalars.append(scalar)
        }
        lines += "\""
    }
}

extension Node {
    /// A dataset's definition without the `mapping` of its columns: a format that takes one over says it.
    fileprivate var withoutMappings: Node {
        guard let entries else { return self }
        let kept = entries.filter { $0.key != "mapping" || $0.value.entries?.contains { $0.key == "type" } ?? false }
        return .mapping(
            kept.map { .init(key: $0.key, keyMark: $0.keyMark, value: $0.value.withoutMappings) }, at: mark)
    }
}

extension Node.Entry {
    /// A reason or description beside what it is about; a column of such a name has a mapping below it.
    fileprivate var isRemark: Bool { ["because", "about"].contains(key) && value.text != nil }
}
