public import Postgres

extension SchemaPlan {
    /// Applies what is missing, in one transaction under a lock that a second `up` waits for.
    ///
    /// `announce` receives the changes to the app's tables before the commit; when it throws, nothing is kept.
    /// On a database of the app, tables that differ from what the datasets need are refused with all differences.
    public func up(
        on connection: Connection, place: Place,
        announce: ([SchemaAnnouncement]) throws -> Void = { _ in }
    ) throws -> SchemaChange {
        try connection.transaction {
            try lock(connection)
            let status = try status(on: connection, place: place)
            guard status.changed.isEmpty else { throw SchemaError.changed(status.changed) }
            var change = SchemaChange()
            (change.repaired, change.left) = try repair(on: connection)
            let missing = files(for: place).filter { status.missing.contains($0.name) }
            for file in missing where file.layer < .scorebook { try apply(file, on: connection) }
            let differences = try verify(on: connection)
            let refusing = differences.filter { $0.weight == .refuses }
            guard refusing.isEmpty else { throw SchemaError.differs(refusing) }
            change.remarks = differences.filter { $0.weight == .remark }
            let before = try facts(connection)
            let drifted = try beginRecord(on: connection)
            for file in missing where file.layer >= .scorebook { try apply(file, on: connection) }
            for file in missing { try record(file, on: connection) }
            let known = Set(before)
            change.announcements = try facts(connection).filter { !known.contains($0) }.map { fact in
                SchemaAnnouncement(
                    table: fact.subject.table, kind: fact.subject.kind, name: fact.subject.name,
                    definition: fact.value)
            }
            change.applied = missing.map(\.name)
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
            for grant in next {
                try connection.run(grant.statement)
                granted.insert(grant)
                announcements.append(
                    SchemaAnnouncement(
                        table: grant.object, kind: "grant", name: grant.role,
                        definition: "\(grant.right.rawValue), \(grant.reason)"))
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

    private func facts(_ connection: Connection) throws -> [CatalogueFact] {
        return try CatalogueFact.read(connection, tables: expectations.tables)
    }

    private func lock(_ connection: Connection) throws {
        // The first eight letters of the program's name as a number.
        try connection.run("select pg_advisory_xact_lock(8313762970073984366)")
    }

    private func apply(_ file: SchemaFile, on connection: Connection) throws {
        do {
            try connection.run(file.sql)
        } catch { throw SchemaError.refused(file: file.name, error) }
    }

    private func record(_ file: SchemaFile, on connection: Connection) throws {
        try connection.run(
            """
            insert into scorebook.schema_migrations (file, sha256)
            values (\(bind: file.name), sha256(convert_to(\(bind: file.sql), 'UTF8')))
            """)
    }
}
