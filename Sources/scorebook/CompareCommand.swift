import Command
import Importing
import Reporting

/// `scorebook compare RUN RUN`
enum CompareCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        guard invocation.arguments.count == 2 else {
            console.complain(
                "two runs are compared", hint: "As in `scorebook compare 0b1c latest`; `scorebook runs` lists them.")
            return .usage
        }
        return Workspace(invocation.options).withLedger(console) { ledger in
            let runs = try invocation.arguments.map { try ledger.report(of: try ledger.run(named: $0)) }
            console.write(runs[0].comparison(with: runs[1]), as: invocation.options.output ?? .table)
            return .success
        }
    }
}
