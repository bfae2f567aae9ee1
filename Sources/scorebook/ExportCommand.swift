import Command
import Glibc
import Importing
import Postgres
import Reporting

/// `scorebook export NAME --owner WHO`
enum ExportCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let options = invocation.options
        guard let name = invocation.arguments.first else { return .usage }
        let workspace = Workspace(options)
        guard let owner = options.owner ?? workspace.configuration.owner, owner != "payload" else {
            console.complain("whose \(name) is not said", hint: "Give --owner with an email or a user id.")
            return .usage
        }
        if options.preset != nil, options.from != nil || options.to != nil {
            console.complain("--preset and --from or --to are two ranges", hint: "Give one of them.")
            return .usage
        }
        if let from = options.from, let to = options.to, to.text < from.text {
            console.complain("the range ends before it starts", hint: "Give --to a day that is not before --from.")
            return .usage
        }
        var choice = Export.Choice()
        choice.preset = options.preset?.rawValue
        choice.from = options.from?.text
        choice.to = options.to?.text
        choice.verifiedOnly = options.verification == .verified
        let form: Export.Form
        switch options.output {
        case nil, .csv: form = .csv
        case .json: form = .json
        case .table, .jsonl, .github:
            console.complain("an export is written as csv or json", hint: "Give -o csv or -o json.")
            return .usage
        }
        return workspace.withDatabase(.administrator, console) { connection, _ in
            guard let target = OutputFile(options.out, console) else {
                console.complain(
                    "\(options.out ?? "") cannot be written: \(String(cString: strerror(errno)))",
                    hint: "Choose another --out path; existing files are not overwritten.")
                return .cannotWrite
            }
            do {
                let outcome = try Export(connection, pipelines: workspace.folders)
                    .write(name, of: owner, as: form, choosing: choice) { target.write($0) }
                guard target.finish() else {
                    console.complain("the file could not be written to its end", hint: "Is the disk full?")
                    return .cannotWrite
                }
                if options.out != nil { console.narrate("\(outcome.rows.of("row")) written") }
                if outcome.formulas > 0 {
                    console.narrate(
                        "\(outcome.formulas.of("cell")) would be a formula in a spreadsheet. They stand as they are, so that "
                            + "the file can be imported again: open it there as text only.")
                }
                return .success
            } catch let failure as Export.Failure {
                switch failure {
                case .unknownName(let known):
                    console.complain(
                        "there is nothing named '\(name)' to export", hint: "Names: \(known.joined(separator: ", "))")
                    return .usage
                case .notChosen(let column):
                    console.complain(
                        "the rows of \(name) have no \(column)",
                        hint: column == "day" ? "Leave out --from, --to and --preset." : "Leave out --verified.")
                    return .usage
                case .unknownOwner:
                    console.complain(
                        "the owner has no account in this database",
                        hint: "Give --owner with the email or user id of an account.")
                    return .noInput
                case .unreadable(let text):
                    console.complain(text, hint: "`scorebook check` lists all faults.")
                    return .configuration
                }
            }
        }
    }
}
