internal import Records
internal import YAML

extension Format {
    static let keys = KeyTable<Format>("definition") { keys in
        keys.add(
            "format", \.title, .text, .required,
            "What people call it: who makes such files, then in brackets which of them. Its name is that of the file.")
        keys.add("evidence", .text, "How the layout is known: \(Evidence.forms).") { format, node, scope in
            guard let text = scope.file.text(node, of: "evidence") else { return }
            format.evidence = Evidence(text)
            if format.evidence == nil { scope.file.fault(node.mark, "`evidence` is \(Evidence.forms)") }
        }
        keys.add(
            "reader",
            .oneOrMore(.either([.choice(ReaderDefinition.Kind.allCases.map(\.rawValue)), .object("reader")])),
            .required,
            "How its files are read: a type, or more. Further readers, json and jsonl, are of files with the same records "
                + "and with keys for columns: formats of their own, NAME-json and NAME-jsonl."
        ) {
            let node = $1.elements?.first ?? $1
            if let reader = ReaderDefinition(node, in: $2.file) { $0.reader = reader }
        }
        keys.add(
            "rows_of", .choice(TableRows.Spread.allCases.map(\.rawValue)),
            "The records are rows of the datasets' tables, column for column: one format for each table, or one for "
                + "all."
        ) { _, _, _ in }
        keys.add(
            "aliases", \.spellings, .spellings,
            "Columns and their other spellings, translations as a rule; elsewhere the definition says the first "
                + "name alone.")
        keys.add(
            "recognise", setsOfColumns,
            "Column names, or several sets of them; a header that holds one set is of this format."
        ) {
            $2.file.recognise = $1.mark
            $0.recognise = sets($1, $2)
        }
        keys.add(
            "without", .oneOrMore(.text),
            "Column names that this format never has; `*`: any that it does not mention."
        ) { format, node, scope in
            for word in scope.file.list(node, of: "without") {
                format.without.append(word.text)
                if format.recognise.contains(where: { $0.contains(word.text) }) {
                    scope.file.fault(word.mark, "column `\(word.text)` is both in `recognise` and in `without`")
                }
            }
        }
        keys.add(
            "named", .map(.text),
            "Patterns of names that alone show what a file holds, as words for `when: {\"@named\": WORD}`; an empty word: "
                + "something else, that is built as this format's files."
        ) { format, node, scope in
            for entry in scope.file.entries(node, of: "named", "names of files to words") ?? [] {
                guard let word = scope.file.text(entry.value, of: entry.key) else { continue }
                if word.isEmpty { format.notNamed.append(entry.key) } else { format.named.append((entry.key, word)) }
            }
        }
        keys.add(
            "refuse", \.refuse, .objects("refuse", Refusal.read),
            "Files of this vendor, or that look like this format's, that are none of its files.")
        keys.add(
            "matches", \.proof, .object("proof") { Proof.keys.read($0, into: Proof(), $1) },
            "Neighbouring files that prove a setting: they have equal values at equal moments, in UTC.")
        keys.add(
            "ignore", .oneOrMore(.either([.text, .map(.text)])),
            "Patterns of names of an archive's entries, and of paths in its folder, that belong to such an export and carry "
                + "nothing, with the reason where that is not plain; or a format of the same export that lists them."
        ) {
            $0.ignore = IgnoredEntry.all($1, $2)
            $0.ignoreMark = $1.mark
        }
        keys.add("missing", \.missing, .texts, "Words that mean no value in every column, beside the empty cell.")
        keys.add(
            "unrecoverable", \.unrecoverable, .texts,
            "Text of values that were destroyed when the file was written, in every field of text or JSON.")
        keys.add(
            "records", .oneOrMore(.object("record")),
            "Several mappings, instead of one at the top."
        ) { _, _, _ in }
        keys.schemaRule("if", ["required": ["rows_of"]])
        let derived = ["recognise", "records", "dataset", "fields", "gives", "when", "key", "unpivot"]
        keys.schemaRule("then", ["not": ["anyOf": .array(derived.map { ["required": [.text($0)]] })]])
        keys.schemaRule(
            "else",
            [
                "required": ["recognise"], "if": ["required": ["records"]],
                "then": ["not": ["anyOf": [["required": ["dataset"]], ["required": ["fields"]]]]],
                "else": ["required": ["fields"]],
            ])
    }

