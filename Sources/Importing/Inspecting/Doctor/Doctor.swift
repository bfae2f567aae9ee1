public import Definitions
internal import Postgres

/// Looks at a set-up from the definitions to the tables, and reports of each part whether it works and what to do.
public struct Doctor {
    /// One line of what it found.
    public struct Finding: Sendable {
        public enum Verdict: String, Sendable {
            case ok
            /// It works, but is worth knowing.
            case remark
            case notOK = "not ok"
        }

        public var verdict: Verdict
        public var what: String
        /// What to do; empty where it is well.
        public var advice: String
    }

    public private(set) var findings: [Finding] = []
    /// Tables whose rights or row-level security are reported: their drift is the same fault.
    var faultyTables: Set<String> = []
    let database: DatabaseAccess
    let environment: [String: String]

    public init(_ database: DatabaseAccess, environment: [String: String]) {
        self.database = database
        self.environment = environment
    }

    /// Looks at everything, as far as one part lets it get to the next.
    public mutating func examine(_ report: CheckReport) {
        definitions(report)
        switch database.choice {
        case .embedded(let home): embedded(home)
        case .connection(let url):
            guard network(url) else { return }
        }
        guard let connection = connect() else { return }
        server(connection)
        compiler(connection)
        guard schema(connection) else { return }
        role(connection)
        access(connection, tables: report.pipelines.datasets.flatMap(\.tables))
        secret(connection)
        addresses(connection)
        drift(connection)
        summaries(connection)
    }

    mutating func ok(_ what: String) { findings.append(Finding(verdict: .ok, what: what, advice: "")) }
    mutating func remark(_ what: String, _ advice: String) {
        findings.append(Finding(verdict: .remark, what: what, advice: advice))
    }
    mutating func notOK(_ what: String, _ advice: String) {
        findings.append(Finding(verdict: .notOK, what: what, advice: advice))
    }

    private mutating func definitions(_ report: CheckReport) {
        let pipelines = report.pipelines
        if report.faults.isEmpty {
            ok("definitions in \(pipelines.path): \(pipelines.entries.count) formats, \(pipelines.jobs.count) jobs")
        } else {
            notOK(
                "\(report.faults.count) faults in the definitions of \(pipelines.path)",
                "`scorebook check` lists them with line and column.")
        }
        for job in pipelines.jobs {
            for fault in job.unset {
                remark("job \(job.name) cannot run here yet: \(fault.message)", "Set the variable where the job runs.")
            }
            if let fault = job.misplacedFolder {
                notOK(fault, "Files that are done with would be found there again, and imported again.")
            }
        }
    }

    private mutating func embedded(_ home: String) {
        do {
            ok("PostgreSQL's server programs are in \(try EmbeddedCluster.programs())")
        } catch { notOK(error.description, "Install it: apt-get install postgresql") }
        do {
            let cluster = try EmbeddedCluster(home: home)
            if let reason = cluster.placeReason { remark("the data lie in \(cluster.state)", reason) }
            switch try cluster.status() {
            case .running: ok("scorebook's own server runs")
            case .stopped: ok("scorebook's own server is stopped; commands start it")
            case .absent:
                remark(
                    "scorebook's own server has no data yet", "The first run makes them, as does `scorebook db start`.")
            }
        } catch { notOK(error.description, "See the log \(home)/server/server.log.") }
    }
}
