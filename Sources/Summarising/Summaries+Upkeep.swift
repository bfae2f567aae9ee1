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
        guard try connection.rows(Self.hasHistory, []).first?.first == "true" else { return [] }
        var made: Set<[String?]> = []
        for row in try connection.rows("select summary, mark from scorebook.schema_history", []) {
            made.insert(row)
        }
        let roles = try roles(connection)
        let mode = self.mode(of: try catalogue(connection))
        return try status(connection, mode: mode).filter { $0.state == .changed }.map(\.summary).filter { summary in
            let sql = SummarySQL(summary: summary, roles: roles, isPlainView: isPlainView(summary, mode))
            return made.contains([summary.qualifiedName, sql.mark])
        }.map(\.qualifiedName)
    }

    private static let hasHistory = "select (pg_catalog.to_regclass('scorebook.schema_history') is not null)::text"

    /// Compares every stored summary with its SELECT, both ways.
    public func verify(_ connection: Connection) throws -> [Difference] {
        let found = try catalogue(connection)
        var differences: [Difference] = []
        for summary in stored where found[summary.qualifiedName]?.kind == .table {
            let sql = "select missing, extra from summary.verify_\(summary.name)()"
            let row = try connection.rows(sql, []).first ?? []
            let counts = row.map { $0.flatMap { Int($0) } ?? 0 }
            guard counts.count == 2 else { continue }
            differences.append(Difference(summary: summary.name, missing: counts[0], extra: counts[1]))
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
        let names = try connection.rows("select rolname from pg_catalog.pg_roles", []).compactMap {
            $0.first ?? nil
        }
        let whole = SummarySQL.Roles.whole
        return SummarySQL.Roles(
            readers: whole.readers.filter(names.contains),
            loader: whole.loader.flatMap { names.contains($0) ? $0 : nil })
    }

    func catalogue(_ connection: Connection) throws -> [String: SummaryObject] {
        let names = "{" + all.map(\.qualifiedName).joined(separator: ",") + "}"
        var found: [String: SummaryObject] = [:]
        for row in try connection.rows(SummaryObject.query, [names]) {
            guard row.count == 3, let name = row[0], let kind = row[1].flatMap(SummaryObject.Kind.init) else {
                continue
            }
            found[name] = SummaryObject(kind: kind, comment: row[2] ?? "")
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
