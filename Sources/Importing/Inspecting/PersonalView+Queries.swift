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

    /// Another person, whose data this one may see.
    public struct Athlete: Sendable {
        /// The user id.
        public var id: String
        public var name: String
    }

    /// The athletes of a parent, in the order in which they graduate; empty for everybody else.
    public func athletes() throws -> [Athlete] {
        let hasFamilies: Bool? = try connection.value("select to_regclass('public.parent_athletes') is not null")
        guard hasFamilies == true else { return [] }
        return try connection.rows(
            """
            select athlete_id::text as id, coalesce(nullif(athlete_name, ''), 'Athlete ' || default_rank) as name
            from public.parent_athletes
            where parent_id = \(bind: id)::uuid and athlete_id <> parent_id
            order by default_rank
            """
        ).map { try Athlete(id: $0["id"], name: $0["name"]) }
    }

    /// The rows of a query whose `$1` is the user id of the athlete, or of the person, `$2` and `$3` the first and the last
    /// day. Who reads is the person.
    public func rows(
        of query: String, about athlete: Athlete?, within days: Days
    ) throws -> (columns: [String], rows: [[String?]]) {
        let subject = athlete?.id ?? id
        let parameters = query.contains("$2") ? [subject, days.from, days.to] : [subject]
        return (try connection.columns(of: query).map(\.name), try connection.rows(query, parameters))
    }
}
