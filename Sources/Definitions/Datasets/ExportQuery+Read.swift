internal import YAML

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
