internal import Postgres

extension DatabaseAccess {
    /// A connection for what changes rows: refused to roles whom row-level security does not bind.
    ///
    /// The policies are what keeps a load from rows of owners whom it has not declared. An administrator who is no member of
    /// the loader (so on PostgreSQL 15, where it made that role) would load without them.
    func openForWriting() throws -> Connection {
        let connection = try openLoader()
        let row = try connection.rows(
            """
            select current_user, (rolsuper or rolbypassrls)::text,
                (select true::text from pg_catalog.pg_roles where rolname = $1)
            from pg_catalog.pg_roles where rolname = current_user
            """, [EmbeddedCluster.loader]
        ).first
        guard let row, let name = row[0], row[1] == "true", row[2] == "true" else { return connection }
        throw DatabaseError(
            .usage,
            "\(name) bypasses row-level security, so that nothing would keep the run from other people's rows: connect as "
                + "\(EmbeddedCluster.loader), or `grant \(EmbeddedCluster.loader) to \(name)`")
    }
}
