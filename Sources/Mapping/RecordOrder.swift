/// Whether the records that are mapped follow each other as in their file.
public enum RecordOrder: Sendable {
    case ofTheFile
    /// Some of a file's records: what came before one of them, nobody knows.
    case scattered
}
