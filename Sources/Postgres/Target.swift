internal import CPostgres
internal import Glibc

/// Which database to open.
public enum Target: Sendable, Equatable {
    /// `postgresql://...`, or the key-value form such as `service=scorebook`.
    ///
    /// A user that is given here stands for the one in the text.
    case url(String, user: String? = nil)
    /// A server of this machine by its socket directory.
    case embedded(socket: String, port: Int, user: String, database: String)

    /// The parameters for libpq: pairs in the order in which later ones win.
    package func parameters() throws(DatabaseError) -> [(String, String)] {
        var defaults = [
            ("connect_timeout", "10"), ("keepalives", "1"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "60000"),
        ]
        let fixed = [("application_name", "scorebook"), ("client_encoding", "UTF8")]
        switch self {
        case .embedded(let socket, let port, let user, let database):
            // PGHOSTADDR of the environment would lead elsewhere.
            return defaults + [
                ("host", socket), ("hostaddr", ""), ("port", "\(port)"), ("user", user), ("dbname", database),
            ] + fixed
        case .url(let url, let user):
            let given = try Target.parse(url)
            try Target.refuseTransactionPooler(port: given["port"] ?? Target.environment("PGPORT"))
            let hasService = given["service"] != nil || Target.environment("PGSERVICE") != nil
            let host = given["host"] ?? given["hostaddr"] ?? Target.environment("PGHOST")
            let hasMode = given["sslmode"] != nil || Target.environment("PGSSLMODE") != nil
            if !hasMode, !hasService, !Target.isLocal(host: host) {
                defaults.append(("sslmode", "verify-full"))
                let hasRoot = given["sslrootcert"] != nil || Target.environment("PGSSLROOTCERT") != nil
                if !hasRoot, let root = Target.systemCertificates() { defaults.append(("sslrootcert", root)) }
            }
            return defaults + [("dbname", url)] + (user.map { [("user", $0)] } ?? []) + fixed
        }
    }

    static func refuseTransactionPooler(port: String?) throws(DatabaseError) {
        guard let port, port.split(separator: ",").contains("6543") else { return }
        throw DatabaseError(
            .usage,
            "port 6543 is the transaction pooler: it shares sessions, so that staging tables, locks and settings "
                + "would be lost between statements; use the direct connection or the session pooler (port 5432)")
    }

    /// Whether a target's server is on this machine, by its host.
    public static func isLocal(url target: Target) -> Bool {
        guard case .url(let url, _) = target else { return true }
        let given = (try? parse(url)) ?? [:]
        let service = (given["service"] ?? environment("PGSERVICE")).map(service) ?? [:]
        return isLocal(
            host: given["host"] ?? given["hostaddr"] ?? service["host"] ?? service["hostaddr"] ?? environment("PGHOST"))
    }

    static func isLocal(host: String?) -> Bool {
        guard let host, !host.isEmpty else { return true }
        return host.split(separator: ",").allSatisfy { one in
            one.hasPrefix("/") || one.hasPrefix("@") || one == "localhost" || one == "::1" || one.hasPrefix("127.")
        }
    }

    /// Parts of a connection string; the text of libpq's complaint is not passed on, it may quote the password.
    public static func parse(_ url: String) throws(DatabaseError) -> [String: String] {
        var complaint: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(url, &complaint) else {
            PQfreemem(complaint)
            throw DatabaseError(
                .usage, "the database URL cannot be read: expected postgresql://user@host:5432/name or service=name")
        }
        return parts(options)
    }

    /// What a service of libpq's service files says, with libpq's defaults for the rest; nothing of an unknown one.
    public static func service(_ name: String) -> [String: String] {
        let before = environment("PGSERVICE")
        setenv("PGSERVICE", name, 1)
        defer { if let before { setenv("PGSERVICE", before, 1) } else { unsetenv("PGSERVICE") } }
        return PQconndefaults().map(parts) ?? [:]
    }

    private static func parts(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        defer { PQconninfoFree(options) }
        var parts: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { parts[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return parts
    }

    /// Whether a password stands in this text, so that the command line can refuse it.
    public static func holdsPassword(_ url: String) -> Bool {
        guard let parts = try? parse(url) else { return url.contains("password") || url.contains("@") }
        return parts["password"] != nil
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// The distribution's certificates, unless the user has put their own where libpq looks.
    private static func systemCertificates() -> String? {
        if let home = environment("HOME"), access("\(home)/.postgresql/root.crt", R_OK) == 0 { return nil }
        let path = "/etc/ssl/certs/ca-certificates.crt"
        return access(path, R_OK) == 0 ? path : nil
    }
}
