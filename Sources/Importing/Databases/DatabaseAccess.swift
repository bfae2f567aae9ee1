internal import Migrating
public import Postgres

/// The database of a run: which one, and how to get into it.
public struct DatabaseAccess: Sendable {
    public enum Choice: Sendable {
        /// Scorebook's own cluster, for the project in this folder.
        case embedded(project: String)
        case connection(String)
    }

    public let choice: Choice
    /// The pipelines folder.
    let folder: String

    public init(_ choice: Choice, pipelines: String) {
        self.choice = choice
        folder = pipelines
    }

    public var isEmbedded: Bool {
        if case .embedded = choice { return true }
        return false
    }

    /// Where our own cluster keeps its data, and why not below the project where it does not; nil for another database.
    public var embeddedPlace: String? {
        guard case .embedded(let project) = choice, let cluster = try? EmbeddedCluster(project: project) else {
            return nil
        }
        return cluster.state + (cluster.placeReason.map { " (\($0))" } ?? "")
    }

    /// Its schema, as the pipelines have it.
    public var schema: DatabaseSchema { DatabaseSchema(pipelines: folder, place: isEmbedded ? .embedded : .elsewhere) }

    /// Makes what is missing of the schema and its summaries; names of what was made.
    public func prepareSchema() throws -> [String] {
        let connection = try openAdministrator()
        return try schema.state(on: connection).isCurrent ? [] : schema.bringUp(on: connection).made
    }

    /// What a loading session must be bound by.
    public enum Bound: Sendable {
        case rowLevelSecurity
        /// To look at a database that may not be ready.
        case nothing
    }

    /// A connection as the low-rights role that loads; one that no row-level security binds is refused.
    public func openLoader(_ bound: Bound = .rowLevelSecurity) throws -> Connection {
        let connection = try openAsLoader()
        if bound == .rowLevelSecurity { try Self.refuseUnbound(connection) }
        return connection
    }

    private func openAsLoader() throws -> Connection {
        switch choice {
        case .embedded(let project):
            let cluster = try EmbeddedCluster(project: project)
            try cluster.start()
            return try Connection.open(cluster.target(user: EmbeddedCluster.loader))
        case .connection(let url):
            let connection = try Connection.open(.url(url))
            if let own = try Self.ownSession(url, instead: connection) { return own }
            try Self.becomeLoader(connection)
            return connection
        }
    }

    /// A connection that may change the schema.
    public func openAdministrator() throws -> Connection {
        switch choice {
        case .embedded(let project):
            let cluster = try EmbeddedCluster(project: project)
            try cluster.start()
            return try Connection.open(cluster.target())
        case .connection(let url): return try Connection.open(.url(url))
        }
    }

    /// The loader's own session in place of a superuser's, where the server lets this user of the machine log in as the
    /// loader: a superuser who takes a role can leave it again.
    private static func ownSession(
        _ url: String, instead connection: Connection
    ) throws -> Connection? {
        let mayTry = try connection.value(
            """
            select (rolsuper and pg_catalog.inet_server_addr() is null)::text
            from pg_catalog.pg_roles where rolname = session_user
            """)
        guard mayTry == "true" else { return nil }
        return try? Connection.open(.url(url, user: EmbeddedCluster.loader))
    }

    /// Before `schema up` there is no role to take, and nothing to load into.
    private static func refuseUnbound(_ connection: Connection) throws {
        let loader = EmbeddedCluster.loader
        let unbound = try connection.value(
            """
            select rolname from pg_catalog.pg_roles
            where rolname = current_user and (rolsuper or rolbypassrls)
                and exists (select from pg_catalog.pg_roles where rolname = $1)
            """, [loader])
        guard let unbound else { return }
        throw DatabaseError(
            .insufficientPrivilege,
            "row-level security does not bind \(unbound): connect as \(loader), or `grant \(loader) to \(unbound)`")
    }

    /// Who may do more than load gives that up, where the role is there and may be taken.
    ///
    /// From 16 on, who makes a role is its member and may not take it: that is a right of its own.
    private static func becomeLoader(_ connection: Connection) throws {
        let name = EmbeddedCluster.loader
        let may = try connection.value(
            """
            select (current_user <> rolname and pg_catalog.pg_has_role(current_user, oid, $2))::text
            from pg_catalog.pg_roles where rolname = $1
            """, [name, connection.serverVersion < 160_000 ? "member" : "set"])
        if may == "true" { try connection.run("set role \(Identifier(parts: [name]).quoted)") }
    }
}
