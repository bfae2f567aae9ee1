internal import Glibc
internal import Postgres

/// The server, and the role of the session.
extension Doctor {
    mutating func connect() -> Connection? {
        if case .embedded(let home) = database.choice {
            let status = try? EmbeddedCluster(home: home).status()
            if status == nil || status == .absent { return nil }
        }
        do {
            let connection = try database.openLoader(.nothing)
            ok("connected to \(connection.description)")
            if case .connection(let url) = database.choice { try way(connection, .url(url)) }
            return connection
        } catch {
            notOK("\(error)", Self.advice(error))
            return nil
        }
    }

    /// What lies between this machine and the server: a pooler, and TLS.
    private mutating func way(_ connection: Connection, _ target: Target) throws {
        switch try connection.pooler(of: target) {
        case .direct: ok("direct connection: one server process for each session")
        case .session: ok("session pooler: one server process for each session, as loads need it")
        case .transaction: break  // Was refused when it was opened.
        }
        let (mode, isEncrypted) = connection.security
        switch (mode, isEncrypted) {
        case ("verify-full", true): ok("TLS, and the server's name and certificate are verified (sslmode=verify-full)")
        case (_, true):
            remark(
                "TLS, but sslmode=\(mode) does not verify that this is the right server",
                "Set sslmode=verify-full and sslrootcert to the certificate of the server's authority.")
        case (_, false) where Target.isLocal(url: target): ok("no TLS: the server is on this machine")
        case (_, false):
            notOK(
                "no TLS: what is sent can be read on its way",
                "Set sslmode=verify-full and sslrootcert to the certificate of the server's authority.")
        }
    }

    private static func advice(_ error: any Error) -> String {
        if let error = error as? DatabaseError, error.kind == .usage, error.message.contains("transaction pooler") {
            return poolerAdvice
        }
        return switch (error as? DatabaseError)?.kind {
        case .unavailable:
            "Check that the server is up and that host, port and firewall are right. The URL comes from DATABASE_URL or PG*."
        case .insufficientPrivilege:
            "User or password were refused: set PGPASSWORD, a line in ~/.pgpass, or DATABASE_URL."
        case .usage: "Correct the URL."
        case .installation: "Install the package postgresql."
        default: "Try `psql` with the same URL."
        }
    }

    private static let poolerAdvice =
        "Take the session pooler or the direct connection. Supabase: the same pooler's host with port 5432. pgbouncer: "
        + "pool_mode = session for this user or database."

    mutating func server(_ connection: Connection) {
        if connection.serverVersion >= 150_000 {
            ok("PostgreSQL \(connection.serverVersion / 10_000)")
        } else {
            notOK("PostgreSQL \(connection.serverVersion / 10_000) is too old", "15 is needed.")
        }
        // Each session sets its own; the role's setting matters to other programs, and to poolers that reset it.
        let reset = "select reset_val::bigint from pg_catalog.pg_settings where name = 'statement_timeout'"
        guard let text = try? connection.value(reset), let milliseconds = Int(text) else { return }
        if milliseconds > 0, milliseconds < 120_000 {
            remark(
                "statement_timeout of this role is \(milliseconds / 1000) s",
                "Scorebook lifts it for its own sessions; if loads still fail with 57014, run `alter role ... set statement_timeout = 0`."
            )
        } else {
            ok("statement_timeout does not interfere")
        }
    }

