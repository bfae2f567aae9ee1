internal import Postgres

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

    /// A range of days, both ends included; nil where an end is open.
    public struct Days: Sendable {
        /// `yyyy-MM-dd`
        public var from: String?
        public var to: String?

        public init(from: String? = nil, to: String? = nil) { (self.from, self.to) = (from, to) }
    }

    /// The rows of a query whose `$1` is the user id of the other one, or of the person, `$2` and `$3` the first and the last
    /// day. Who reads is the person.
    public func rows(
        of query: String, about other: String? = nil, within days: Days = Days()
    ) throws -> (columns: [String], rows: [[String?]]) {
        let subject = other ?? id
        let parameters = query.contains("$2") ? [subject, days.from, days.to] : [subject]
        return (try connection.columns(of: query).map(\.name), try connection.rows(query, parameters))
    }
}
