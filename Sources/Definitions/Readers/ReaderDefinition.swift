internal import YAML

/// Which reader, with its options.
public enum ReaderDefinition: Sendable {
    case csv(CSVReaderDefinition)
    case json(JSONReaderDefinition)
    case jsonl(JSONLinesReaderDefinition)
    case xml(XMLReaderDefinition)
    case sql(SQLReaderDefinition)
    case jpeg(JPEGReaderDefinition)

    /// Whether a line of the file names its columns; otherwise a record has what it has.
    public var hasHeader: Bool {
        switch self {
        case .csv(let csv): csv.shape.sections == nil
        case .json, .jsonl, .xml, .sql, .jpeg: false
        }
    }

    /// Columns that no header holds: what the reader adds to a record.
    var addedColumns: [String] {
        switch self {
        case .csv(let csv): csv.shape.addedColumns
        case .json, .jsonl, .xml, .jpeg: []
        case .sql: [SQLReaderDefinition.kindColumn]
        }
    }

    /// Columns that are named by their place, which every file has.
    var placedColumns: [String] {
        guard case .csv(let csv) = self, case .none(let names, let width) = csv.shape.header else { return [] }
        return names + (names.count..<max(names.count, width)).map { "#\($0 + 1)" }
    }

    /// Its word in definitions, on the command line and in reports.
    public var word: String {
        switch self {
        case .csv: "csv"
        case .json: "json"
        case .jsonl: "jsonl"
        case .xml: "xml"
        case .sql: "sql"
        case .jpeg: "jpeg"
        }
    }
}

/// How a format's CSV is written.
public struct CSVReaderDefinition: Sendable {
    /// Delimiters to choose from, by the header line; more than one is sniffed.
    public var delimiters: [UInt8] = [UInt8(ascii: ",")]
    /// What an inner quote looks like.
    public enum Quoting: String, CaseIterable, Sendable {
        /// RFC 4180: a quote inside a quoted cell is doubled.
        case doubled
        /// Inner quotes stand as they are: a quote ends the cell only before a delimiter or a line break.
        case unescaped
        /// RFC 4180 to the letter: as `doubled`, and a quote in a cell that does not begin with one rejects the record.
        case strict
    }
    public var quoting = Quoting.doubled
    /// Most lines that may stand before the header.
    public var preambleLines = 0
    /// What to do with a row that has fewer or more cells than the header.
    public enum Ragged: String, CaseIterable, Sendable {
        /// Too few or too many cells reject the record.
        case reject
        /// Missing cells at the end are absent; surplus cells reject the record.
        case pad
        /// Missing cells at the end are absent; surplus empty cells are let go, others reject the record.
        case trailing
        /// As `trailing`; and since rows are filled from the left, a last line without line break is whole where its
        /// last two cells are empty.
        case left
    }
    public var ragged = Ragged.reject
    /// Whether two columns may have one name (resolved as `name`, `name#2`, ...); otherwise the file is refused.
    public enum DuplicateNames: String, CaseIterable, Sendable { case refuse, number }
    public var duplicateNames = DuplicateNames.refuse
    public var shape = CSVShape()

    public init() {}
}

/// How a format's SQL dump is read.
public struct SQLReaderDefinition: Equatable, Sendable {
    /// Tables that are read, as `schema.table`; records of others have no cells. Empty: all.
    public var tables: [String] = []

    public init() {}

    /// The pseudo column that holds a record's table.
    public static let kindColumn = CSVShape.kindColumn
}

extension SQLReaderDefinition {
    static let keys = KeyTable<SQLReaderDefinition>("sql reader") { keys in
        keys.add(
            "tables", .oneOrMore(.form("^[^.]+\\.[^.]+$", "`schema.table`")),
            "Tables that are read; records of others have no cells. Default: all."
        ) { reader, node, scope in
            for word in scope.file.list(node, of: "tables") {
                let parts = word.text.split(separator: ".", omittingEmptySubsequences: false)
                if parts.count != 2 || parts.contains(where: \.isEmpty) {
                    scope.file.fault(word.mark, "a table of a dump is named `schema.table`")
                }
                reader.tables.append(word.text)
            }
        }
    }
}

/// How a format's photos are read: each file is one record.
public struct JPEGReaderDefinition: Equatable, Sendable {
    /// Names of files that may lie beside photos and say more about them: CSV or JSON with a column `file`.
    ///
    /// What they say of a photo are its columns `manifest.angle`, `manifest.taken_on` and so on.
    public var manifests = ["photos.csv", "photos.json"]

    public init() {}

    /// What stands before a manifest's columns.
    public static let manifestPrefix = "manifest."
}

extension JPEGReaderDefinition {
    static let keys = KeyTable<JPEGReaderDefinition>("jpeg reader") { _ in }
}

extension ReaderDefinition {
    static let keys = KeyTable<ReaderDefinition>("reader") { keys in
        func add<Reader>(
            _ name: String, _ table: KeyTable<Reader>, _ reader: Reader, _ about: String,
            _ make: @escaping @Sendable (Reader) -> ReaderDefinition
        ) where Reader: Sendable {
            keys.add(name, .object(name), about) { definition, node, scope in
                if let read = table.read(node, into: reader, scope) { definition = make(read) }
            }
        }
        keys.add("csv", .object("csv"), "CSV and its relatives.") { definition, node, scope in
            if let read = CSVReaderDefinition(node, scope) { definition = .csv(read) }
        }
        add("json", JSONReaderDefinition.keys, JSONReaderDefinition(), "One JSON document.") { .json($0) }
        add("jsonl", JSONLinesReaderDefinition.keys, JSONLinesReaderDefinition(), "JSON Lines.") { .jsonl($0) }
        add("xml", XMLReaderDefinition.keys, XMLReaderDefinition(), "XML.") { .xml($0) }
        add("sql", SQLReaderDefinition.keys, SQLReaderDefinition(), "A dump of PostgreSQL.") { .sql($0) }
        add("jpeg", JPEGReaderDefinition.keys, JPEGReaderDefinition(), "Photos: each file is a record.") { .jpeg($0) }
        keys.schemaRule("minProperties", 1)
        keys.schemaRule("maxProperties", 1)
    }

    init?(_ node: Node, in file: DefinitionFile) {
        let section = Section(node, Self.keys.title, keys: Self.keys.names, in: file)
        guard let section, let entry = section.entries.first, section.entries.count == 1 else {
            if section != nil {
                let words = Self.keys.names.map { "`\($0)`" }.joined(separator: ", ")
                file.fault(node.mark, "`reader` names one reader: \(words)")
            }
            return nil
        }
        guard let read = Self.keys.read(section, into: .csv(CSVReaderDefinition()), Scope(file: file)),
            read.word == entry.key
        else { return nil }
        self = read
    }
}