    /// The session's own setting is what loads run with; the server's default is what the app's writes run with.
    mutating func compiler(_ connection: Connection) {
        guard let own = try? connection.value("select pg_catalog.current_setting('jit')"),
            let usual = try? connection.value("select reset_val from pg_catalog.pg_settings where name = 'jit'")
        else { return }
        if own == "off" {
            ok("jit is off in loads\(usual == "off" ? "" : "; the server's default is on, which loads do not use")")
        } else {
            remark(
                "jit is on in loads: small files take ten times as long",
                "alter role \(EmbeddedCluster.loader) set jit = off")
        }
    }

    mutating func role(_ connection: Connection) {
        do {
            let row = try connection.only(
                """
                select current_user as name, rolsuper or rolbypassrls as is_unbound,
                    exists (select from pg_catalog.pg_roles where rolname = \(bind: EmbeddedCluster.loader)) as has_loader
                from pg_catalog.pg_roles where rolname = current_user
                """)
            let (name, isUnbound, hasLoader): (String, Bool, Bool) = (
                try row["name"], try row["is_unbound"], try row["has_loader"]
            )
            if !hasLoader {
                notOK("no such role: \(EmbeddedCluster.loader)", "`scorebook schema up` as administrator makes it.")
            } else if isUnbound {
                notOK(
                    "\(name) bypasses row-level security: imports, replays and rollbacks as this role are refused",
                    "Connect as \(EmbeddedCluster.loader), or as a member of it: `grant \(EmbeddedCluster.loader) to \(name)`."
                )
            } else {
                ok("loads run as \(name), under row-level security")
            }
        } catch { notOK("\(error)", "The role cannot be looked at.") }
    }
}

/// The way to the server.
extension Doctor {
    /// What is wrong with a connection is often to be seen before it is tried.
    ///
    /// - Returns: whether a connection is worth a try.
    mutating func network(_ url: String) -> Bool {
        var parts = (try? Target.parse(url)) ?? [:]
        if let service = parts["service"] ?? environment["PGSERVICE"], !service.isEmpty {
            parts.merge(Target.service(service)) { given, _ in given }
        }
        let port = parts["port"] ?? environment["PGPORT"]
        let rootCertificate = parts["sslrootcert"] ?? environment["PGSSLROOTCERT"]
        if port == "6543" {
            notOK(
                "port 6543 is the transaction pooler, where sessions are shared", Self.poolerAdvice)
            return false
        }
        guard let host = parts["host"] ?? environment["PGHOST"], !host.isEmpty, !host.hasPrefix("/"),
            host != "localhost", !host.hasPrefix("127.")
        else {
            ok("the server is on this machine, port \(port ?? "5432")")
            return true
        }
        ok("host \(host), port \(port ?? "5432")")
        if host.hasPrefix("db."), host.hasSuffix(".supabase.co"), !Self.hasIPv6 {
            notOK(
                "the direct connection of a Supabase project is IPv6 only, and this machine has no IPv6",
                "Take the session pooler: host aws-0-REGION.pooler.supabase.com, port 5432, user postgres.PROJECT.")
        } else if host.hasSuffix(".pooler.supabase.com"), let user = parts["user"] ?? environment["PGUSER"],
            !user.contains(".")
        {
            notOK(
                "Supabase's poolers expect the project in the user name: \(user).PROJECT",
                "Write user=\(user).PROJECT; PROJECT is in the project's URL, https://PROJECT.supabase.co.")
        } else {
            ok(Self.hasIPv6 ? "this machine has IPv6" : "no IPv6 on this machine; this host does not need it")
        }
        let home = environment["HOME"].map { $0 + "/.postgresql/root.crt" }
        let places = [rootCertificate, home, "/etc/ssl/certs/ca-certificates.crt"].compactMap { $0 }
        if let certificate = rootCertificate, certificate != "system", Glibc.access(certificate, R_OK) != 0 {
            notOK("the root certificate \(certificate) cannot be read", "Put it there, or correct sslrootcert.")
        } else if let found = places.first(where: { $0 == "system" || Glibc.access($0, R_OK) == 0 }) {
            ok("root certificates: \(found)")
            if host.hasSuffix(".supabase.co") || host.hasSuffix(".supabase.com"), rootCertificate == nil,
                home.map({ Glibc.access($0, R_OK) != 0 }) ?? true
            {
                remark(
                    "Supabase signs with a certificate of its own, which the system does not hold",
                    "Download it (Database settings, SSL) and set PGSSLROOTCERT to it, or put it at ~/.postgresql/root.crt."
                )
            }
        } else {
            notOK(
                "no root certificate: the server's identity cannot be verified",
                "Install ca-certificates, or put the server's at ~/.postgresql/root.crt.")
        }
        return true
    }

    /// Whether an interface has an IPv6 address that reaches beyond this machine and its link.
    private static var hasIPv6: Bool {
        guard let file = fopen("/proc/net/if_inet6", "re") else { return false }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ")
            // The fourth part is the scope; 00 is global.
            if parts.count >= 4, parts[3] == "00" { return true }
        }
        return false
    }
}
