import Command
import Importing
import Reporting

/// `scorebook erase --owner WHO [--dry-run | --verify | --lift]`
enum EraseCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let options = invocation.options
        let workspace = Workspace(options)
        guard let pipelines = workspace.pipelines(console) else { return .configuration }
        guard let owner = options.owner, owner != "payload" else {
            console.complain("no owner given", hint: "Give --owner with an email or a user id.")
            return .usage
        }
        let task: ErasureRun.Task =
            switch (options.erasing, options.effect) {
            case (.verified, _): .verify
            case (.lifted, _): .lift
            case (.erased, .described): .describe
            case (.erased, .real): .erase
            }
        let work = RunningCommand(console)
        func run(_ task: ErasureRun.Task) -> (receipt: ErasureReceipt, end: RunEnd) {
            let run = ErasureRun(
                owner, alias: options.alias, task: task, pipelines: pipelines, database: workspace.database(job: nil),
                photoFolder: workspace.home.photos, inProgress: workspace.home.inProgress)
            let end = work.whileRunning { run.execute(hooks: work.hooks) }
            return (run.receipt, end)
        }
        if task == .erase, options.questions == .asked {
            let planned = run(.describe)
            guard planned.end == .done else { return RunCommand.code(planned.end, console, work.interruption) }
            for note in planned.receipt.notes { console.narrate("Note: \(note)") }
            if let code = Confirmation.refusal(
                unless: owner, "the owner", after: planned.receipt.listing, options, console)
            {
                return code
            }
        }
        let (receipt, end) = run(task)
        if [.done, .overLimit].contains(end) || receipt.outcome != .described {
            switch options.output ?? .table {
            case .json, .jsonl: console.write(receipt.json.line + "\n")
            case .table, .csv, .github, .frictionless, .jsonschema, .pdf:
                console.write(receipt.listing, as: options.output ?? .table)
            }
            for note in receipt.notes { console.narrate("Note: \(note)") }
            console.narrate(receipt.outcome.wording)
        }
        return RunCommand.code(end, console, work.interruption)
    }
}

extension ErasureReceipt.Outcome {
    var wording: String {
        switch self {
        case .described: "Dry run: nothing was removed"
        case .erased: "Erased. Later files of this person are refused until the erasure is lifted with --lift"
        case .filesLeft: "The database is done, but files remain: run the same command again"
        case .nothingLeft: "No data of this person remains"
        case .somethingLeft: "Data of this person remains"
        case .lifted: "Lifted: files of this person are imported again"
        }
    }
}
