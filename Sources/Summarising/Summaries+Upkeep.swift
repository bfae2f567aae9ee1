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
    func resolved(_ mode: Mode?, _ connection: Connection) throws -> Mode {
        if let mode { return mode }
        return self.mode(of: try catalogue(connection))
    }

    /// What `up` would change on the app's tables.
    public func announcements(
        _ connection: Connection, mode: Mode? = nil
    ) throws -> [Announcement] {
        let mode = try resolved(mode, connection)
        return try rebuildPlan(connection, mode: mode).announcements
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

extension Summaries {
    /// Each before those that it reads in the database, where it may stand as an older definition made it.
    func droppingOrder(
        _ summaries: [Summary], _ connection: Connection
    ) throws -> [Summary] {
        let readers = try readersInDatabase(connection)
        var waiting = Array(summaries.reversed())
        var order: [Summary] = []
        while !waiting.isEmpty {
            let names = Set(waiting.map(\.qualifiedName))
            let next = waiting.firstIndex { summary in
                readers[summary.qualifiedName, default: []].intersection(names).subtracting([summary.qualifiedName])
                    .isEmpty
            }
            order.append(waiting.remove(at: next ?? 0))
        }
        return order
    }

    /// The views that read a relation or function in the database, by its name.
    func readersInDatabase(_ connection: Connection) throws -> [String: Set<String>] {
        var readers: [String: Set<String>] = [:]
        for row in try connection.rows(Self.dependencies) {
            guard let read: String = try row["read"] else { continue }
            readers[read, default: []].insert(try row["reader"])
        }
        return readers
    }

    /// Views, and the relations and functions that they read.
    private static let dependencies: SQL = """
        select distinct vn.nspname || '.' || v.relname as reader,
            coalesce(cn.nspname || '.' || c.relname, pn.nspname || '.' || p.proname) as read
        from pg_catalog.pg_rewrite as r
        join pg_catalog.pg_class as v on v.oid = r.ev_class
        join pg_catalog.pg_namespace as vn on vn.oid = v.relnamespace
        join pg_catalog.pg_depend as d on d.classid = 'pg_catalog.pg_rewrite'::regclass and d.objid = r.oid
        left join pg_catalog.pg_class as c on d.refclassid = 'pg_catalog.pg_class'::regclass and c.oid = d.refobjid
        left join pg_catalog.pg_namespace as cn on cn.oid = c.relnamespace
        left join pg_catalog.pg_proc as p on d.refclassid = 'pg_catalog.pg_proc'::regclass and p.oid = d.refobjid
        left join pg_catalog.pg_namespace as pn on pn.oid = p.pronamespace
        where vn.nspname in ('public', 'summary')
        """
}

/// Corrects the rows of stored summaries without blocking readers and writers.
///
/// ```
/// one snapshot: SELECT against table -> keys that differ -> in portions: lock their owners, recompute them, commit
/// ```
///
/// Keys that change meanwhile are kept right by the triggers; to recompute one of them once more changes nothing.
extension Summaries {
    /// Makes the rows of stored summaries right, all of them or those named; returns how many rows each has.
    @discardableResult
    public func rebuild(
        _ connection: Connection, _ names: [String] = []
    ) throws -> [(summary: String, rows: Int)] {
        for name in names { _ = try summary(named: name) }
        let found = try catalogue(connection)
        let chosen = stored.filter { summary in
            (names.isEmpty || names.contains(summary.name)) && found[summary.qualifiedName]?.kind == .table
        }
        var rebuilt: [(summary: String, rows: Int)] = []
        for summary in chosen {
            try correct(summary, connection)
            let rows = try connection.value("select count(*) from \(Identifier(summary.qualifiedName))", as: Int.self)
            rebuilt.append((summary.name, rows ?? 0))
        }
        return rebuilt
    }

    /// Keys of one transaction: their owners' writes wait for it.
    private static let portion = 1000

    func correct(_ summary: Summary, _ connection: Connection) throws {
        let (keys, owner) = (Identifier("pg_temp.scorebook_differing"), Identifier(parts: [summary.owner]))
        connection.later.run("drop table if exists \(keys)")
        connection.later.run(
            """
            create temporary table \(keys.unqualified) as
            select row_number() over (order by d.\(owner)) as place, d.*
            from summary.\(id: "differing_\(summary.name)")() as d
            """)
        let count = try connection.value("select count(*) from \(keys)") ?? 0
        let columns: [SQL] = summary.keys.map { "d.\(id: $0)" }
        for start in stride(from: 0, to: count, by: Self.portion) {
            try atomically(connection) {
                let within: SQL = "where d.place > \(bind: start) and d.place <= \(bind: start + Self.portion)"
                try connection.run(
                    """
                    select summary.lock_owners(array(select distinct d.\(owner)::uuid from \(keys) as d \(within)))
                    """)
                try connection.run(
                    """
                    select summary.\(id: "recompute_\(summary.name)")(array(
                        select row(\(columns), null)::summary.\(id: "\(summary.name)_touched") from \(keys) as d \(within)))
                    """)
            }
        }
        try connection.run("drop table \(keys)")
    }
}
