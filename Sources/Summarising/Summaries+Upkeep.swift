public import Postgres

extension Summaries {
    /// How each summary stands in the database, in order.
    ///
    /// - Parameter mode: in which they should stand; nil: that in which they do.
    public func status(_ connection: Connection, mode: Mode? = nil) throws(SummaryError) -> [Status] {
        let roles = try roles(connection)
        let found = try catalogue(connection)
        let mode = mode ?? self.mode(of: found)
        return all.map { summary in
            let sql = SummarySQL(summary: summary, roles: roles, isPlainView: isPlainView(summary, mode))
            return Status(summary: summary, state: found[summary.qualifiedName]?.state(sql.mark) ?? .absent)
        }
    }

    /// Not by `??`, whose autoclosure would widen what is thrown.
    private func settled(_ mode: Mode?, _ connection: Connection) throws(SummaryError) -> Mode {
        if let mode { return mode }
        return self.mode(of: try catalogue(connection))
    }

    /// What `up` would change on the app's tables.
    public func announcements(
        _ connection: Connection, mode: Mode? = nil
    ) throws(SummaryError) -> [Announcement] {
        let mode = try settled(mode, connection)
        let changing = try status(connection, mode: mode).filter { $0.state != .current }.map(\.summary)
        return announcements(for: dependents(of: Set(changing.map(\.qualifiedName))), mode)
    }

    /// Makes what is absent and remakes what has changed, with all that reads it, in one transaction.
    ///
    /// - Parameter broken: names of summaries that are remade though they are as defined.
    @discardableResult
    public func up(
        _ connection: Connection, mode: Mode? = nil, remaking broken: Set<String> = []
    ) throws(SummaryError) -> [Announcement] {
        let mode = try settled(mode, connection)
        return try atomically(connection) { () throws(SummaryError) in
            try connection.run(throwing: Groundwork.up)
            let (remade, steps) = try steps(connection, mode, remaking: broken, roles: try roles(connection))
            for step in steps { try connection.run(throwing: step.sql) }
            return announcements(for: remade, mode)
        }
    }

    /// A part of what `up` does, as SQL.
    public struct Step: Sendable, Equatable {
        public var title: String
        public var sql: String
    }

    /// What `up` would do, where the schema's files are applied, whether they are yet or not.
    public func script(
        _ connection: Connection, mode: Mode? = nil, remaking broken: Set<String> = []
    ) throws(SummaryError) -> [Step] {
        var roles = try roles(connection)
        roles.loader = SummarySQL.Roles.whole.loader
        let steps = try steps(connection, try settled(mode, connection), remaking: broken, roles: roles).steps
        guard !steps.isEmpty else { return [] }
        return [Step(title: "what summaries share", sql: Groundwork.up)] + steps
    }

    private func steps(
        _ connection: Connection, _ mode: Mode, remaking broken: Set<String>, roles: SummarySQL.Roles
    ) throws(SummaryError) -> (remade: [Summary], steps: [Step]) {
        let found = try catalogue(connection)
        var stale = broken
        func sql(_ summary: Summary) -> SummarySQL {
            SummarySQL(summary: summary, roles: roles, isPlainView: isPlainView(summary, mode))
        }
        for summary in all {
            switch found[summary.qualifiedName]?.state(sql(summary).mark) ?? .absent {
            case .foreign: throw SummaryError.foreignObject(name: summary.qualifiedName)
            case .absent, .changed: stale.insert(summary.qualifiedName)
            case .current: break
            }
        }
        guard !stale.isEmpty else { return ([], []) }
        let remade = dependents(of: stale)
        var steps: [Step] = []
        for summary in try droppingOrder(remade, connection) {
            if let object = found[summary.qualifiedName] {
                steps.append(Step(title: "drop \(summary.qualifiedName)", sql: object.drop(summary)))
            } else if summary.kind == .stored {
                steps.append(
                    Step(title: "what is left of \(summary.qualifiedName)", sql: SummaryObject.dropParts(summary)))
            }
        }
        let deferred = Groundwork.recomputeDeferred(stored.filter { !isPlainView($0, mode) }, roles: roles)
        steps.append(Step(title: "what recomputes deferred summaries", sql: deferred))
        for summary in remade {
            steps.append(Step(title: "summary \(summary.qualifiedName)", sql: sql(summary).up))
        }
        steps.append(Step(title: "definitions that were made", sql: history(all.map(sql))))
        return (remade, steps)
    }

