public import Postgres

/// A person's rows as that person reads them in the app: under row-level security, in a transaction that writes nothing.
public struct PersonalView {
    /// The user id.
    public let id: String
    let connection: Connection

    /// Nil where the database has no account of this email or user id.
    public init?(_ connection: Connection, of owner: String) throws {
        guard let account = try OwnerResolver.account(of: owner, on: connection) else { return nil }
        id = account.id
        self.connection = connection
    }

    /// Sees what the person sees in the app, where this role may; else what the loader may see of that person.
    ///
    /// - Parameter asOf: what counts as now.
    public func read<Result>(asOf: String? = nil, _ body: () throws -> Result) throws -> Result {
        try connection.transaction {
            try connection.run("set transaction read only")
            if let asOf {
                _ = try connection.rows("select pg_catalog.set_config('scorebook.as_of', \(bind: asOf), true)")
            }
            let claims = "{\"sub\":\"\(id)\",\"role\":\"authenticated\"}"
            _ = try connection.rows(
                """
                select pg_catalog.set_config('scorebook.owners', \(bind: id), true),
                    pg_catalog.set_config('request.jwt.claim.sub', \(bind: id), true),
                    pg_catalog.set_config('request.jwt.claims', \(bind: claims), true)
                """)
            let may: Bool? = try connection.value(
                """
                select pg_catalog.pg_has_role(current_user, oid, 'member')
                from pg_catalog.pg_roles where rolname = 'authenticated'
                """)
            if may == true { try connection.run("set local role authenticated") }
            return try body()
        }
    }
}
