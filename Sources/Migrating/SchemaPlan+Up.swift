public import Postgres

extension SchemaPlan {
    /// Applies what is missing, in one transaction under a lock that a second `up` waits for.
    ///
    /// `announce` receives the changes to the app's tables before the commit; when it throws, nothing is kept.
    /// On a database of the app, tables that differ from what the datasets need are refused with all differences.
    ///
    /// - Parameter complete: makes, in a new database and the same transaction, what stands on the files' objects.
    public func up(
        on connection: Connection, place: Place,
        announce: ([SchemaAnnouncement]) throws -> Void = { _ in }, complete: () throws -> Void = {}
    ) throws -> SchemaChange {
        try connection.transaction {
            // The first eight letters of the program's name as a number.
            connection.later.run("select pg_advisory_xact_lock(8313762970073984366)")
            let status = try status(on: connection, place: place)
            guard status.changed.isEmpty else { throw SchemaError.changed(status.changed) }
            var change = SchemaChange()
            change.isNew = place == .embedded && status.applied.isEmpty
            (change.repaired, change.left) = try repair(on: connection)
            let missing = files(for: place).filter { status.missing.contains($0.name) }
            try apply(missing.filter { $0.layer < .scorebook }.map(\.step), on: connection)
            let before = try facts(on: connection)
            let differences = try differences(live: before)
            let refusing = differences.filter { $0.weight == .refuses }
            guard refusing.isEmpty else { throw SchemaError.differs(refusing) }
            change.remarks = differences.filter { $0.weight == .remark }
            let drifted = try beginRecord(on: connection)
            try apply(missing.filter { $0.layer >= .scorebook }.map(\.step) + Self.records(of: missing), on: connection)
            if !missing.isEmpty {
                let known = Set(before)
                change.announcements = try facts(on: connection).filter { !known.contains($0) }.map { fact in
                    SchemaAnnouncement(
                        table: fact.subject.table, kind: fact.subject.kind, name: fact.subject.name,
                        definition: fact.value)
                }
            }
            change.applied = missing.map(\.name)
            if change.isNew { try complete() }
            let (granted, refused) = try grantNeeded(on: connection)
            change.announcements += granted
            change.remarks += refused
            try record(on: connection, keeping: drifted)
            if !change.announcements.isEmpty { try announce(change.announcements) }
            return change
        }
    }

    /// Grants our roles what the app's policies and rules call. A table that becomes readable brings its own policies, so it
    /// asks again; what only another role can grant is a remark.
    public func grantNeeded(
        on connection: Connection
    ) throws -> (granted: [SchemaAnnouncement], refused: [SchemaDifference]) {
        var announcements: [SchemaAnnouncement] = []
        var missing = try missingGrants(on: connection)
        var granted: Set<NeededGrant> = []
        while case let next = missing.filter({ $0.isGrantable && !granted.contains($0) }), !next.isEmpty {
            try connection.run(next.map(\.statement).joined(separator: ";\n"))
            granted.formUnion(next)
            announcements += next.map { grant in
                SchemaAnnouncement(
                    table: grant.object, kind: "grant", name: grant.role,
                    definition: "\(grant.right.rawValue), \(grant.reason)")
            }
            missing = try missingGrants(on: connection)
        }
        let refused = missing.map { grant in
            SchemaDifference(
                table: grant.object, object: nil,
                text: "\(grant.role) has no \(grant.right.rawValue), \(grant.reason); as its owner: \(grant.statement)",
                weight: .refuses)
        }
        return (announcements, refused)
    }

    /// Runs steps together; where one of them fails, one by one, so that the error names it.
    public func apply(_ steps: [SchemaStep], on connection: Connection) throws {
        guard !steps.isEmpty else { return }
        connection.later.run("savepoint scorebook_steps")
        let together = (steps.map(\.sql) + ["release savepoint scorebook_steps"]).joined(separator: "\n;\n")
        do {
            try connection.run(together)
            return
        } catch {
            guard connection.isAlive, error.kind != .cancelled else { throw error }
        }
        try connection.run("rollback to savepoint scorebook_steps")
        for step in steps {
            do { try connection.run(step.sql) } catch { throw SchemaError.refused(step: step.title, error) }
        }
    }

    /// Remembers which files are applied, and with what text.
    static func records(of files: [SchemaFile]) -> [SchemaStep] {
        guard !files.isEmpty else { return [] }
        let entries = files.map { file -> SQL in
            "    (\(literal: file.name), pg_catalog.sha256(pg_catalog.convert_to(\(literal: file.sql), 'UTF8')))"
        }
        let sql: SQL =
            """
            insert into scorebook.schema_migrations (file, sha256)
            values
            \(entries.joined(separator: ",\n"))
            on conflict (file) do update set sha256 = excluded.sha256, applied_at = excluded.applied_at;

            """
        return [SchemaStep(title: "files that are applied", sql: sql.description)]
    }
}
