internal import Records
internal import YAML

extension Format {
    static let keys = [
        "format", "title", "reader", "also", "rows_of", "columns", "recognise", "without", "not_named", "companions",
        "companions_of",
        "missing", "unrecoverable", "records", "named", "refuse",
    ]
    /// One mapping stands at the top, several stand below `records`.
    static let allKeys = keys + RecordMapping.keys

    /// The formats that a file defines: one, or those of the rows of tables.
    ///
    /// - Parameter datasets: those first to whose tables others refer.
    static func all(
        _ bytes: [UInt8], stem: String, datasets: [Dataset], names: [String], in file: DefinitionFile
    ) -> [Format] {
        guard let root = file.root(of: bytes, keys: allKeys) else { return [] }
        if let name = root.text("format", isRequired: true), name != stem, let node = root["format"] {
            file.fault(node.mark, "format `\(name)` must be named as its file", suggestion: stem)
        }
        guard root["rows_of"] != nil else {
            if let node = root["unrecoverable"] {
                file.fault(node.mark, "`unrecoverable` is allowed here only beside `rows_of`")
            }
            let others = root["also"].map { OtherReaders(root, $0).definitions } ?? []
            let formats = [Format(root, datasets: datasets, names: names)]
            return (formats + others.map { read($0, datasets, names, in: file) }).compactMap { $0 }
        }
        guard let rows = TableRows(root) else { return [] }
        return rows.definitions(datasets).compactMap { read($0, datasets, names, in: file) }
    }

    private static func read(
        _ definition: Node, _ datasets: [Dataset], _ names: [String], in file: DefinitionFile
    ) -> Format? {
        Section(definition, "definition", keys: ["version"] + allKeys, in: file)
            .flatMap { Format($0, datasets: datasets, names: names) }
    }

    /// Reads a format and checks it against its datasets; what cannot be read is faulted and left out.
    private init?(_ root: Section, datasets: [Dataset], names: [String]) {
        let file = root.file
        let name = root.text("format")
        let title = root.text("title", isRequired: true)
        let reader = ReaderDefinition(root)
        let recognise = Self.recognise(root)
        file.recognise = root["recognise"]?.mark
        let without = root.words("without")
        for word in without where recognise.contains(where: { $0.contains(word.text) }) {
            file.fault(word.mark, "column `\(word.text)` stands both in `recognise` and in `without`")
        }
        let spellings = SourceColumns.spellings(root)
        let columns = SourceColumns(
            spellings: spellings, recognise: recognise, others: without.map(\.text) + (reader?.addedColumns ?? []),
            placed: reader?.placedColumns ?? [], naming: reader?.naming ?? .header)
        var sections = [root]
        if root["records"] != nil {
            for key in RecordMapping.keys {
                if let node = root[key] {
                    file.fault(node.mark, "`\(key)` stands below `records` where there are some")
                }
            }
            sections = root.nodes("records").compactMap {
                Section($0, "record mapping", keys: RecordMapping.keys, in: file)
            }
        }
        let records = sections.compactMap { RecordMapping($0, columns, datasets: datasets, names: names) }
        guard let name, let title, let reader, !recognise.isEmpty, !records.isEmpty else { return nil }
        self.init(
            name: name, title: title, path: file.path, reader: reader, recognise: recognise,
            without: without.map(\.text), notNamed: root.texts("not_named"), companions: Companion.all(root),
            missing: root.texts("missing"), records: records)
        definition = root.node
        self.spellings = spellings
        companionsOf = root.words("companions_of").first.map { ($0.text, $0.mark) }
        readNames(root)
        reader.check(self.columns, of: root)
    }

    /// `named: {"aggregates_steps*.csv": steps}` and `refuse: {column: Date, pattern: 0000-00, because: ...}`.
    private mutating func readNames(_ root: Section) {
        if let node = root["named"] {
            guard let entries = node.entries, !entries.isEmpty else {
                return root.file.fault(node.mark, "`named` must be a mapping of names of files to words")
            }
            named = entries.compactMap { entry in
                root.file.text(entry.value, of: entry.key).map { (pattern: entry.key, word: $0) }
            }
        }
        for node in root["refuse"] == nil ? [] : root.nodes("refuse") {
            guard let section = Section(node, "refuse", keys: ["column", "pattern", "because"], in: root.file),
                let column = section.text("column", isRequired: true),
                let pattern = section.text("pattern", isRequired: true),
                let because = section.text("because", isRequired: true)
            else { continue }
            refuse.append((column, pattern, because))
        }
    }

    private static func recognise(_ root: Section) -> [[String]] {
        guard let node = root.required("recognise") else { return [] }
        guard let sets = node.elements, !sets.isEmpty else {
            root.file.fault(node.mark, "`recognise` must be a list of lists of column names")
            return []
        }
        return sets.compactMap { set in
            guard let nodes = set.elements, !nodes.isEmpty else {
                root.file.fault(set.mark, "a set of `recognise` must be a list of column names, not empty")
                return nil
            }
            return root.file.words(nodes, of: "recognise").map(\.text)
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

    /// `columns: {Set Order: [Ordre de la série, Reihenfolge festlegen]}`.
    static func spellings(_ root: Section) -> [String: [String]] {
        guard let node = root["columns"] else { return [:] }
        guard let entries = node.entries, !entries.isEmpty else {
            root.file.fault(node.mark, "`columns` must be a mapping of column names to their other spellings")
            return [:]
        }
        var spellings: [String: [String]] = [:]
        for entry in entries {
            let words = root.file.words(entry.value.elements ?? [entry.value], of: entry.key)
            if let word = words.first(where: { word in entries.contains { $0.key == word.text } }) {
                root.file.fault(word.mark, "`\(word.text)` is a column of its own in `columns`")
            }
            spellings[entry.key] = words.map(\.text)
        }
        return spellings
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
            let slip = stated.first {
                abs($0.utf8.count - word.text.utf8.count) <= 4 && !listed.contains($0)
                    && $0.prefix(1).lowercased() == word.text.prefix(1).lowercased()
                    && Suggestion.distance($0, word.text) < 2
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
        case .csv, .xml, .sql, .jpeg: hasHeader ? .header : .record
        }
    }
}
