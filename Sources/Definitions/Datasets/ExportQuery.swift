internal import YAML

/// What `scorebook export` writes of a dataset's rows, to be read again by one of the formats.
///
/// Read from `Pipelines/<dataset>/exports/<name>.sql`: a SELECT whose columns are those of the file, of the rows of `$1`, an
/// owner's id, from day `$2` to day `$3`, both included, and verified where `$4` is true; null means all.
public struct ExportQuery: Sendable {
    public var name: String
    public var sql: String

    public init(name: String, sql: String) {
        self.name = name
        self.sql = sql
    }
}

extension ExportQuery {
    static let keys = ["sql"]

    /// Reads an entry of `exports` and the SELECT beside it.
    init?(_ node: Node, in file: DefinitionFile) {
        guard let section = Section(node, "export", keys: Self.keys, in: file),
            let name = section.text("sql", isRequired: true), let mark = section["sql"]?.mark,
            file.name(name, at: mark, "export") != nil, let sql = file.sql("exports/\(name)", at: mark)
        else { return nil }
        self.init(name: name, sql: sql)
    }
}
