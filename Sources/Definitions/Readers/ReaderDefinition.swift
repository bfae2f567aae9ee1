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