    static let setsOfColumns = Shape.either([
        .list(.text, 1...Int.max), .list(.list(.text, 1...Int.max), 1...Int.max),
    ])

    /// The sets of `recognise`: `[a, b]` is one, `[[a, b], [c]]` are two.
    static func sets(in node: Node) -> [Node] {
        let elements = node.elements ?? []
        return elements.contains { $0.elements != nil } || elements.isEmpty ? elements : [node]
    }

    /// One mapping stands at the top, several stand below `records`.
    static let allKeys = keys.names + RecordMapping.keys.names

    /// The formats that a file defines: one, or those of the rows of tables.
    ///
    /// - Parameter datasets: those first to whose tables others refer.
    static func all(
        _ bytes: [UInt8], datasets: [Dataset], names: [String], in file: DefinitionFile
    ) -> [Format] {
        guard let root = file.root(of: bytes, keys: allKeys) else { return [] }
        let scope = Scope(file: file, datasets: datasets, datasetNames: names)
        guard root["rows_of"] != nil else {
            let root = Conventions.expanded(root, scope)
            guard let format = Format(root, file.name, scope) else { return [] }
            let others = OtherReaders(root, ReaderDefinition.nodes(root)?.others ?? [], beside: format.reader)
            return [format] + others.definitions.compactMap { read($0.node, $0.name, scope) }
        }
        guard let rows = TableRows(root) else { return [] }
        return rows.definitions(datasets).compactMap { definition in
            var format = read(definition.node, definition.name, scope)
            format?.isOfTables = true
            format?.evidence = .documented
            return format
        }
    }

    private static func read(_ definition: Node, _ name: String, _ scope: Scope) -> Format? {
        Section(definition, keys.title, keys: allKeys, in: scope.file).flatMap { Format($0, name, scope) }
    }

    /// Reads a format and checks it against its datasets; what cannot be read is faulted and left out.
    private init?(_ root: Section, _ name: String, _ scope: Scope) {
        let empty = Format(
            name: name, title: "", path: scope.file.path, reader: .csv(CSVReaderDefinition()), recognise: [],
            records: [])
        guard root.required("recognise") != nil, let node = ReaderDefinition.nodes(root)?.own else { return nil }
        var read = ReaderDefinition(node, in: scope.file) == nil ? nil : Self.keys.read(root, into: empty, scope)
        var scope = scope
        if var shaped = read {
            shaped.takeRecordColumn(scope.file)
            read = shaped
        }
        if let read {
            scope.columns = SourceColumns(
                spellings: read.spellings, recognise: read.recognise, others: read.without + read.reader.addedColumns,
                placed: read.reader.placedColumns, naming: read.reader.naming)
        }
        var sections = [root]
        if root["records"] != nil {
            for key in RecordMapping.keys.names {
                if let node = root[key] {
                    root.file.fault(node.mark, "with `records`, move `\(key)` below one of them")
                }
            }
            sections = root.nodes("records").compactMap {
                Section($0, RecordMapping.keys.title, keys: RecordMapping.keys.names, in: root.file)
            }
        }
        var records: [RecordMapping] = []
        var unsaid: [Int] = []
        for section in sections {
            guard let record = RecordMapping(section, scope) else { continue }
            if section["repeats"] == nil { unsaid.append(records.count) }
            records.append(record.with(unrecoverable: read?.unrecoverable ?? []))
        }
        guard var format = read, !format.recognise.isEmpty, !records.isEmpty else { return nil }
        format.records = records
        for place in unsaid {
            guard let dataset = scope.of(records[place]).dataset else { continue }
            if records[place].areEvents(of: dataset, beside: records) { format.records[place].repeats = .several }
        }
        format.definition = root.node
        self = format
        passRepeatedHeaders()
        spellShape()
        refuseAmbiguousColumns()
        reader.check(columns, of: root)
    }

