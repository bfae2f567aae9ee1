import Command
import Definitions
import Importing
import Reporting

/// `scorebook status [JOB]`: for monitors.
enum StatusCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        guard let pipelines = workspace.pipelines(console) else { return .configuration }
        let known = pipelines.jobs.map(\.name)
        if let job = invocation.arguments.first, !known.contains(job) {
            return console.fail(pipelines.unknownJob(job))
        }
        if invocation.options.persons == .shown { return owners(invocation, workspace, console) }
        let maxAge = invocation.options.maxAge?.seconds
        return workspace.withLedger(console) { ledger in
            let jobs = try ledger.status(of: invocation.arguments.isEmpty ? nil : invocation.arguments, known: known)
            let faults = jobs.map { $0.fault(maxAge: maxAge) }
            let form = invocation.options.output ?? .table
            let open = try ledger.openRejects()
            let volumes = try jobs.map { try $0.run == nil ? nil : ledger.volume(of: $0.job) }
            let waiting = try jobs.map { job in
                let backlog = pipelines.job(named: job.job).map(JobBacklog.init)
                return Waiting(
                    inbox: try backlog.map(ledger.waiting) ?? 0, refused: backlog?.quarantine ?? 0,
                    rejects: open[job.job] ?? 0)
            }
            console.write(listing(jobs, faults, volumes, waiting, form), as: form)
            return faults.contains { $0 != nil } ? .unsatisfied : .success
        }
    }

    /// Since when each owner has nothing new.
    private static func owners(_ invocation: Invocation, _ workspace: Workspace, _ console: Console) -> ExitCode {
        workspace.withLedger(console) { ledger in
            let form = invocation.options.output ?? .table
            let list = try ledger.freshness(of: invocation.arguments.first)
            console.write(
                Listing(
                    [
                        .init("owner"), .init("loaded"), .init("age_s", form == .table ? "    age" : "age", .right),
                        .init("files", nil, .right), .init("rejects", nil, .right), .init("refused", nil, .right),
                    ].filter { form != .table || $0.key != "loaded" },
                    rows: list.map { owner in
                        let head: [JSONValue] =
                            form == .table
                            ? [
                                .text(owner.owner ?? "unknown"),
                                .text((owner.age.map(age) ?? "never").padded(to: 7, .right)),
                            ]
                            : [
                                .optional(owner.owner), owner.loaded.map(JSONValue.text) ?? .null,
                                owner.age.map(JSONValue.integer) ?? .null,
                            ]
                        return head + [.integer(owner.files), .integer(owner.rejects), .integer(owner.refused)]
                    }, whenEmpty: "nothing was loaded yet"), as: form)
            return .success
        }
    }

    /// What of a job is to be done: files that are not loaded, refused files, records that are still rejected.
    private struct Waiting {
        var inbox: Int
        var refused: Int
        var rejects: Int
    }

    private static func listing(
        _ jobs: [LedgerReader.JobStatus], _ faults: [String?], _ volumes: [NightVolume?], _ waiting: [Waiting],
        _ form: OutputForm
    ) -> Listing {
        Listing(
            [
                .init("job"), form == .table ? .init("good", "") : .init("good"), .init("status"), .init("started"),
                .init("age_s", form == .table ? "    age" : "age", .right),
                .init("run"), .init("inbox", nil, .right), .init("quarantine", "refused", .right),
                .init("rejects", nil, .right), .init("fault", fit: .wrap), .init("last_good"),
                .init("last_good_age_s"), .init("records"), .init("usual_records"), .init("warning"),
            ].filter { form != .table || !onlyForPrograms.contains($0.key) },
            rows: jobs.indices.map { index in
                let (job, fault, volume) = (jobs[index], faults[index], volumes[index])
                let counts = [waiting[index].inbox, waiting[index].refused, waiting[index].rejects]
                    .map(JSONValue.integer)
                // The fault has the status, the age when it started.
                let head: [JSONValue] =
                    form == .table
                    ? [
                        .text(job.job),
                        .text(fault != nil ? "✗" : volume?.warning == nil && job.status != "warned" ? "✓" : "⚠"),
                        .text((job.age.map(age) ?? "").padded(to: 7, .right)),
                        .optional(job.run.map { String($0.prefix(8)) }),
                    ]
                    : [
                        .text(job.job), .boolean(fault == nil), .optional(job.status), .optional(job.started),
                        job.age.map(JSONValue.integer) ?? .null, .optional(job.run),
                    ]
                guard form != .table else {
                    return head + counts + [.optional(remark(job, fault) ?? volume?.warning ?? warned(job))]
                }
                let good: [JSONValue] = [.optional(job.lastGood), job.lastGoodAge.map(JSONValue.integer) ?? .null]
                let figures = [volume?.records, volume?.median].map { $0.map(JSONValue.integer) ?? .null }
                return head + counts + [.optional(fault)] + good + figures + [.optional(volume?.warning)]
            }, whenEmpty: "no jobs are defined")
    }

    private static let onlyForPrograms: Set<String> = [
        "status", "started", "last_good", "last_good_age_s", "records", "usual_records", "warning",
    ]

    /// The status of a last run that was good but for some rejects or refused files below its job's limits.
    private static func warned(_ job: LedgerReader.JobStatus) -> String? { job.status == "warned" ? "warned" : nil }

    /// The fault, and how long ago all was well.
    private static func remark(_ job: LedgerReader.JobStatus, _ fault: String?) -> String? {
        guard let fault, job.run != nil else { return fault }
        guard let since = job.lastGoodAge else { return "\(fault), never succeeded" }
        return since == job.age ? fault : "\(fault), last succeeded \(age(since)) ago"
    }

    /// Seconds as a reader wants them: `40 s`, `12 min`, `3 h`, `2 d`.
    private static func age(_ seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) d"
        }
    }
}
