public import Postgres

extension PersonalView {
    /// The person's name, else their email; empty where neither is known.
    public func name() throws -> String {
        try connection.value(
            """
            select coalesce(nullif(person.full_name, ''), person.email)
            from public.users as person where person.id = \(bind: id)::uuid
            """) ?? ""
    }

    /// Today, in UTC.
    public func day() throws -> String {
        try connection.value("select ((pg_catalog.now() at time zone 'UTC')::date)::text") ?? ""
    }

    /// The rows of a query whose `$1` is the person's user id.
    public func rows(of query: String) throws -> (columns: [String], rows: [[String?]]) {
        (try connection.columns(of: query).map(\.name), try connection.rows(query, [id]))
    }
}
