/// Scorebook's own PostgreSQL server: the distribution's programs, a UNIX socket and nothing else, data of its own.
///
/// ```
/// <state>/lock               who starts or stops holds it
/// <state>/users              who works with the server shares it
/// <state>/kept               is there while the server is to run until someone stops it
/// <state>/schema             the fingerprint of the definitions that a command has read last
/// <state>/server/            the server's user alone can enter: mode 0700
/// <state>/server/data/       the cluster: fsync on, checksums on
/// <state>/server/server.log  without statements and without values of rows
/// <socket>/.s.PGSQL.5432     in <state>/server/socket where the kernel's 107 bytes allow, else in a short folder
/// ```
/// The server knows a client by its system user (`peer`), so no password exists and no other user of the machine gets in:
/// the folder is closed to them, and the map names only root and the user that the server runs as.
public struct EmbeddedCluster: Sendable {
    /// Folder that holds everything; see `init(home:)`.
    public let state: String
    /// Why the folder is not the one that was asked for, where it is not.
    public let placeReason: String?
    /// Database of the app's and our tables.
    public let database = "scorebook"
    /// Superuser of the cluster, named as Supabase names its administrator.
    public static let administrator = "postgres"
    /// The role that loads.
    public static let loader = "scorebook_loader"
    /// The role that owns what is ours and cannot log in.
    public static let owner = "scorebook_owner"
    static let port = 5432

    /// A cluster in a folder of its own, as tests have it; the folder need not be there.
    public init(state: String) {
        self.state = state
        placeReason = nil
    }

    /// The cluster in a folder of scorebook's own, unless the server's user cannot get there.
    public init(home: String) throws(DatabaseError) {
        let user = try ServerUser.current()
        if user.canReach(home) {
            state = home
            placeReason = nil
        } else {
            state = "/var/lib/scorebook/\(Files.hash(home))"
            placeReason = "user \(user.name), as which the server runs, cannot enter \(home)"
        }
    }

    /// How to connect as a role; the server must have been started.
    public func target(user: String = EmbeddedCluster.administrator, database: String? = nil) -> Target {
        .embedded(
            socket: socketFolder, port: EmbeddedCluster.port, user: user, database: database ?? self.database)
    }

    /// The same as text for other programs: `postgresql://scorebook_loader@/scorebook?host=...`.
    public func url(user: String = EmbeddedCluster.administrator) -> String {
        let host = socketFolder.utf8.map { byte in
            let isPlain =
                byte >= 0x30 && byte <= 0x39 || byte >= 0x41 && byte <= 0x5a || byte >= 0x61 && byte <= 0x7a
                || byte == 0x2d || byte == 0x2e || byte == 0x5f
            return isPlain
                ? String(UnicodeScalar(byte))
                : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
        return "postgresql://\(user)@/\(database)?host=\(host)&port=\(EmbeddedCluster.port)"
    }

    var serverFolder: String { "\(state)/server" }
    var dataFolder: String { "\(serverFolder)/data" }
    public var logFile: String { "\(serverFolder)/server.log" }
    /// The server's own file: its last line says `ready` once it takes sessions.
    var processFile: String { "\(dataFolder)/postmaster.pid" }
    var lockFile: String { "\(state)/lock" }
    var usersFile: String { "\(state)/users" }
    public var schemaFile: String { "\(state)/schema" }
    var keptFile: String { "\(state)/kept" }

    /// Folder of the socket; `/.s.PGSQL.5432` and a closing zero follow, 108 bytes are all the kernel takes.
    var socketFolder: String {
        let wanted = "\(serverFolder)/socket"
        if wanted.utf8.count + "/.s.PGSQL.\(EmbeddedCluster.port)".utf8.count <= 107 { return wanted }
        return "/tmp/scorebook-\(Files.hash(state))"
    }
}

extension EmbeddedCluster {
    /// Folder of the server's programs that a new cluster would be made with; throws where none is installed.
    public static func programs() throws(DatabaseError) -> String { try ServerInstallation.find().binaries }
}

extension EmbeddedCluster {
    /// No network, nothing unsafe, and a log in which no record's value can stand: messages below `log` are those about
    /// statements, and they quote what they refuse.
    var configuration: String {
        """

        # scorebook
        listen_addresses = ''
        port = \(EmbeddedCluster.port)
        unix_socket_permissions = 0700
        max_connections = 60
        shared_buffers = 256MB
        max_wal_size = 4GB
        wal_compression = on
        jit = off
        fsync = on
        full_page_writes = on
        synchronous_commit = on
        timezone = 'UTC'
        log_timezone = 'UTC'
        logging_collector = off
        log_min_messages = log
        log_min_error_statement = panic
        log_error_verbosity = terse
        log_statement = none
        log_checkpoints = off
        log_parameter_max_length = 0
        log_parameter_max_length_on_error = 0

        """
    }

    /// The system's users who may connect, and their roles.
    func userMap(_ user: ServerUser) -> String {
        let roles = [EmbeddedCluster.administrator, EmbeddedCluster.loader, "authenticator"]
        var names = ["root", user.name]
        if !names.contains(user.client) { names.append(user.client) }
        let lines = names.flatMap { name in roles.map { "scorebook \"\(name)\" \($0)" } }
        return lines.joined(separator: "\n") + "\n"
    }
}
