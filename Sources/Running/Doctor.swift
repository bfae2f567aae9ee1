public import Definitions
internal import Glibc
internal import Migrating
internal import Postgres
internal import Summarising

/// Looks at a set-up from the definitions to the tables, and tells of each part whether it is well and what to do.
public struct Doctor {
    /// One line of what it found.
    public struct Finding: Sendable {
        public enum Verdict: String, Sendable {
            case ok
            /// It works, but somebody should know.
            case remark
            case notOK = "not ok"
        }

        public var verdict: Verdict
        public var what: String
        /// What to do; empty where it is well.
        public var advice: String
    }

    public private(set) var findings: [Finding] = []
    private let database: Database
    private let environment: [String: String]

    public init(_ database: Database, environment: [String: String]) {
        self.database = database
        self.environment = environment
    }

    /// Looks at everything, as far as one part lets it get to the next.
    public mutating func examine(_ report: CheckReport) {
        definitions(report)
        switch database.choice {
        case .embedded(let project): embedded(project)
        case .connection(let url):
            guard network(url) else { return }
        }
        guard let connection = connect() else { return }
        server(connection)
        role(connection)
        schema(connection)
    }

    private mutating func ok(_ what: String) { findings.append(Finding(verdict: .ok, what: what, advice: "")) }
    private mutating func remark(_ what: String, _ advice: String) {
        findings.append(Finding(verdict: .remark, what: what, advice: advice))
    }
    private mutating func notOK(_ what: String, _ advice: String) {
        findings.append(Finding(verdict: .notOK, what: what, advice: advice))
    }

    private mutating func definitions(_ report: CheckReport) {
        let pipelines = report.pipelines
        if report.faults.isEmpty {
            ok("definitions in \(pipelines.path): \(pipelines.formats.count) formats, \(pipelines.jobs.count) jobs")
        } else {
            notOK(
                "\(report.faults.count) faults in the definitions of \(pipelines.path)",
                "`scorebook check` lists them with line and column.")
        }
        for job in pipelines.jobs {
            for fault in job.unset {
                remark("job \(job.name) cannot run here yet: \(fault.message)", "Set the variable where the job runs.")
            }
        }
    }

    private mutating func embedded(_ project: String) {
        do throws(DatabaseError) {
            ok("PostgreSQL's server programs are in \(try EmbeddedCluster.programs())")
        } catch { notOK(error.description, "Install it: apt-get install postgresql") }
        do throws(DatabaseError) {
            let cluster = try EmbeddedCluster(project: project)
            if let reason = cluster.placeReason { remark("the data lie in \(cluster.state)", reason) }
            switch try cluster.status() {
            case .running: ok("scorebook's own server runs")
            case .stopped: ok("scorebook's own server is stopped; commands start it")
            case .absent:
                remark(
                    "scorebook's own server has no data yet", "The first run makes them, as does `scorebook db start`.")
            }
        } catch { notOK(error.description, "See the log \(project)/.scorebook/server/server.log.") }
    }

    /// What is wrong with a connection is often to be seen before it is tried.
    ///
    /// False where a try would tell no more.
    private mutating func network(_ url: String) -> Bool {
        let facts = ConnectionText(url, environment: environment)
        if facts.port == "6543" {
            notOK(
                "port 6543 is the transaction pooler, where sessions are shared",
                "Take the session pooler or the direct connection: the same host name with port 5432.")
            return false
        } else {
            ok("port \(facts.port ?? "5432")")
        }
        guard let host = facts.host, !host.isEmpty, !host.hasPrefix("/"), host != "localhost", !host.hasPrefix("127.")
        else {
            ok("the server is on this machine")
            return true
        }
        if host.hasPrefix("db."), host.hasSuffix(".supabase.co"), !Self.hasIPv6 {
            notOK(
                "the direct connection of a Supabase project is IPv6 only, and this machine has no IPv6",
                "Take the session pooler: host aws-0-REGION.pooler.supabase.com, port 5432, user postgres.PROJECT.")
        } else {
            ok(Self.hasIPv6 ? "this machine has IPv6" : "no IPv6 here, and none is needed for this host")
        }
        let home = environment["HOME"].map { $0 + "/.postgresql/root.crt" }
        let places = [facts.rootCertificate, home, "/etc/ssl/certs/ca-certificates.crt"].compactMap { $0 }
        if let certificate = facts.rootCertificate, certificate != "system", Glibc.access(certificate, R_OK) != 0 {
            notOK("the root certificate \(certificate) cannot be read", "Put it there, or correct sslrootcert.")
        } else if let found = places.first(where: { $0 == "system" || Glibc.access($0, R_OK) == 0 }) {
            ok("root certificates: \(found)")
            if host.hasSuffix(".supabase.co") || host.hasSuffix(".supabase.com"), facts.rootCertificate == nil,
                home.map({ Glibc.access($0, R_OK) != 0 }) ?? true
            {
                remark(
                    "Supabase signs with a certificate of its own, which the system does not hold",
                    "Download it (Database settings, SSL) and set PGSSLROOTCERT to it, or put it at ~/.postgresql/root.crt."
                )
            }
        } else {
            notOK(
                "there is no root certificate, so that the server cannot be told from an impostor",
                "Install ca-certificates, or put the server's at ~/.postgresql/root.crt.")
        }
        return true
    }

