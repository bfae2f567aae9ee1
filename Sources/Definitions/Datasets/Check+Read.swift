internal import YAML

extension Check {
    static let keys = ["sql", "because"]

    /// Reads an entry of `checks` and the SELECT beside it.
    init?(_ node: Node, in file: DefinitionFile) {
        guard let section = Section(node, "check", keys: Self.keys, in: file),
            let name = section.text("sql", isRequired: true), let mark = section["sql"]?.mark,
            let because = section.text("because", isRequired: true)
        else { return nil }
        guard file.name(name, at: mark, "check") != nil, let sql = file.sql("checks/\(name)", at: mark) else {
            return nil
        }
        self.init(name: name, because: because, sql: sql)
    }
}
