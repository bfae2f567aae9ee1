/// One source format: how its files are recognised and how a raw record becomes a record of a dataset.
///
/// Read from `Pipelines/<dataset>/formats/<name>.yaml`.
public struct Format: Sendable {
    public var name: String
    public var title: String
    /// Path of the file that defines it, below the pipelines folder.
    public var path: String
    public var reader: ReaderDefinition
    /// Sets of column names; a header that holds all names of one of them is of this format.
    public var recognise: [[String]]
    /// Column names that this format never has: a header with one of them is another's.
    public var without: [String]
    /// Patterns of names that tell of a file that its content, which is as this format's, is something else.
    public var notNamed: [String]
    /// Patterns of names that tell what a file holds, as a word that `when: {"@named": ...}` asks for.
    public var named: [(pattern: String, word: String)] = []
    /// How the cells of a column are written in files that are none of this format's, and why.
    public var refuse: [(column: String, pattern: String, because: String)] = []
    public var companions: [Companion]
    /// Words that mean "no value" in every column of this format, beside the empty cell.
    public var missing: [String]
    /// What its records become; one at least.
    public var records: [RecordMapping] { didSet { columns = Self.columns(of: records) } }
    /// Names of columns that it mentions, each once.
    public private(set) var columns: [String]

    public init(
        name: String, title: String, path: String, reader: ReaderDefinition, recognise: [[String]],
        without: [String] = [], notNamed: [String] = [], companions: [Companion] = [], missing: [String] = [],
        records: [RecordMapping]
    ) {
        self.name = name
        self.title = title
        self.path = path
        self.reader = reader
        self.recognise = recognise
        self.without = without
        self.notNamed = notNamed
        self.companions = companions
        self.missing = missing
        self.records = records
        columns = Self.columns(of: records)
    }

    /// Datasets that it feeds, each once.
    public var datasets: [String] {
        var names: [String] = []
        for record in records where !names.contains(record.dataset) { names.append(record.dataset) }
        return names
    }

    private static func columns(of records: [RecordMapping]) -> [String] {
        var seen: Set<String> = []
        return records.flatMap(\.columns).filter { seen.insert($0).inserted }
    }
}
