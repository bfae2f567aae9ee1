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
