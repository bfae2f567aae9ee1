internal import YAML

/// What is done in a unit's transaction beside the rows that its records give.
///
/// Read from `Pipelines/<dataset>/steps/<name>.sql`: statements that the server parts, in one request. It reads `pg_temp.staged_<table>`; from `before` on `{labelled}` stands
/// for the table's rows with their `label`: `i` those to insert, `u` those to update. `{known}`, behind
/// `with`, stands for the dataset's tables as they will be: `known_<table>`, with `record` null where the unit does not bring
/// the row. A step before names in `pg_temp.rewritten` (`table_name`, `key`) rows of other tables that the step after changes:
/// what was as we wrote it counts as ours still.
public struct Step: Sendable {
    public enum Moment: String, CaseIterable, Sendable {
        /// Once all rows are staged, before any is looked up: it may change them.
        case staged
        /// Before a table's rows are written.
        case before
        /// After them.
        case after
        /// When the unit is told of: a SELECT of `what` and `count`, for the report.
        case told
    }

    public var name: String
    public var moment: Moment
    /// The table whose rows it is about: where the unit brings none, nothing is done.
    public var table: String
    public var sql: String

    public init(name: String, moment: Moment, table: String, sql: String) {
        self.name = name
        self.moment = moment
        self.table = table
        self.sql = sql
    }
}

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
