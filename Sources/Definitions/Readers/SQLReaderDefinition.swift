internal import YAML

/// How a format's SQL dump is read.
public struct SQLReaderDefinition: Equatable, Sendable {
    /// Tables that are read, as `schema.table`; records of others have no cells. Empty: all.
    public var tables: [String] = []

    public init() {}

    /// The pseudo column that holds a record's table.
    public static let kindColumn = CSVShape.kindColumn
}

extension SQLReaderDefinition {
    static let keys = ["tables"]

    init?(_ node: Node, in file: DefinitionFile) {
        guard let section = Section(node, "sql reader", keys: Self.keys, in: file) else { return nil }
        self.init()
        for word in section.words("tables") {
            let parts = word.text.split(separator: ".", omittingEmptySubsequences: false)
            if parts.count != 2 || parts.contains(where: \.isEmpty) {
                file.fault(word.mark, "a table of a dump is named `schema.table`")
            }
            tables.append(word.text)
        }
    }
}
