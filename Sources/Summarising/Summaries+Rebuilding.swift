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
            let count = try connection.rows("select count(*) from \(summary.qualifiedName)", [])
            rebuilt.append((summary.name, count.first?.first.flatMap { $0 }.flatMap { Int($0) } ?? 0))
        }
        return rebuilt
    }

    /// Keys of one transaction: their owners' writes wait for it.
    private static let portion = 1000

    func correct(_ summary: Summary, _ connection: Connection) throws {
        let keys = "pg_temp.scorebook_differing"
        try connection.run(
            """
            drop table if exists \(keys);
            create temporary table scorebook_differing as
            select row_number() over (order by d.\(summary.owner)) as place, d.*
            from summary.differing_\(summary.name)() as d;
            """)
        let rows = try connection.rows("select count(*) from \(keys)", [])
        let count = rows.first?.first.flatMap { $0 }.flatMap { Int($0) } ?? 0
        let touched = "summary.\(summary.name)_touched"
        let columns = summary.keys.map { "d.\($0)" }.joined(separator: ", ")
        for start in stride(from: 0, to: count, by: Self.portion) {
            try atomically(connection) {
                let within = "where d.place > \(start) and d.place <= \(start + Self.portion)"
                try connection.run(
                    """
                    select scorebook.lock_owners(array(
                        select distinct d.\(summary.owner)::text::uuid from \(keys) as d \(within)));
                    select summary.recompute_\(summary.name)(array(
                        select row(\(columns))::\(touched) from \(keys) as d \(within)));
                    """)
            }
        }
        try connection.run("drop table \(keys)")
    }
}
