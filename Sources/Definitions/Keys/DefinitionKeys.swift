/// All tables of keys: the text of `definitions.schema.json` and of the reference.
enum DefinitionKeys {
    /// One table, without the type of its objects.
    struct Table: Sendable {
        let name: String
        let title: String
        /// Another table, whose keys may be written among these.
        private(set) var other: [Table] = []
        let keys: [(name: String, shape: Shape, isRequired: Bool, beside: [String], with: String?, about: String)]
        let rules: [(String, JSONText)]

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

    static let tables: [Table] = [
        Table("format", Format.keys).with(Table("record", RecordMapping.keys)),
        Table("record", RecordMapping.keys), Table("mapping", FieldMapping.keys), Table("place", Place.keys),
        Table("case", UnpivotCase.keys),
        Table("person", PersonRule.keys), Table("skip", SkipRule.keys), Table("refuse", Format.Refusal.keys),
        Table("reader", ReaderDefinition.keys), Table("csv", CSVReaderDefinition.keys),
        Table("state_row", CSVShape.StateRow.keys),
        Table("explode", CSVShape.Explode.keys), Table("json", JSONReaderDefinition.keys),
        Table("jsonl", JSONLinesReaderDefinition.keys), Table("xml", XMLReaderDefinition.keys),
        Table("sql", SQLReaderDefinition.keys), Table("jpeg", JPEGReaderDefinition.keys), Table("job", Job.keys),
        Table("words", WordList.keys),
        Table("also", OtherReaders.keys),
        Table("other_reader", OtherReaders.readerKeys).with(Table("json", JSONReaderDefinition.keys)),
    ]

    /// `Documentation/definitions.md`.
    static var reference: String {
        """
        # Keys of definitions

        The keys of the YAML files below `Pipelines/`, and what may be written at each. Editors know them by
        `Pipelines/definitions.schema.json`. Both are made of the tables of keys in `Sources/Definitions`:
        `SCOREBOOK_RECORD=1 swift test --filter SchemaTests` writes them again.

        Where a value may be a list, a single value is a list of one.


        """ + tables.map(\.reference).joined(separator: "\n")
    }
}

extension DefinitionKeys.Table {
    /// The keys of another table may be written among these.
    func with(_ other: Self) -> Self {
        var copy = self
        copy.other = [other]
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
        let beside = keys.filter { !$0.beside.isEmpty }.map { key -> (String, JSONText) in
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
            let cells = ["`\(key.name)`", key.shape.phrase, about].map { $0.replacing("|", with: "\\|") }
            lines.append("| " + cells.joined(separator: " | ") + " |")
        }
        for table in other {
            lines += ["", "The keys of a [\(table.name)](#\(table.name)) may stand here, where it has one."]
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
