public import Postgres

extension SchemaPlan {
    /// Where our own objects are no longer as `schema up` made them; nil where nothing is recorded yet.
    public func drift(on connection: Connection) throws -> [SchemaDrift]? {
        guard try hasFacts(connection),
            try connection.value("select exists (select from scorebook.schema_facts)") == true
        else { return nil }
        let drifted = try connection.rows(Self.comparison).map(Self.drift)
        let gone = Set(drifted.filter(\.isGone).map(\.object))
        return drifted.map { drift in
            var drift = drift
            drift.isBeneath = !drift.isGone && gone.contains(drift.object)
            return drift
        }
    }

    /// Opens the record in a transaction that changes objects of ours; what others had changed before is given back to
    /// `record`, which leaves it as it was recorded.
    ///
    /// - Parameter schema: a schema whose tables the transaction moves to their place.
    public func beginRecord(
        on connection: Connection, moving schema: String = ""
    ) throws -> [SchemaDrift] {
        try connection.run(OwnObjects.begin(moving: schema))
        return try drift(on: connection) ?? []
    }

    /// Records what is ours now.
    public func record(on connection: Connection, keeping drifted: [SchemaDrift]) throws {
        guard try hasFacts(connection) else { return }
        try connection.run(OwnObjects.record(keeping: drifted))
    }

    /// Makes good what has drifted and can be; returns what was repaired and what was not.
    func repair(
        on connection: Connection
    ) throws -> (repaired: [SchemaDrift], left: [SchemaDrift]) {
        var repaired: [SchemaDrift] = []
        var left: [SchemaDrift] = []
        // A grant on a table takes those on its columns with it: they are seen in the next round.
        for _ in 0..<3 {
            left = []
            var didRepair = false
            for drift in try drift(on: connection) ?? [] {
                guard drift.isRepairable, let sql = drift.repair else {
                    left.append(drift)
                    continue
                }
                do {
                    try connection.savepoint { try connection.run(sql) }
                    repaired.append(drift)
                    didRepair = true
                } catch let error as DatabaseError where error.sqlstate != nil && connection.isAlive {
                    var refused = drift
                    refused.refusal = error.description
                    left.append(refused)
                }
            }
            if !didRepair { break }
        }
        return (repaired, left)
    }

    private static func drift(_ row: Row) throws -> SchemaDrift {
        let (expected, found): (String?, String?) = (try row["expected"], try row["found"])
        return SchemaDrift(
            position: try row["position"], kind: try row["kind"], object: try row["object"], name: try row["name"],
            problem: expected == nil ? .unexpected : found == nil ? .missing : .changed, expected: expected,
            found: found, repair: try row["repair"], isTheirs: try row["is_theirs"])
    }

    private func hasFacts(_ connection: Connection) throws -> Bool {
        try connection.existing(Identifier("scorebook.schema_facts")) != nil
    }

    /// Facts of the record and of the catalogue, where they differ.
    ///
    /// Where the server has another version than the record's, definitions are spelt in another way: only what is missing
    /// or added shows then. What is added matters where it lets in a role of the app's or ours.
    private static let comparison: SQL = """
        with found as (
        \(raw: OwnObjects.query)
        ),
        versions as (
            select coalesce(bool_and(recorded.value = found.value), false) as are_equal
            from scorebook.schema_facts as recorded
            join found on found.kind = recorded.kind
            where recorded.kind = 'server'
        )
        select coalesce(recorded.position, found.position) as position, coalesce(recorded.kind, found.kind) as kind,
            coalesce(recorded.object, found.object) as object, coalesce(recorded.name, found.name) as name,
            recorded.value as expected, found.value as found,
            case when recorded.kind = 'trigger' and found.value = recorded.value || ' (disabled)'
                then pg_catalog.format('alter table %s enable trigger %I', recorded.object, recorded.name)
                when recorded.kind is not null then recorded.repair
                when found.kind = 'policy' then pg_catalog.format('drop policy %I on %s', found.name, found.object)
                when found.kind = 'trigger' then pg_catalog.format('drop trigger %I on %s', found.name, found.object)
                when found.kind = 'constraint'
                    then pg_catalog.format('alter table %s drop constraint %I', found.object, found.name)
                when found.kind = 'grant'
                    then pg_catalog.format('revoke all on %s %s from %s',
                        case when found.object like '%)' then 'function' when found.object like '%.%' then 'table'
                            else 'schema' end, found.object, found.roles)
            end as repair,
            recorded.kind is null and coalesce(not (
                found.is_ours and found.kind in ('policy', 'grant') and pg_catalog.string_to_array(found.roles, ', ')
                    && array['public', 'anon', 'authenticated', 'service_role', 'scorebook_loader', 'scorebook_owner']
            ), false) as is_theirs
        from scorebook.schema_facts as recorded
        full join found
            on (found.kind, found.object, found.name) = (recorded.kind, recorded.object, recorded.name)
        where coalesce(recorded.kind, found.kind) <> 'server'
            and recorded.value is distinct from found.value
            and (recorded.kind is null or found.kind is null
                or (select are_equal from versions)
                or recorded.kind not in ('view', 'column', 'index', 'constraint', 'policy', 'trigger', 'function'))
            and (recorded.kind is not null or found.kind in ('policy', 'grant', 'trigger', 'constraint'))
        order by 1, 3, 4
        """
}
