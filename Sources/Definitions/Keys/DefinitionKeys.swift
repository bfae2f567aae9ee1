/// All tables of keys: the text of `definitions.schema.json` and of the reference.
package enum DefinitionKeys {
    /// One table, without the type of its objects.
    package struct ObjectKeys: Sendable {
        package let name: String
        let title: String
        /// Another table, whose keys may be written among these.
        private(set) var other: [ObjectKeys] = []
        private(set) var keys:
            [(name: String, shape: Shape, isRequired: Bool, beside: [String], with: String?, about: String)]
        let rules: [(String, JSONText)]
        package var names: [String] { keys.map(\.name) }

        init<Object>(_ name: String, _ table: KeyTable<Object>) {
            self.name = name
            title = table.title
            rules = table.rules
            keys = table.keys.map { key in
                switch key.use {
                case .optional: (key.name, key.shape, false, [], nil, key.about)
                case .required: (key.name, key.shape, true, [], nil, key.about)
                case .beside(let others): (key.name, key.shape, false, others, nil, key.about)
                case .with(let what, _): (key.name, key.shape, false, [], what, key.about)
                }
            }
        }
    }

    package static let tables: [ObjectKeys] = [
        ObjectKeys("format", Format.keys).with(ObjectKeys("record", RecordMapping.keys)),
        ObjectKeys("record", RecordMapping.keys), ObjectKeys("mapping", FieldMapping.keys),
        ObjectKeys("place", Place.keys), ObjectKeys("plus", FieldMapping.Lasting.keys),
        ObjectKeys("case", UnpivotCase.keys),
        ObjectKeys("person", PersonRule.keys), ObjectKeys("skip", SkipRule.keys),
        ObjectKeys("refuse", Format.Refusal.keys), ObjectKeys("proof", Format.Proof.keys),
        ObjectKeys("reader", ReaderDefinition.keys), ObjectKeys("surplus", CSVShape.surplus),
        ObjectKeys("state_row", CSVShape.StateRow.keys), ObjectKeys("explode", CSVShape.Explode.keys),
        ObjectKeys("job", Job.keys),
        ObjectKeys("words", WordList.keys),
        Measure.fileKeys, ObjectKeys("measure", Measure.keys),
        ObjectKeys("dataset", Dataset.keys), ObjectKeys("table", Table.keys), ObjectKeys("order", Table.Order.keys),
        ObjectKeys("column", Field.keys).and(ObjectKeys("column", TableColumn.keys)),
        ObjectKeys("wanted", Wanted.keys),
        ObjectKeys("rule", CrossFieldRule.keys),
        ObjectKeys("page", Page.keys), ObjectKeys("section", Page.Section.keys), ObjectKeys("card", Page.Card.keys),
        ObjectKeys("shown_column", Page.Column.keys),
        ObjectKeys("step", DatasetSQL.keys), ObjectKeys("stored_units", Measures.keys),
    ]

    /// `Pipelines/definitions.schema.json`.
    package static var schema: String {
        let text: JSONText = ["type": ["string", "number", "boolean"]]
        let texts: JSONText = [
            "anyOf": [
                .reference("text"),
                ["type": "array", "items": .reference("text"), "minItems": 1, "uniqueItems": .flag(true)],
            ]
        ]
        func choice(_ kinds: ArraySlice<String>) -> JSONText {
            guard let kind = kinds.first, kinds.count > 1 else { return .reference(kinds.first ?? "") }
            return ["if": ["required": [.text(kind)]], "then": .reference(kind), "else": choice(kinds.dropFirst())]
        }
        let words = ["format", "job", "words", "page", "measures", "dataset"]
        guard case .object(let kinds) = choice(words[...]) else { return "" }
        let file: [(String, JSONText)] = [
            ("$schema", "http://json-schema.org/draft-07/schema#"), ("title", "Scorebook definitions"),
            (
                "description",
                .text(
                    "dataset.yaml, formats, word lists, measures, pages and jobs of a pipelines folder. Names that point from one file "
                        + "into another are checked by `scorebook check`.")
            ), ("type", "object"),
        ]
        let tables = tables.map { ($0.name, $0.schema) }
        let definitions = JSONText.object([("text", text), ("texts", texts)] + tables)
        return JSONText.object(file + kinds + [("definitions", definitions)]).written() + "\n"
    }

    /// `Documentation/definitions.md`.
    package static var reference: String {
        """
        # Keys of definitions

        The keys of the YAML files below `Pipelines/`, and what may be written at each. Editors know them by
        `Pipelines/definitions.schema.json`. Both are made of the tables of keys in `Sources/Definitions`:
        `SCOREBOOK_RECORD=1 swift test -c release --filter SchemaTests` writes them again.

        Where a value may be a list, a single value is a list of one. YAML's anchors and `<<: *name` may be used.


        """ + tables.map(\.reference).joined(separator: "\n") + "\n" + conversions
    }

    /// The words of `as`.
    private static var conversions: String {
        let rows = Conversion.allCases.map { conversion in
            "| `\(conversion.rawValue)` | \(conversion.valueType.rawValue) | \(conversion.about) |\n"
        }
        return "## as\n\n| Word | Type | Meaning |\n|---|---|---|\n" + rows.joined()
    }
}

extension DefinitionKeys.ObjectKeys {
    /// The keys of another table may be written among these.
    func with(_ other: Self) -> Self {
        var copy = self
        copy.other = [other]
        return copy
    }

    /// With the keys of another table, as of one object.
    func and(_ other: Self) -> Self {
        var copy = self
        copy.keys += other.keys
        return copy
    }

    /// What the schema says of such objects.
    var schema: JSONText {
        let properties = (keys + other.flatMap(\.keys)).map { key -> (String, JSONText) in
            guard case .object(let entries) = key.shape.schema else { return (key.name, key.shape.schema) }
            return (key.name, .object(entries + [("description", .text(key.about))]))
        }
        var entries: [(String, JSONText)] = [
            ("type", "object"), ("additionalProperties", .flag(false)), ("properties", .object(properties)),
        ]
        let required = keys.filter(\.isRequired).map { JSONText.text($0.name) }
        if !required.isEmpty { entries.append(("required", .array(required))) }
        let beside = (keys + other.flatMap(\.keys)).filter { !$0.beside.isEmpty }.map { key -> (String, JSONText) in
            (key.name, ["anyOf": .array(key.beside.map { ["required": [.text($0)]] })])
        }
        if !beside.isEmpty { entries.append(("dependencies", .object(beside))) }
        return .object(entries + rules)
    }

    /// Its section of the reference.
    var reference: String {
        var lines = ["## \(name)", "", "| Key | Value | Meaning |", "|---|---|---|"]
        for key in keys {
            var about = key.about
            if key.isRequired { about += " Required." }
            if !key.beside.isEmpty { about += " Only beside \(Shape.list(key.beside.map { "`\($0)`" }))." }
            if let with = key.with { about += " Only with \(with)." }
            let cells = ["`\(key.name)`", key.shape.phrase, about].map {
                $0.replacing("|", with: "\\|").replacing("\t", with: "\\t")
            }
            lines.append("| " + cells.joined(separator: " | ") + " |")
        }
        for table in other {
            lines += ["", "The keys of a [\(table.name)](#\(table.name)) may be used here, where it has one."]
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
