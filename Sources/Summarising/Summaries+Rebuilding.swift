public import Postgres

/// Making the rows of stored summaries right without keeping anybody from reading or writing them.
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
        try connection.run(
            """
            drop table if exists \(keys);
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
                    select scorebook.lock_owners(array(
                        select distinct d.\(owner)::text::uuid from \(keys) as d \(within)))
                    """)
                try connection.run(
                    """
                    select summary.\(id: "recompute_\(summary.name)")(array(
                        select row(\(columns))::summary.\(id: "\(summary.name)_touched") from \(keys) as d \(within)))
                    """)
            }
        }
        try connection.run("drop table \(keys)")
    }
}
