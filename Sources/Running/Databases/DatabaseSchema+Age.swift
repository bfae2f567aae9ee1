internal import Migrating
public import Postgres
internal import Summarising

/// Which is newer, the program or the database's schema.
extension DatabaseSchema {
    /// An older program would put older definitions over newer ones: refused, with what shows that it is older.
    func refuseOlderProgram(
        _ plan: SchemaPlan, _ summaries: Summaries, _ connection: Connection
    ) throws {
        let unknown = try plan.status(on: connection, place: place).unknown
        let former = try summaries.former(connection)
        guard !unknown.isEmpty || !former.isEmpty else { return }
        let evidence =
            unknown.first.map { "it has \($0), which this program does not know" }
            ?? "summary \(former[0]) was made from this program's definition before, and from a newer one since"
        throw SchemaFailure(
            description: "the database's schema is newer than this program: \(evidence). Use the newer program"
                + (unknown.isEmpty
                    ? "; to go back to the older definitions, `delete from scorebook.schema_history` first" : ""))
    }

    /// What a run needs to be there, in one question: 78 before its first statement instead of an error in the middle.
    ///
    /// Definitions without a schema of their own ask for none.
    public func requireCurrent(on connection: Connection) throws {
        let plan: SchemaPlan
        do { plan = try SchemaPlan(pipelines: folder) } catch SchemaError.unreadable { return }
        let missing = try plan.missing(on: connection, place: place)
        guard let first = missing.first else { return }
        let others = missing.count > 1 ? " and \(missing.count - 1) more are" : " is"
        throw SchemaFailure(
            description: "the database's schema is older than this program: \(first)\(others) not applied. "
                + "Run `scorebook schema up` as the administrator")
    }
}
