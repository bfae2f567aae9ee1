import Command
import Definitions
import Importing
import Records
import Reporting

/// `scorebook quarantine list|retry|drop`: the files that jobs have refused.
enum QuarantineCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let options = invocation.options
        guard let pipelines = Workspace(options).pipelines(console) else { return .configuration }
        if let name = options.job, pipelines.job(named: name) == nil {
            return console.fail(pipelines.unknownJob(name))
        }
        let isChosen =
            !invocation.arguments.isEmpty || options.owner != nil || options.code != nil || options.olderThan != nil
            || options.job != nil || options.files == .all
        guard invocation.verb == .quarantineList || isChosen else {
            console.complain(
                "no file given", hint: "Give paths, --owner, --code, --older-than or --job; --all for all files.")
            return .usage
        }
        let quarantine = Quarantine(of: pipelines.jobs)
        for reason in quarantine.unsearched { console.complain("not searched: \(reason)") }
        let (entries, unknown) = quarantine.chosen(by: wanted(invocation))
        guard unknown.isEmpty else {
            for path in unknown {
                let same = quarantine.paths(named: path)
                console.complain(
                    same.isEmpty
                        ? "\(path.escapedForTerminal): no refused file, and no folder of any"
                        : "\(path.escapedForTerminal): \(same.count) refused files have this name",
                    hint: same.isEmpty
                        ? "`scorebook quarantine list` shows them."
                        : "Give one of: \(same.map(\.escapedForTerminal).joined(separator: ", "))")
            }
            return .noInput
        }
        let form = options.output ?? .table
        switch invocation.verb {
        case .quarantineRetry:
            return act(entries, quarantine.retry, "would go back", "back in the inbox", options, console)
        case .quarantineDrop:
            if options.files == .all, options.effect == .real, !entries.isEmpty,
                let code = Confirmation.refusal(
                    unless: "\(entries.count)", "the number of files", after: table(entries), options, console)
            {
                return code
            }
            return act(entries, quarantine.drop, "would be removed", "removed", options, console)
        default:
            console.write(form == .table ? table(entries) : listing(entries), as: form)
            return quarantine.unsearched.isEmpty ? .success : .temporary
        }
    }

    private static func wanted(_ invocation: Invocation) -> Quarantine.Wanted {
        var wanted = Quarantine.Wanted()
        wanted.job = invocation.options.job
        wanted.owner = invocation.options.owner
        wanted.code = invocation.options.code
        wanted.age = invocation.options.olderThan?.seconds
        wanted.paths = invocation.arguments
        return wanted
    }

    private static func table(_ entries: [Quarantine.Entry]) -> Listing {
        Listing(
            [.init("path"), .init("code"), .init("reason", fit: .wrap)],
            rows: entries.map { entry in
                [
                    .text(entry.path), .optional(entry.note?.code?.rawValue),
                    .text(entry.note?.reason.split(separator: "\n").first.map(String.init) ?? "no note beside it"),
                ]
            }, whenEmpty: "no refused files")
    }

    private static func listing(_ entries: [Quarantine.Entry]) -> Listing {
        Listing(
            [
                .init("path"), .init("job"), .init("owner"), .init("file"), .init("bytes", nil, .right), .init("code"),
                .init("reason"), .init("run"), .init("refused_at"),
            ],
            rows: entries.map { entry in
                [
                    .text(entry.path), .text(entry.job), .optional(entry.owner), .text(entry.name),
                    .integer(entry.bytes), .optional(entry.note?.code?.rawValue), .optional(entry.note?.reason),
                    .optional(entry.note?.run), .optional(entry.note?.refusedAt ?? entry.day),
                ]
            })
    }

    /// Does it with each file; what cannot be done stays as it is.
    private static func act(
        _ entries: [Quarantine.Entry], _ act: (Quarantine.Entry, Bool) -> Quarantine.Outcome, _ planned: String,
        _ done: String, _ options: Options, _ console: Console
    ) -> ExitCode {
        let isTried = options.effect == .described
        let outcomes = entries.map { act($0, isTried) }
        let form = options.output ?? .table
        console.write(
            Listing(
                [
                    .init("path"), .init("job"), .init("outcome", fit: .wrap),
                    .init("fault", fit: .wrap),
                ].filter { form != .table || $0.key == "path" || $0.key == "outcome" },
                rows: zip(entries, outcomes).map { entry, outcome in
                    let (word, fault) = wording(outcome, isTried ? planned : done)
                    return form == .table
                        ? [.text(entry.path), .text(fault ?? word)]
                        : [.text(entry.path), .text(entry.job), .text(word), .optional(fault)]
                }, whenEmpty: "no refused files"), as: form)
        let jobs = Set(zip(entries, outcomes).filter { $0.1 == .done }.map(\.0.job)).sorted()
        if !isTried, options.output == nil, done != "removed", !jobs.isEmpty {
            console.narrate("Import them: \(jobs.map { "scorebook run \($0)" }.joined(separator: "; "))")
        }
        if outcomes.contains(where: { if case .failed = $0 { true } else { false } }) { return .cannotWrite }
        return outcomes.allSatisfy { $0 == .done } ? .success : .unsatisfied
    }

    private static func wording(_ outcome: Quarantine.Outcome, _ done: String) -> (word: String, fault: String?) {
        switch outcome {
        case .done: (done, nil)
        case .blocked(let why): ("blocked", why)
        case .failed(let why): ("failed", why)
        }
    }
}
