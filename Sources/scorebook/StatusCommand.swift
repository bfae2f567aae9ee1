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
        let maxAge = invocation.options.maxAge?.seconds
        return workspace.withLedger(console) { ledger in
            let jobs = try ledger.status(of: invocation.arguments.isEmpty ? nil : invocation.arguments, known: known)
            // A monitor that names a job wants it to have run.
            let faults = jobs.map { job in
                job.fault(maxAge: maxAge)
                    ?? (!invocation.arguments.isEmpty && job.run == nil && job.unfinishedFor == nil ? "never ran" : nil)
            }
            console.write(listing(jobs, faults), as: invocation.options.output ?? .table)
            return faults.contains { $0 != nil } ? .unsatisfied : .success
        }
    }

    private static func listing(_ jobs: [LedgerReader.JobStatus], _ faults: [String?]) -> Listing {
        Listing(
            [
                .init("job"), .init("good"), .init("status"), .init("started"), .init("age_s", "age", .right),
                .init("run", fit: .cutEnd), .init("fault", fit: .cutEnd),
            ],
            rows: zip(jobs, faults).map { job, fault in
                [
                    .text(job.job), .boolean(fault == nil), .optional(job.status), .optional(job.started),
                    job.age.map(JSONValue.integer) ?? .null, .optional(job.run), .optional(fault),
                ]
            }, whenEmpty: "no jobs are defined")
    }
}
