public import Postgres

/// A step of `schema up`, as SQL that psql runs.
public struct SchemaStep: Sendable, Equatable {
    public var title: String
    public var sql: String

    public init(title: String, sql: String) {
        self.title = title
        self.sql = sql
    }
}

extension SchemaPlan {
    /// What `up` would run now: repairs and files, and around them what keeps the record of our own objects.
    ///
    /// On a database of the app, tables that differ from what the datasets need are refused, as by `up`.
    public func script(
        on connection: Connection, place: Place
    ) throws -> (repairs: [SchemaDrift], before: [SchemaStep], after: [SchemaStep]) {
        let status = try status(on: connection, place: place)
        guard status.changed.isEmpty else { throw SchemaError.changed(status.changed) }
        if place == .elsewhere {
            let refusing = try verify(on: connection).filter { $0.weight == .refuses }
            guard refusing.isEmpty else { throw SchemaError.differs(refusing) }
        }
        let drift = try drift(on: connection) ?? []
        let repairs = drift.filter(\.isRepairable)
        var before = repairs.map { SchemaStep(title: "repair \($0)", sql: ($0.repair ?? "") + ";\n") }
        let missing = files(for: place).filter { status.missing.contains($0.name) }
        before += missing.filter { $0.layer < .scorebook }.map(\.step)
        before.append(SchemaStep(title: "", sql: OwnObjects.begin(moving: "").description))
        before += missing.filter { $0.layer >= .scorebook }.map(\.step) + Self.records(of: missing)
        let record = OwnObjects.record(keeping: drift.filter { !$0.isRepairable })
        let grants = SchemaStep(
            title: "what the app's policies and rules call, for our roles",
            sql: NeededGrant.script(summed: expectations.tables).description)
        return (repairs, before, [grants, SchemaStep(title: "the record of these objects", sql: record)])
    }
}
