public import Postgres

extension Summaries {
    /// How each summary stands in the database, in order.
    ///
    /// - Parameter mode: in which they should stand; nil: that in which they do.
    public func status(_ connection: Connection, mode: Mode? = nil) throws -> [Status] {
        let roles = try roles(connection)
        let found = try catalogue(connection)
        let mode = mode ?? self.mode(of: found)
        return all.map { summary in
            let sql = SummarySQL(summary: summary, roles: roles, isPlainView: isPlainView(summary, mode))
            return Status(summary: summary, state: found[summary.qualifiedName]?.state(sql.mark) ?? .absent)
        }
    }

    /// Not by `??`, whose autoclosure would widen what is thrown.
    func settled(_ mode: Mode?, _ connection: Connection) throws -> Mode {
        if let mode { return mode }
        return self.mode(of: try catalogue(connection))
    }

    /// What `up` would change on the app's tables.
    public func announcements(
        _ connection: Connection, mode: Mode? = nil
    ) throws -> [Announcement] {
        let mode = try settled(mode, connection)
        return try remaking(connection, mode: mode).announcements
    }

    /// Summaries of which the database has a newer definition than ours, and had ours before.
    public func former(_ connection: Connection) throws -> [String] {
        guard try connection.existing(Identifier("scorebook.schema_history")) != nil else { return [] }
        let made: Set<[String]> = Set(
            try connection.values("select array[summary, mark] from scorebook.schema_history"))
        let roles = try roles(connection)
        let mode = self.mode(of: try catalogue(connection))
        return try status(connection, mode: mode).filter { $0.state == .changed }.map(\.summary).filter { summary in
            let sql = SummarySQL(summary: summary, roles: roles, isPlainView: isPlainView(summary, mode))
            return made.contains([summary.qualifiedName, sql.mark])
        }.map(\.qualifiedName)
    }

    /// Compares every stored summary with its SELECT, both ways.
    public func verify(_ connection: Connection) throws -> [Difference] {
        let found = try catalogue(connection)
        var differences: [Difference] = []
        for summary in stored where found[summary.qualifiedName]?.kind == .table {
            let row = try connection.only("select missing, extra from summary.\(id: "verify_\(summary.name)")()")
            differences.append(
                Difference(summary: summary.name, missing: try row["missing"], extra: try row["extra"]))
        }
        return differences
    }

    /// Compares those that are compared within the session's `statement_timeout`; the first that is not ends it.
    public func verifyInTime(_ connection: Connection) -> (differences: [Difference], isWhole: Bool) {
        var differences: [Difference] = []
        for summary in stored {
            var one = self
            one.all = [summary]
            guard let found = try? one.verify(connection) else { return (differences, false) }
            differences += found
        }
        return (differences, true)
    }

    /// Removes the summaries and their triggers; the app's tables keep their rows.
    public func drop(_ connection: Connection) throws {
        let found = try catalogue(connection)
        try atomically(connection) {
            for summary in try droppingOrder(all, connection) {
                guard let object = found[summary.qualifiedName], object.isOurs else { continue }
                try connection.run(object.drop(summary))
            }
        }
    }

    func roles(_ connection: Connection) throws -> SummarySQL.Roles {
        let names: [String] = try connection.values("select rolname from pg_catalog.pg_roles")
        let whole = SummarySQL.Roles.whole
        return SummarySQL.Roles(
            readers: whole.readers.filter(names.contains),
            loader: whole.loader.flatMap { names.contains($0) ? $0 : nil })
    }

    func catalogue(_ connection: Connection) throws -> [String: SummaryObject] {
        var found: [String: SummaryObject] = [:]
        for row in try connection.rows(SummaryObject.query(all.map(\.qualifiedName))) {
            found[try row["name"]] = SummaryObject(
                kind: SummaryObject.Kind(rawValue: try row["kind"]) ?? .other, comment: try row["comment"] ?? "")
        }
        return found
    }

    func atomically<Result>(
        _ connection: Connection, _ body: () throws -> Result
    ) throws -> Result {
        if connection.isInTransaction { return try body() }
        return try connection.transaction(body)
    }
}
