import Command
import Filing
import Importing
import Postgres
import Reporting

/// `scorebook export NAME --owner WHO [--package DIR]`, `scorebook export --all --owner WHO`
enum ExportCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let options = invocation.options
        let workspace = Workspace(options)
        let name = invocation.arguments.first
        if let fault = contradiction(name, options) {
            console.complain(fault.message, hint: fault.hint)
            return .usage
        }
        guard let owner = options.owner ?? workspace.configuration.owner, owner != "payload" else {
            console.complain("no owner given", hint: "Give --owner with an email or a user id.")
            return .usage
        }
        guard let name else { return PersonalExport.run(of: owner, workspace, console) }
        return run(name, of: owner, workspace, console)
    }

    /// What does not go together.
    private static func contradiction(_ name: String?, _ options: Options) -> (message: String, hint: String)? {
        if options.extent == .everything {
            let isChosen =
                options.preset != nil || options.from != nil || options.to != nil || options.verification == .verified
            if name != nil || isChosen || options.package != nil || options.output != nil {
                return (
                    "--all cannot be combined with a name, a range, --package or -o",
                    "Leave out NAME, --from, --to, --preset, --verified, --package and -o."
                )
            }
        } else if name == nil {
            return ("no name given", "Give the name of an export, as in `scorebook export metrics`, or --all.")
        }
        if options.photo != nil, options.output != .pdf {
            return ("--photo works only with -o pdf", "Leave out --photo, or give -o pdf.")
        }
        if options.package != nil, options.out != nil {
            return ("--out and --package cannot be given together", "Give one of them.")
        }
        if options.package != nil, let output = options.output, output != .csv {
            return ("--package works only with CSV output", "Leave out -o \(output.rawValue).")
        }
        return nil
    }

    private static func run(
        _ name: String, of owner: String, _ workspace: Workspace, _ console: Console
    ) -> ExitCode {
        let options = workspace.options
        if options.preset != nil, options.from != nil || options.to != nil {
            console.complain("--preset cannot be combined with --from or --to", hint: "Give one of them.")
            return .usage
        }
        guard workspace.hasSoundRange(console) else { return .usage }
        var choice = Export.Choice()
        choice.preset = options.preset?.rawValue
        choice.from = options.from?.text
        choice.to = options.to?.text
        choice.verifiedOnly = options.verification == .verified
        if options.output == .pdf { return PageExport.run(name, workspace, console) }
        let form: Export.Form
        switch options.output {
        case nil, .csv: form = .csv
        case .json: form = .json
        case .table, .jsonl, .github, .frictionless, .jsonschema, .pdf:
            console.complain("an export is written as csv, json or pdf", hint: "Give -o csv, -o json or -o pdf.")
            return .usage
        }
        return workspace.withDatabase(.administrator, console) { connection, _ in
            do {
                let export = Export(connection, pipelines: workspace.folders)
                let package = try options.package.map { (folder: $0, text: try export.package(name).json.page + "\n") }
                let path = package.map { "\($0.folder)/\(name).csv" } ?? options.out
                if let package { try PrivateFolder.make(package.folder) }
                guard let target = OutputFile(path, console) else { return OutputFile.complain(path, console) }
                let outcome = try export.write(name, of: owner, as: form, choosing: choice) { target.write($0) }
                if let package {
                    let path = "\(package.folder)/datapackage.json"
                    guard let description = OutputFile(path, console) else { return OutputFile.complain(path, console) }
                    description.write(package.text)
                    guard description.finish() else { return unwritten(console) }
                }
                guard target.finish() else { return unwritten(console) }
                if path != nil { console.narrate("\(outcome.rows.of("row")) written") }
                if outcome.formulas > 0 {
                    console.narrate(
                        "\(outcome.formulas.of("cell")) would be a formula in a spreadsheet. They are written as they are, so that "
                            + "the file can be imported again: open it there as text only.")
                }
                return .success
            } catch is FileError {
                return OutputFile.complain(options.package, console)
            } catch let failure as Export.Failure {
                switch failure {
                case .unknownName(let known):
                    console.complain(
                        "unknown export '\(name)'", hint: "Names: \(known.joined(separator: ", "))")
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

    private static func unwritten(_ console: Console) -> ExitCode {
        console.complain("the file could not be written completely", hint: "Check that the disk is not full.")
        return .cannotWrite
    }
}
