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
            console.complain("there is no job '\(job)'", hint: "Jobs: \(known.joined(separator: ", "))")
            return .usage
        }
        let waiting = Dictionary(
            uniqueKeysWithValues: pipelines.jobs.map { ($0.name, JobBacklog(of: $0)) })
        let maxAge = invocation.options.maxAge?.seconds
        return workspace.withLedger(console) { ledger in
            let jobs = try ledger.status(of: invocation.arguments.isEmpty ? nil : invocation.arguments, known: known)
            let faults = jobs.map { $0.fault(maxAge: maxAge) }
            let form = invocation.options.output ?? .table
            let open = try ledger.openRejects()
            console.write(
                listing(jobs, faults, form) { job in (waiting[job] ?? JobBacklog(), open[job] ?? 0) }, as: form)
            return faults.contains { $0 != nil } ? .unsatisfied : .success
        }
    }

    private static func listing(
        _ jobs: [LedgerReader.JobStatus], _ faults: [String?], _ form: OutputForm,
        _ waiting: (String) -> (files: JobBacklog, rejects: Int)
    ) -> Listing {
        Listing(
            [
                .init("job"), form == .table ? .init("good", "") : .init("good"), .init("status"), .init("started"),
                .init("age_s", form == .table ? "    age" : "age", .right),
                .init("run"), .init("inbox", nil, .right), .init("quarantine", nil, .right),
                .init("rejects", nil, .right), .init("fault"),
            ].filter { form != .table || !["status", "started"].contains($0.key) },
            rows: zip(jobs, faults).map { job, fault in
                let (files, rejects) = waiting(job.job)
                let counts: [JSONValue] = [.integer(files.inbox), .integer(files.quarantine), .integer(rejects)]
                // The fault has the status, the age when it started.
                let head: [JSONValue] =
                    form == .table
                    ? [
                        .text(job.job), .text(fault == nil ? "✓" : "✗"),
                        .text((job.age.map(age) ?? "").padded(to: 7, .right)),
                        .optional(job.run.map { String($0.prefix(8)) }),
                    ]
                    : [
                        .text(job.job), .boolean(fault == nil), .optional(job.status), .optional(job.started),
                        job.age.map(JSONValue.integer) ?? .null, .optional(job.run),
                    ]
                return head + counts + [.optional(fault)]
            }, whenEmpty: "no jobs are defined")
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