    /// Summaries of which the database has a newer definition than ours, and had ours before.
    public func former(_ connection: Connection) throws(SummaryError) -> [String] {
        guard try connection.rows(throwing: Self.hasHistory, []).first?.first == "true" else { return [] }
        var made: Set<[String?]> = []
        for row in try connection.rows(throwing: "select summary, mark from scorebook.schema_history", []) {
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

    /// Remembers the definitions; scratch databases have no table for it.
    private func history(_ made: [SummarySQL]) -> String {
        let rows = made.map { "(\(Literal($0.qualified).quoted), \(Literal($0.mark).quoted))" }.joined(
            separator: ",\n        ")
        return """
            do $$
            begin
                if pg_catalog.to_regclass('scorebook.schema_history') is not null then
                    insert into scorebook.schema_history (summary, mark)
                    values
                        \(rows)
                    on conflict do nothing;
                end if;
            end
            $$;

            """
    }

    /// Compares every stored summary with its SELECT, both ways.
    public func verify(_ connection: Connection) throws(SummaryError) -> [Difference] {
        let found = try catalogue(connection)
        var differences: [Difference] = []
        for summary in stored where found[summary.qualifiedName]?.kind == .table {
            let sql = "select missing, extra from summary.verify_\(summary.name)()"
            let row = try connection.rows(throwing: sql, []).first ?? []
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
    public func drop(_ connection: Connection) throws(SummaryError) {
        let found = try catalogue(connection)
        try atomically(connection) { () throws(SummaryError) in
            for summary in try droppingOrder(all, connection) {
                guard let object = found[summary.qualifiedName], object.isOurs else { continue }
                try connection.run(throwing: object.drop(summary))
            }
        }
    }

    func roles(_ connection: Connection) throws(SummaryError) -> SummarySQL.Roles {
        let names = try connection.rows(throwing: "select rolname from pg_catalog.pg_roles", []).compactMap {
            $0.first ?? nil
        }
        let whole = SummarySQL.Roles.whole
        return SummarySQL.Roles(
            readers: whole.readers.filter(names.contains),
            loader: whole.loader.flatMap { names.contains($0) ? $0 : nil })
    }

    func catalogue(_ connection: Connection) throws(SummaryError) -> [String: SummaryObject] {
        let names = "{" + all.map(\.qualifiedName).joined(separator: ",") + "}"
        var found: [String: SummaryObject] = [:]
        for row in try connection.rows(throwing: SummaryObject.query, [names]) {
            guard row.count == 3, let name = row[0], let kind = row[1].flatMap(SummaryObject.Kind.init) else {
                continue
            }
            found[name] = SummaryObject(kind: kind, comment: row[2] ?? "")
        }
        return found
    }

    func atomically<Result>(
        _ connection: Connection, _ body: () throws(SummaryError) -> Result
    ) throws(SummaryError) -> Result {
        if connection.isInTransaction { return try body() }
        return try connection.transaction(body)
    }
}

extension Connection {
    func run(throwing sql: String) throws(SummaryError) {
        do throws(DatabaseError) { try run(sql) } catch { throw SummaryError(error) }
    }

    func rows(throwing sql: String, _ parameters: [String?]) throws(SummaryError) -> [[String?]] {
        do throws(DatabaseError) { return try rows(sql, parameters) } catch { throw SummaryError(error) }
    }
}
