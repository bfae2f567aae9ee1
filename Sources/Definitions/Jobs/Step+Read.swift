internal import YAML

extension Step {
    static let keys = ["sql", "when", "table"]

    /// Reads an entry of `steps` and the SQL beside it.
    init?(_ node: Node, tables: [String], in file: DefinitionFile) {
        guard let section = Section(node, "step", keys: Self.keys, in: file),
            let name = section.text("sql", isRequired: true), let mark = section["sql"]?.mark,
            section.required("when") != nil, let moment = section.choice("when", Moment.self),
            let table = section.table("table"), file.name(name, at: mark, "step") != nil
        else { return nil }
        if !tables.contains(table), let mark = section["table"]?.mark {
            file.unknown("table", table, at: mark, among: tables)
        }
        guard let sql = file.sql("steps/\(name)", at: mark) else { return nil }
        self.init(name: name, moment: moment, table: table, sql: sql)
    }
}