    private mutating func connect() -> Connection? {
        if case .embedded(let project) = database.choice {
            let status = try? EmbeddedCluster(project: project).status()
            if status == nil || status == .absent { return nil }
        }
        do throws(DatabaseError) {
            let connection = try database.openLoader()
            ok("connected to \(connection.description)")
            return connection
        } catch {
            notOK(error.description, Self.advice(error))
            return nil
        }
    }

    private static func advice(_ error: DatabaseError) -> String {
        switch error.kind {
        case .unavailable:
            "Is the server up, and host, port and firewall right? The URL comes from DATABASE_URL or PG*."
        case .insufficientPrivilege:
            "User or password are refused: set PGPASSWORD, a line in ~/.pgpass, or DATABASE_URL."
        case .usage: "Correct the URL."
        case .installation: "Install the package postgresql."
        default: "Try `psql` with the same URL."
        }
    }

    private mutating func server(_ connection: Connection) {
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

    private mutating func role(_ connection: Connection) {
        do throws(DatabaseError) {
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
                    "loads run as \(name), whom no row-level security holds back",
                    "Connect as \(EmbeddedCluster.loader), or as a member of it: `grant \(EmbeddedCluster.loader) to \(name)`."
                )
            } else {
                ok("loads run as \(name), under row-level security")
            }
        } catch { notOK(error.description, "The role cannot be looked at.") }
    }

    private mutating func schema(_ connection: Connection) {
        do throws(SchemaFailure) {
            let state = try database.schemaState(connection)
            if state.files.missing.isEmpty, state.files.changed.isEmpty {
                ok("scorebook's tables are there")
            } else if !state.files.missing.isEmpty {
                notOK(
                    "\(state.files.missing.count) of \(database.isEmbedded ? "the schema's" : "scorebook's") files are not applied",
                    "`scorebook schema up` applies them, with an administrator's URL.")
            }
            if !state.files.changed.isEmpty {
                notOK(
                    "changed since they were applied: \(state.files.changed.joined(separator: ", "))",
                    "Put the old text back and write the change as a new file.")
            }
            let absent = state.summaries.filter { $0.state != .current }.map(\.summary.name)
            if absent.isEmpty {
                ok("summaries are there")
            } else {
                remark("not as defined: \(absent.joined(separator: ", "))", "`scorebook schema up` makes them.")
            }
            let refusing = try database.schemaDifferences(connection).count { $0.weight == .refuses }
            if refusing == 0 {
                ok("the app's tables are what the datasets need")
            } else {
                notOK(
                    "the app's tables differ from what the datasets need in \(refusing) points",
                    "`scorebook schema verify` lists them, column by column.")
            }
        } catch { notOK(error.description, "`scorebook schema status` tells more.") }
        access(connection)
    }

    private static let rights = [
        ("public.performance_metrics", "select"), ("public.performance_metrics", "insert"),
        ("public.performance_metrics", "update"), ("public.performance_metrics", "delete"),
        ("scorebook.runs", "insert"), ("scorebook.units", "insert"), ("scorebook.rejects", "insert"),
        ("scorebook.lineage", "insert"),
    ]

    /// Rights and row-level security of what the loader writes.
    private mutating func access(_ connection: Connection) {
        do throws(DatabaseError) {
            var lacking: [String] = []
            for (table, right) in Self.rights {
                let may = try connection.value(
                    """
                    select pg_catalog.has_table_privilege(role.oid, pg_catalog.to_regclass($2), $3)::text
                    from pg_catalog.pg_roles as role where role.rolname = $1
                    """, [EmbeddedCluster.loader, table, right])
                if may == "false" { lacking.append("\(right) on \(table)") }
                if may == nil, !lacking.contains(table) { lacking.append(table) }
            }
            if lacking.isEmpty {
                ok("the loader has its rights")
            } else {
                notOK(
                    "the loader lacks \(lacking.joined(separator: ", "))",
                    "`scorebook schema up` grants them; where it has run before, grant them by hand.")
            }
            let open = try connection.rows(
                """
                select class.relrowsecurity::text,
                    (select pg_catalog.count(*) from pg_catalog.pg_policy as policy
                     where policy.polrelid = class.oid and policy.polname like 'scorebook %')::text
                from pg_catalog.pg_class as class
                where class.oid = pg_catalog.to_regclass('public.performance_metrics')
                """)
            guard let row = open.first else { return }
            if row[0] != "true" {
                notOK(
                    "row-level security of public.performance_metrics is off: every user of the app reads everybody's",
                    "alter table public.performance_metrics enable row level security")
            } else if row[1] == "0" {
                notOK(
                    "no policy lets the loader into public.performance_metrics",
                    "`scorebook schema up` makes its policies.")
            } else {
                ok("row-level security is on, with the loader's policies")
            }
        } catch { notOK(error.description, "Rights cannot be looked at.") }
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
