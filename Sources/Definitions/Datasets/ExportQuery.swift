/// What `scorebook export` writes of a dataset's rows, to be read again by one of the formats.
///
/// Read from `Pipelines/<dataset>/exports/<name>.sql`: a SELECT of the rows of `$1`, an owner's id, whose columns are those
/// of the file.
public struct ExportQuery: Sendable {
    public var name: String
    /// How its CSV is quoted, as the format that reads it again has it.
    public var quoting: CSVReaderDefinition.Quoting
    public var sql: String

    public init(name: String, quoting: CSVReaderDefinition.Quoting, sql: String) {
        self.name = name
        self.quoting = quoting
        self.sql = sql
    }
}
