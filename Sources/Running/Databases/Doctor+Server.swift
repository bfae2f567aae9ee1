internal import Postgres

/// The server, and as whom it lets us in.
extension Doctor {
    mutating func connect() -> Connection? {
        if case .embedded(let project) = database.choice {
            let status = try? EmbeddedCluster(project: project).status()
            if status == nil || status == .absent { return nil }
        }
        do {
            let connection = try database.openLoader(.nothing)
            ok("connected to \(connection.description)")
            return connection
        } catch {
            notOK("\(error)", Self.advice(error))
            return nil
        }
    }

    private static func advice(_ error: any Error) -> String {
        switch (error as? DatabaseError)?.kind {
        case .unavailable:
            "Is the server up, and host, port and firewall right? The URL comes from DATABASE_URL or PG*."
        case .insufficientPrivilege:
            "User or password are refused: set PGPASSWORD, a line in ~/.pgpass, or DATABASE_URL."
        case .usage: "Correct the URL."
        case .installation: "Install the package postgresql."
        default: "Try `psql` with the same URL."
        }
    }

    mutating func server(_ connection: Connection) {
        if connection.serverVersion >= 150_000 {
            ok("PostgreSQL \(connection.serverVersion / 10_000)")
        } else {
            notOK("PostgreSQL \(connection.serverVersion / 10_000) is too old", "15 is needed.")
        }
        // Each session sets its own; what the role has tells of other programs, and of poolers that reset it.
        let reset = "select reset_val::bigint from pg_catalog.pg_settings where name = 'statement_timeout'"
        guard let text = try? connection.value(reset), let milliseconds = Int(text) else { return }
        if milliseconds > 0, milliseconds < 120_000 {
            remark(
                "statement_timeout of this role is \(milliseconds / 1000) s",
                "Scorebook lifts it for its own sessions; should loads end with 57014, `alter role ... set statement_timeout = 0`."
            )
        } else {
            ok("statement_timeout does not hinder")
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
            let rows = try connection.rows(
                """
                select current_user, rolsuper::text, rolbypassrls::text,
                    (select pg_catalog.count(*) from pg_catalog.pg_roles where rolname = $1)::text
                from pg_catalog.pg_roles where rolname = current_user
                """, [EmbeddedCluster.loader])
            guard let row = rows.first, let name = row[0] else { return }
            if row[3] == "0" {
                notOK("there is no role \(EmbeddedCluster.loader)", "`scorebook schema up` as administrator makes it.")
            } else if row[1] == "true" || row[2] == "true" {
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
