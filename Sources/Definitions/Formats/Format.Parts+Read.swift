internal import YAML

extension ReaderDefinition {
    static let words = ["csv", "json", "jsonl", "xml", "sql", "jpeg"]

    init?(_ root: Section) {
        guard let node = root.required("reader"), let section = Section(node, "reader", keys: Self.words, in: root.file)
        else { return nil }
        let named = section.entries.filter { Self.words.contains($0.key) }
        guard let entry = named.first, named.count == 1 else {
            let words = Self.words.map { "`\($0)`" }.joined(separator: ", ")
            root.file.fault(node.mark, "`reader` names one reader: \(words)")
            return nil
        }
        let (options, file) = (entry.value, root.file)
        let definition: ReaderDefinition? =
            switch entry.key {
            case "json": JSONReaderDefinition(options, in: file).map { .json($0) }
            case "jsonl": JSONLinesReaderDefinition(options, in: file).map { .jsonl($0) }
            case "xml": XMLReaderDefinition(options, in: file).map { .xml($0) }
            case "sql": SQLReaderDefinition(options, in: file).map { .sql($0) }
            case "jpeg": JPEGReaderDefinition(options, in: file).map { .jpeg($0) }
            default: CSVReaderDefinition(options, in: file).map { .csv($0) }
            }
        guard let definition else { return nil }
        self = definition
    }
}

extension CSVReaderDefinition {
    static let keys = ["delimiters", "quoting", "preamble", "ragged", "duplicate_names"] + CSVShape.keys

    init?(_ node: Node, in file: DefinitionFile) {
        guard let section = Section(node, "csv reader", keys: Self.keys, in: file) else { return nil }
        self.init()
        if section["delimiters"] != nil {
            delimiters = section.words("delimiters").compactMap { word in
                if let byte = word.text.utf8.first, word.text.utf8.count == 1, ",;|\t".utf8.contains(byte) {
                    return byte
                }
                file.fault(word.mark, "a delimiter is one of \",\" \";\" \"|\" \"\\t\"")
                return nil
            }
        }
        quoting = section.choice("quoting", Quoting.self) ?? quoting
        preambleLines = section.count("preamble", most: 100) ?? preambleLines
        ragged = section.choice("ragged", Ragged.self) ?? ragged
        duplicateNames = section.choice("duplicate_names", DuplicateNames.self) ?? duplicateNames
        shape = CSVShape(section)
    }
}

extension PersonRule {
    static let keys = ["from", "join", "any_of", "setting", "is"]

    /// Whether it stands with a whole mapping or with a case of `unpivot`.
    enum Role { case mapping, unpivot }

    init?(_ node: Node, _ columns: SourceColumns, as role: Role, in file: DefinitionFile) {
        guard let section = Section(node, "person", keys: Self.keys, in: file) else { return nil }
        guard let place = ["from", "any_of"].first(where: { section[$0] != nil }),
            section["any_of"] == nil || section["from"] == nil && section["join"] == nil
        else {
            file.fault(section.mark, "a person needs `from`, with `join` or without, or `any_of`")
            return nil
        }
        guard let setting = section.text("setting", isRequired: true),
            let mark = section["setting"]?.mark, file.name(setting, at: mark, "setting") != nil
        else { return nil }
        let from = section.words(place)
        let join = section.words("join")
        columns.check(from + join, in: file)
        if !join.isEmpty, from.count > 1 {
            file.fault(section.mark, "beside `join` a person's `from` is one column")
        }
        // Without one of its columns a case gives no rows; a whole mapping would give everybody's.
        if role == .mapping || place == "from" && join.isEmpty { columns.require(from, in: file) }
        self.init(from: columns.spelt((from + join).map(\.text)), setting: setting)
        reach = place == "any_of" ? .any : join.isEmpty ? .first : .joined
        person = section.choice("is", Person.self) ?? .owner
    }
}

extension SkipRule {
    init?(_ node: Node, _ columns: SourceColumns, in file: DefinitionFile) {
        guard let section = Section(node, "skip rule", keys: ["when", "because"], in: file),
            let when = section.required("when"), let because = section.text("because", isRequired: true)
        else { return nil }
        let conditions = Condition.read(when, columns, in: file)
        guard !conditions.isEmpty else { return nil }
        self.init(when: conditions, because: because)
    }
}

extension UnpivotCase {
    static let keys = ["person", "when", "unless", "needs", "fields"]

    init?(_ node: Node, _ dataset: Dataset?, _ columns: SourceColumns, in file: DefinitionFile) {
        guard let section = Section(node, "case", keys: Self.keys, in: file) else { return nil }
        let person = section["person"].flatMap { PersonRule($0, columns, as: .unpivot, in: file) }
        let fields = FieldMapping.read(section, dataset, columns)
        if !fields.isEmpty, !fields.contains(where: { !$0.from.isEmpty }) {
            file.fault(section.mark, "a case of `unpivot` needs a field that comes from a column")
        }
        let needs = section.words("needs")
        for name in needs where !fields.contains(where: { $0.field == name.text }) {
            file.unknown("field of this case", name.text, at: name.mark, among: fields.map(\.field))
        }
        let isRepeated = fields.contains { field in field.from.contains { $0.contains("{n}") } }
        if !isRepeated, fields.contains(where: \.isNumbered) {
            file.fault(
                section.mark, "`{n}` stands in no column of this case: it counts columns, as in `Set {n} (Reps)`")
        }
        self.init(person: person, fields: fields)
        self.needs = needs.map(\.text)
        when = section["when"].map { Condition.read($0, columns, in: file) } ?? []
        unless = section["unless"] == nil ? [] : section.nodes("unless").map { Condition.read($0, columns, in: file) }
    }
}

extension FieldMapping {
    /// Whether it holds the number of a repeated case, `{n}`.
    var isNumbered: Bool { (from + [constant].compactMap { $0 }).contains { $0.contains("{n}") } }
}