    /// `aliases: {"@record": "#1"}`: the column of a CSV that says of what kind a record is.
    private mutating func takeRecordColumn(_ file: DefinitionFile) {
        guard case .csv(var csv) = reader, let columns = spellings.removeValue(forKey: CSVShape.kindColumn) else {
            return
        }
        if csv.shape.sections != nil || columns.count != 1 {
            file.fault(file.recognise ?? Mark(line: 1, column: 1), "`@record` is one column of a file without sections")
        }
        csv.shape.recordColumn = columns.first
        reader = .csv(csv)
    }

    /// `skip: {when: {Id: Id}}`: the header appears again among the records, and says nothing.
    private mutating func passRepeatedHeaders() {
        guard case .csv(var csv) = reader else { return }
        csv.shape.isHeaderRepeated = records.allSatisfy { record in
            record.skip.contains { rule in
                rule.when.allSatisfy { !Set([$0.column] + $0.spellings).isDisjoint(with: $0.words) }
            }
        }
        reader = .csv(csv)
    }

    /// A row that holds one cell alone has it in the column of any spelling, and so has a cell that packs several rows.
    private mutating func spellShape() {
        guard case .csv(var csv) = reader else { return }
        if let column = csv.shape.explode?.column { csv.shape.explode?.spellings = spellings[column] ?? [] }
        csv.shape.stateRows = csv.shape.stateRows.flatMap { row in
            guard row.sign == .alone else { return [row] }
            return ([row.column] + (spellings[row.column] ?? [])).map { column in
                var spelt = row
                spelt.column = column
                return spelt
            }
        }
        reader = .csv(csv)
    }

    /// Of two columns of one name it is not known which is meant, where the definition does not say `NAME#2` as well.
    private mutating func refuseAmbiguousColumns() {
        guard case .csv(var csv) = reader else { return }
        let read = Set(columns + recognise.joined().flatMap { [$0] + (spellings[$0] ?? []) })
        csv.duplicateNames = .numberUnless(read.filter { !read.contains("\($0)#2") })
        reader = .csv(csv)
    }

    private static func sets(_ node: Node, _ scope: Scope) -> [[String]] {
        let sets = Self.sets(in: node)
        if sets.isEmpty {
            scope.file.fault(node.mark, "`recognise` must be a list of column names, or of such lists")
        }
        return sets.compactMap { set in
            guard let nodes = set.elements, !nodes.isEmpty else {
                scope.file.fault(set.mark, "a set of `recognise` must be a list of column names, not empty")
                return nil
            }
            return scope.file.words(nodes, of: "recognise").map(\.text)
        }
    }
}

extension Format.Proof {
    static let keys = KeyTable<Format.Proof>("proof") { keys in
        keys.add("setting", \.setting, .text, .required, "The setting that they prove.")
        keys.add("constant", \.value, .text, .required, "The proven value of the setting.")
        keys.add("from", \.columns, .texts, .required, "This file's columns for time and value.")
        keys.add(
            "pattern", \.beside, .text, .required,
            "A pattern of their paths from the file's folder: `../Activity/steps_*.csv`.")
        keys.add("columns", \.theirs, .texts, .required, "Their columns for time and value.")
    }
}

extension Format.Refusal {
    static let keys = KeyTable<Format.Refusal>("refuse") { keys in
        keys.add(
            "columns", \.columns, .texts,
            "Columns of another layout of this vendor, which no format reads.")
        keys.add("from", \.column, .text, "A column of the file.")
        keys.add(
            "pattern", \.pattern, .text, .beside(["from"]),
            "How every cell of the first records is written; 0 is a digit.")
        keys.add(
            "apart", \.apart, .number(2...366), .beside(["from"]),
            "Days that are at least between the days of one record and of the next, among all of the first records.")
        keys.add(
            "person", \.person, .text,
            "A column that says whose a record is: a file is refused whose records are of several people.")
        keys.add("because", \.because, .text, .required, "What the file is, and what to import instead.")
        keys.schemaRule(
            "oneOf",
            [
                ["required": ["columns"]], ["required": ["from", "pattern"]], ["required": ["from", "apart"]],
                ["required": ["person"]],
            ])
    }

