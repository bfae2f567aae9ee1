import Command
import Glibc
import Postgres
import Reporting

/// `scorebook db start|stop|status|psql|url|list`: scorebook's own server.
enum DatabaseCommand {
    static func start(_ invocation: Invocation, _ console: Console) -> ExitCode {
        withCluster(invocation, console) { cluster in
            if let reason = cluster.placeReason { console.narrate("It lies in \(cluster.state): \(reason)") }
            try cluster.start()
            console.write("running: \(cluster.url())\n")
            return .success
        }
    }

    static func stop(_ invocation: Invocation, _ console: Console) -> ExitCode {
        withCluster(invocation, console) { cluster in
            try cluster.stop()
            console.write("stopped\n")
            return .success
        }
    }

    static func status(_ invocation: Invocation, _ console: Console) -> ExitCode {
        withCluster(invocation, console) { cluster in
            try status(cluster, invocation.options.output ?? .table, console)
        }
    }

    static func psql(_ invocation: Invocation, _ console: Console) -> ExitCode {
        withCluster(invocation, console) { cluster in
            try psql(cluster, invocation.arguments, console)
        }
    }

    static func url(_ invocation: Invocation, _ console: Console) -> ExitCode {
        withCluster(invocation, console) { cluster in
            console.write(cluster.url() + "\n")
            return .success
        }
    }

    /// The clusters that this user can have, as far as they are there; the one that commands use comes first.
    static func list(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        do {
            var rows: [[JSONValue]] = []
            for folder in Home.all(current: workspace.current) {
                let cluster = try EmbeddedCluster(home: folder)
                let status = try cluster.status()
                guard status != .absent else { continue }
                let isUsed = folder == workspace.home.folder
                rows.append([
                    .text(word(status)), .text(cluster.state), .text(isUsed ? "used here" : ""),
                ])
            }
            console.write(
                Listing(
                    [.init("status"), .init("folder", fit: .cutMiddle), .init("note")], rows: rows,
                    whenEmpty: "no server of scorebook's own yet: `scorebook run` or `scorebook db start` makes one"),
                as: invocation.options.output ?? .table)
            return .success
        } catch { return console.fail(error) }
    }

    private static func word(_ status: EmbeddedCluster.Status) -> String {
        switch status {
        case .absent: "absent"
        case .stopped: "stopped"
        case .running: "running"
        }
    }

    private static func withCluster(
        _ invocation: Invocation, _ console: Console, _ body: (EmbeddedCluster) throws -> ExitCode
    ) -> ExitCode {
        do {
            return try body(EmbeddedCluster(home: Workspace(invocation.options).home.folder))
        } catch { return console.fail(error) }
    }

    private static func status(
        _ cluster: EmbeddedCluster, _ form: OutputForm, _ console: Console
    ) throws -> ExitCode {
        let status = try cluster.status()
        console.write(
            Listing(
                [.init("status"), .init("folder"), .init("url")],
                rows: [[.text(word(status)), .text(cluster.state), .text(cluster.url())]]), as: form)
        if status != .running { console.narrate("`scorebook db start` starts it.") }
        return status == .running ? .success : .unsatisfied
    }

    /// Runs psql in this terminal, whose keys are psql's.
    private static func psql(
        _ cluster: EmbeddedCluster, _ arguments: [String], _ console: Console
    ) throws -> ExitCode {
        try cluster.start(.whileUsed)
        // PGHOSTADDR of the environment would lead elsewhere.
        for name in ["PGHOSTADDR", "PGSERVICE", "PGPORT"] { unsetenv(name) }
        switch ForegroundProgram.run(["psql", cluster.url()] + arguments) {
        case .success(let status):
            // What psql says of its script is not in our list of codes: any failure is a failed check.
            return status == 0 ? .success : .unsatisfied
        case .failure(let reason):
            console.complain(
                "cannot start psql: \(String(cString: strerror(reason.code)))",
                hint: "Install the package postgresql-client, or use another client with \(cluster.url()).")
            return .configuration
        }
    }
}
