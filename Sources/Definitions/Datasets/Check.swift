internal import YAML

/// A rule over many records of a unit, as one SELECT over its staged rows.
///
/// Read from `Pipelines/<dataset>/checks/<name>.sql`. The SELECT gives `record` and `field`; each such record is refused.
/// It reads `pg_temp.staged_<table>`, which has the columns of the target that fields fill, and the targets themselves.
public struct Check: Sendable {
    public var name: String
    public var because: String
    public var sql: String

    public init(name: String, because: String, sql: String) {
        self.name = name
        self.because = because
        self.sql = sql
    }
}

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