    static func read(_ node: Node, _ scope: Scope) -> Format.Refusal? {
        guard let refusal = keys.read(node, into: Format.Refusal(), scope) else { return nil }
        let kinds = [!refusal.columns.isEmpty, !refusal.pattern.isEmpty, refusal.apart > 0]
        let isSound =
            refusal.person.isEmpty
            ? kinds.count(where: { $0 }) == 1 && refusal.columns.isEmpty != refusal.column.isEmpty
            : !kinds.contains(true) && refusal.column.isEmpty
        guard isSound else {
            scope.file.fault(node.mark, "a `refuse` has `columns`, `person`, or `from` with `pattern` or `apart`")
            return nil
        }
        return refusal
    }
}

extension Value where Property == [String: [String]] {
    /// `aliases: {Set Order: [Ordre de la série, Reihenfolge festlegen]}`.
    static var spellings: Value {
        Value(.map(.oneOrMore(.text))) { node, key, scope in
            guard let entries = scope.file.entries(node, of: key, "column names to their other spellings") else {
                return [:]
            }
            var spellings: [String: [String]] = [:]
            for entry in entries {
                let words = scope.file.words(entry.value.elements ?? [entry.value], of: entry.key)
                if let word = words.first(where: { word in entries.contains { $0.key == word.text } }) {
                    scope.file.fault(word.mark, "`\(word.text)` is a column of its own in `aliases`")
                }
                spellings[entry.key] = words.map(\.text)
            }
            return spellings
        }
    }
}

/// The column names that a format states, to find those that were misspelt.
struct SourceColumns {
    /// Other spellings by the name that the definition uses.
    let spellings: [String: [String]]
    let sets: [[String]]
    let stated: [String]
    let names: Set<String>
    /// Columns that every file has, being named by their place.
    let placed: Set<String>
    let naming: Naming

    /// Where columns have their names from: a header that recognition has seen, or each record.
    ///
    /// Of JSON the names are paths.
    enum Naming { case header, record, path }

    init(
        spellings: [String: [String]] = [:], recognise: [[String]], others: [String], placed: [String] = [],
        naming: Naming
    ) {
        self.spellings = spellings
        self.naming = naming
        self.placed = Set(placed)
        sets = recognise
        stated = recognise.flatMap { $0 }
        names = Set(stated + others)
    }

    /// The columns with all their spellings.
    func spelt(_ names: [String]) -> [String] { names.flatMap { [$0] + (spellings[$0] ?? []) } }

    /// Faults columns of which a header that is recognised may have none.
    ///
    /// Whose record it is must stand in every file of the format: without the column all records would be the owner's.
    func require(_ words: [(text: String, mark: Mark)], in file: DefinitionFile) {
        let names = words.map(\.text)
        guard naming == .header, placed.isDisjoint(with: names), let mark = words.first?.mark,
            sets.contains(where: { Set($0).isDisjoint(with: names) })
        else { return }
        let list = names.map { "`\($0)`" }.joined(separator: ", ")
        file.fault(mark, "every set of `recognise` must hold the column that names the person (\(list))")
    }

    /// Faults a column that differs by one letter or by case from one the format is recognised by.
    ///
    /// The first letter of a word is hardly ever misspelt: height is no weight.
    func check(_ words: [(text: String, mark: Mark)], in file: DefinitionFile) {
        if naming == .path { JSONPath.check(words, in: file) }
        guard naming == .header else { return }
        let listed = Set(words.map(\.text))
        for word in words where !names.contains(word.text) && word.text.count > 3 && word.text.first != "#" {
            // Of ASCII in small letters; others are written the same.
            let first = word.text.utf8.first.map { $0 | 0x20 }
            let slip = stated.first {
                abs($0.utf8.count - word.text.utf8.count) <= 4 && $0.utf8.first.map { $0 | 0x20 } == first
                    && !listed.contains($0) && Suggestion.distance($0, word.text) < 2
            }
            if let slip { file.fault(word.mark, "column `\(word.text)` is not in `recognise`", suggestion: slip) }
        }
    }
}

extension ReaderDefinition {
    /// Where columns have their names from.
    fileprivate var naming: SourceColumns.Naming {
        switch self {
        case .json, .jsonl: .path
        case .csv, .xml, .sql, .activity, .jpeg: hasHeader ? .header : .record
        }
    }
}
