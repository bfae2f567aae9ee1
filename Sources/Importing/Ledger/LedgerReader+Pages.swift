internal import Postgres

/// What pages about a run show.
extension LedgerReader {
    /// Reads in a transaction that writes nothing.
    public func read<Result>(_ body: () throws -> Result) throws -> Result {
        try connection.transaction {
            try connection.run("set transaction read only")
            return try body()
        }
    }

    /// `demo, run 0b1c2d3e`
    public func name(of run: String) throws -> String {
        try connection.value(
            """
            select pg_catalog.concat_ws(', ', run.job, case run.mode when 'run' then '' else run.mode || ' ' end
                || 'run ' || pg_catalog.left(run.id::text, 8))
            from scorebook.runs as run where run.id = \(bind: run)::uuid
            """) ?? ""
    }

    /// Today, in UTC.
    public func day() throws -> String {
        try connection.value("select ((pg_catalog.now() at time zone 'UTC')::date)::text") ?? ""
    }

    /// The rows of a query whose `$1` is the run's id; days are not chosen.
    public func rows(of query: String, run: String) throws -> (columns: [String], rows: [[String?]]) {
        let parameters = query.contains("$2") ? [run, nil, nil] : [run]
        return (try connection.columns(of: query).map(\.name), try connection.rows(query, parameters))
    }
}
