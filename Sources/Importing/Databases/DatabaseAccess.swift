internal import Migrating
public import Postgres

/// The database of a run: which one, and how to get into it.
public struct DatabaseAccess: Sendable {
    public enum Choice: Sendable {
        /// Scorebook's own cluster, in this folder.
        case embedded(home: String)
        case connection(String)
    }

    public let choice: Choice
    /// The pipelines folder.
    let folder: String
    /// Whether the app's tables are ours to make where they are missing.
    public var makesAppTables: Bool

    public init(_ choice: Choice, pipelines: String) {
        self.choice = choice
        folder = pipelines
        if case .embedded = choice { makesAppTables = true } else { makesAppTables = false }
    }

    public var isEmbedded: Bool {
        if case .embedded = choice { return true }
        return false
    }

    /// Whether it is our own cluster, and there is none yet.
    public var isAbsent: Bool {
        guard case .embedded(let home) = choice else { return false }
        return (try? EmbeddedCluster(home: home).isAbsent) == true
    }

    /// Where our own cluster keeps its data, and why not in its home where it does not; nil for another database.
    public var embeddedPlace: String? {
        guard case .embedded(let home) = choice, let cluster = try? EmbeddedCluster(home: home) else {
            return nil
        }
        return cluster.state + (cluster.placeReason.map { " (\($0))" } ?? "")
    }

    /// Its schema, as the pipelines have it.
    public var schema: DatabaseSchema {
        var schema = DatabaseSchema(pipelines: folder, place: makesAppTables ? .embedded : .elsewhere)
        if case .embedded(let home) = choice { schema.keptFile = try? EmbeddedCluster(home: home).schemaFile }
        return schema
    }

    /// Makes what is missing of the schema and its summaries; names of what was made.
    public func prepareSchema() throws -> [String] {
        try schema.prepare(openAdministrator())
    }

    /// What a loading session must be bound by.
    public enum Bound: Sendable {
        case rowLevelSecurity
        /// To look at a database that may not be ready.
        case nothing
    }

    /// A connection as the low-rights role that loads; one that no row-level security binds is refused.
    public func openLoader(_ bound: Bound = .rowLevelSecurity) throws -> Connection {
        let (connection, rights) = try openAsLoader()
        if bound == .rowLevelSecurity, let unbound = rights.unbound {
            let loader = EmbeddedCluster.loader
            throw DatabaseError(
                .insufficientPrivilege,
                "row-level security does not bind \(unbound): connect as \(loader), or `grant \(loader) to \(unbound)`")
        }
        return connection
    }

    private func openAsLoader() throws -> (Connection, Rights) {
        switch choice {
        case .embedded(let home):
            return try Self.becomeLoader(EmbeddedCluster(home: home).open(user: EmbeddedCluster.loader))
        case .connection(let url):
            let target = Target.url(url)
            let (connection, rights) = try Self.becomeLoader(Connection.open(target))
            try connection.refuseTransactionPooler(target, process: rights.process)
            // A superuser who takes a role can leave it again; where the server lets this user of the machine log in as the
            // loader, the loader's own session stands in its place.
            guard rights.isLocalSuperuser, let own = try? Connection.open(.url(url, user: EmbeddedCluster.loader))
            else { return (connection, rights) }
            return try Self.becomeLoader(own)
        }
    }

    /// A connection that may change the schema.
    public func openAdministrator() throws -> Connection {
        switch choice {
        case .embedded(let home):
            return try EmbeddedCluster(home: home).open()
        case .connection(let url):
            let target = Target.url(url)
            let connection = try Connection.open(target)
            try connection.refuseTransactionPooler(target)
            return connection
        }
    }

    /// What a session's roles may do.
    private struct Rights {
        let isLocalSuperuser: Bool
        /// The role that no row-level security binds; before `schema up` there is no loader, and nothing to load into.
        let unbound: String?
        /// The server's process, as it says itself.
        let process: Int
    }

    /// Who may do more than load gives that up, where the role is there and may be taken.
    ///
    /// From 16 on, who makes a role is its member and may not take it: that is a right of its own.
    private static func becomeLoader(_ connection: Connection) throws -> (Connection, Rights) {
        let name = EmbeddedCluster.loader
        connection.later.run(
            """
            select pg_catalog.set_config('role', rolname, false)
            from pg_catalog.pg_roles
            where rolname = \(bind: name) and current_user <> rolname
                and pg_catalog.pg_has_role(current_user, oid, \(bind: connection.serverVersion < 160_000 ? "member" : "set"))
            """)
        let rights = try connection.only(
            """
            select login.rolsuper and pg_catalog.inet_server_addr() is null as is_local_superuser,
                case when (acting.rolsuper or acting.rolbypassrls)
                        and exists (select from pg_catalog.pg_roles as loader where loader.rolname = \(bind: name))
                    then acting.rolname end as unbound,
                pg_catalog.pg_backend_pid() as process
            from pg_catalog.pg_roles as login, pg_catalog.pg_roles as acting
            where login.rolname = session_user and acting.rolname = current_user
            """)
        return (
            connection,
            Rights(
                isLocalSuperuser: try rights["is_local_superuser"], unbound: try rights["unbound"],
                process: try rights["process"])
        )
    }
}
