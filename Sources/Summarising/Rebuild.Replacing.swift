internal import Postgres

extension Rebuild {
    /// Which of the changed summaries take their new definition in place, so that what reads them stays.
    ///
    /// ```
    /// changed --(function or view, `create or replace` takes it)--> replaced: the same object; stored readers are corrected
    ///        \--(all others)-------------------------------------> dropped and made, with all that reads them
    /// ```
    struct Replacing {
        /// Functions and views that are replaced in place.
        var replaced: Set<String> = []
        /// What is dropped and made, with what reads it.
        var dropped: Set<String>
        /// Tables of stored summaries that stay, and whose rows are compared with what their SELECT now gives.
        var corrected: [Summary] = []
    }
}

extension Summaries {
    /// Divides what has changed.
    ///
    /// - Parameters:
    ///   - stale: names of summaries that are absent, changed or broken.
    ///   - broken: of these, those that are made again whatever their definition.
    func replacing(
        _ stale: Set<String>, _ broken: Set<String>, found: [String: SummaryObject],
        _ sql: (Summary) -> SummarySQL, _ connection: Connection
    ) throws -> Rebuild.Replacing {
        let candidates = all.filter { summary in
            guard stale.contains(summary.qualifiedName), !broken.contains(summary.qualifiedName) else { return false }
            let kind = found[summary.qualifiedName]?.kind
            return summary.kind == .function && kind == .function || summary.kind == .view && kind == .view
        }
        func names(_ summaries: [Summary]) -> Set<String> { Set(summaries.map(\.qualifiedName)) }
        var replacing = Rebuild.Replacing(dropped: names(dependents(of: stale.subtracting(names(candidates)))))
        let tried = candidates.filter { !replacing.dropped.contains($0.qualifiedName) }
        guard !tried.isEmpty else { return replacing }
        let taken = try replaceable(tried.map(sql), connection)
        let readers = try readersInDatabase(connection)
        // What reads a dropped object, or once read it and still does in the database, goes with it.
        var dropped = stale.subtracting(taken)
        while true {
            dropped = names(dependents(of: dropped))
            let hanging = taken.subtracting(dropped).filter { name in
                dropped.contains { readers[$0, default: []].contains(name) }
            }
            if hanging.isEmpty { break }
            dropped.formUnion(hanging)
        }
        replacing.dropped = dropped
        replacing.replaced = taken.subtracting(dropped)
        replacing.corrected = dependents(of: replacing.replaced).filter { summary in
            summary.kind == .stored && found[summary.qualifiedName]?.kind == .table
                && !dropped.contains(summary.qualifiedName)
        }
        return replacing
    }

    /// Those of the definitions that `create or replace` takes for the object that is there, tried and taken back.
    ///
    /// The server knows best: same parameters and result, or the same columns. A function with other parameters would be
    /// a second one, and what an index or a constraint has computed by a function would be wrong afterwards.
    private func replaceable(_ tried: [SummarySQL], _ connection: Connection) throws -> Set<String> {
        if !connection.isInTransaction {
            return try Rebuild.withShortLocks(connection) {
                try replaceable(tried, connection)
            }
        }
        var taken: Set<String> = []
        try connection.run("savepoint scorebook_trial; set local check_function_bodies = off")
        for sql in tried {
            do {
                try connection.savepoint { try connection.run(sql.replacement) }
            } catch let error as DatabaseError
                where connection.isAlive && error.sqlstate != nil && error.kind != .lockTimeout
            {
                continue
            }
            if try isOneObject(sql.qualified, connection) { taken.insert(sql.qualified) }
        }
        try connection.run("rollback to savepoint scorebook_trial; release savepoint scorebook_trial")
        return taken
    }

    private func isOneObject(_ name: String, _ connection: Connection) throws -> Bool {
        try connection.value(
            """
            select count(*) <= 1 and not coalesce(bool_or(exists (
                select from pg_catalog.pg_depend as d
                where d.refclassid = 'pg_catalog.pg_proc'::regclass and d.refobjid = p.oid
                    and d.classid in ('pg_catalog.pg_class'::regclass, 'pg_catalog.pg_constraint'::regclass))), false)
            from pg_catalog.pg_proc as p
            join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
            where n.nspname || '.' || p.proname = \(bind: name)
            """) ?? false
    }
}
