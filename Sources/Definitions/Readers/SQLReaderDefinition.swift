/// How a format's SQL dump is read.
public struct SQLReaderDefinition: Equatable, Sendable {
    /// Tables that are read, as `schema.table`; records of others have no cells. Empty: all.
    public var tables: [String] = []

    public init() {}

    /// The pseudo column that holds a record's table.
    public static let kindColumn = CSVShape.kindColumn
}
