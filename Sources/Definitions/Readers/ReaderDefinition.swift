internal import YAML

/// Which reader, with its options.
public enum ReaderDefinition: Sendable {
    case csv(CSVReaderDefinition)
    case json(JSONReaderDefinition)
    case jsonl(JSONLinesReaderDefinition)
    case xml(XMLReaderDefinition)
    case sql(SQLReaderDefinition)
    case activity(ActivityReaderDefinition)
    case jpeg(JPEGReaderDefinition)

    /// Whether a line of the file names its columns; otherwise a record has what it has.
    public var hasHeader: Bool {
        switch self {
        case .csv(let csv): csv.shape.sections == nil
        case .json, .jsonl, .xml, .sql, .activity, .jpeg: false
        }
    }

    /// Every reader of files without a header, as it looks at a file's beginning.
    public static let withoutHeader: [ReaderDefinition] =
        [
            .json(JSONReaderDefinition()), .jsonl(JSONLinesReaderDefinition()), .xml(XMLReaderDefinition()),
            .sql(SQLReaderDefinition()), .jpeg(JPEGReaderDefinition()),
        ] + ActivityReaderDefinition.Form.allCases.map { .activity(ActivityReaderDefinition($0)) }

    /// Columns that no header holds: what the reader adds to a record.
    var addedColumns: [String] {
        switch self {
        case .csv(let csv): csv.shape.addedColumns
        case .json, .jsonl, .xml, .jpeg: []
        case .activity, .sql: [SQLReaderDefinition.kindColumn]
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
        case .activity(let activity): activity.form.rawValue
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
        /// Missing cells at the end are absent; surplus cells are passed over.
        case skip
    }
    public var ragged = Ragged.reject
    /// What becomes of columns of one name.
    public enum DuplicateNames: Equatable, Sendable {
        /// The file is refused.
        case refuse
        /// They are `name`, `name#2` and so on.
        case number
        /// The same; of these names a file has one column, or is refused: which of several is meant is not known.
        case numberUnless(Set<String>)
    }
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

extension ReaderDefinition {
    /// The readers' words.
    enum Kind: String, CaseIterable { case csv, json, jsonl, xml, sql, fit, track, jpeg }

    /// What is said of a reader, before it is known whether that is enough.
    struct Draft {
        var type: Kind?
        var csv = CSVReaderDefinition()
        var places: [(text: String, mark: Mark)] = []
        var refuse: [XMLReaderDefinition.Refusal] = []
    }

    static let keys = KeyTable<Draft>("reader") { keys in
        keys.add(
            "type", \.type, .choice, .required,
            "`csv` and its relatives, `json`: one document, `jsonl`: JSON Lines, `sql`: a dump of PostgreSQL, `fit`: "
                + "activities as watches write them, `track`: TCX and GPX, `jpeg`: photos (JPEG and HEIC), of which each is a record."
        )
        for key in CSVReaderDefinition.keys.keys {
            keys.add(key.name, key.shape, .with("`type: csv`") { $0.type == .csv }, key.about) {
                key.read(&$0.csv, $1, $2)
            }
        }
        keys.add(
            "from", .oneOrMore(.text), .with("json, jsonl, xml, sql, fit, track or sections of csv") { $0.hasPlaces },
            "Where records are. JSON: paths as in `data.metrics[*].data[*]`; default: elements of the array at the root, "
                + "or the root; of JSON Lines: the line. XML, required: elements as in `HealthData/Record`. SQL: tables as "
                + "in `public.schools`; FIT and tracks: messages as in `session`, `lap`, `record`; CSV: titles of sections; "
                + "default: all."
        ) { $0.places = $2.file.list($1, of: "from") }
        keys.add(
            "recognise", Format.setsOfColumns,
            "Of a further reader: its sets of keys; default: the format's. Keys without values may be missing in JSON."
        ) { _, _, _ in }
        keys.add(
            "refuse", .map(.text), .with("`type: xml`") { $0.type == .xml },
            "Roots of documents that are refused, each with what it is and what to import instead."
        ) { reader, node, scope in
            let entries = scope.file.entries(node, of: "refuse", "roots to the reasons why they are refused") ?? []
            reader.refuse = entries.compactMap { entry in
                scope.file.text(entry.value, of: entry.key).map { .init(root: entry.key, because: $0) }
            }
        }
        keys.schemaRule("if", ["properties": ["type": ["const": "xml"]]])
        keys.schemaRule("then", ["required": ["from"]])
    }

    /// The node of a format's own reader, and those of further readers, whose formats are named after it.
    static func nodes(_ root: Section) -> (own: Node, others: [Node])? {
        guard let node = root.required("reader") else { return nil }
        guard let elements = node.elements else { return (node, []) }
        if let first = elements.first { return (first, Array(elements.dropFirst())) }
        root.file.fault(node.mark, "`reader` is an empty list")
        return nil
    }

    /// `csv`, or `{type: csv, delimiters: ";"}`.
    init?(_ node: Node, in file: DefinitionFile) {
        let options =
            node.text == nil
            ? node : Node(content: .mapping([.init(key: "type", keyMark: node.mark, value: node)]), mark: node.mark)
        guard let section = Section(options, Self.keys.title, keys: Self.keys.names, in: file),
            let draft = Self.keys.read(section, into: Draft(), Scope(file: file)), let type = draft.type
        else { return nil }
        switch type {
        case .csv: self = .csv(draft.csv.with(sections: draft.places, section))
        case .json: self = .json(JSONReaderDefinition(records: JSONPath.records(draft.places, in: file)))
        case .jsonl: self = .jsonl(JSONLinesReaderDefinition(records: JSONPath.records(draft.places, in: file)))
        case .xml:
            guard section.required("from") != nil else { return nil }
            self = .xml(XMLReaderDefinition(draft.places, refuse: draft.refuse, at: section["refuse"]?.mark, in: file))
        case .sql: self = .sql(SQLReaderDefinition(draft.places, in: file))
        case .fit: self = .activity(ActivityReaderDefinition(.fit, draft.places, in: file))
        case .track: self = .activity(ActivityReaderDefinition(.track, draft.places, in: file))
        case .jpeg: self = .jpeg(JPEGReaderDefinition())
        }
    }
}

extension ReaderDefinition.Draft {
    var hasPlaces: Bool {
        switch type {
        case .json, .jsonl, .xml, .sql, .fit, .track: true
        case .csv: csv.shape.sections != nil
        case .jpeg, nil: false
        }
    }
}

extension SQLReaderDefinition {
    fileprivate init(_ places: [(text: String, mark: Mark)], in file: DefinitionFile) {
        for place in places {
            let parts = place.text.split(separator: ".", omittingEmptySubsequences: false)
            if parts.count != 2 || parts.contains(where: \.isEmpty) {
                file.fault(place.mark, "a table of a dump is named `schema.table`")
            }
            tables.append(place.text)
        }
    }
}
