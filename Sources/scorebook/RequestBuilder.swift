import Command
import Definitions
import Glibc
import Importing
import Loading
import Records
import Reporting

/// From options to what a run is asked to do.
struct RequestBuilder {
    struct Fault: Error {
        var message: String
        var hint: String?
        var code: ExitCode = .usage
    }

    let invocation: Invocation
    let pipelines: Pipelines
    let mode: RunReport.Mode

    func build() -> Result<RunRequest, Fault> {
        let options = invocation.options
        if let path = options.plan { return applying(path) }
        var request = RunRequest(mode: mode, inputs: options.inputs)
        if let name = invocation.arguments.first {
            guard let job = pipelines.job(named: name) else {
                let names = pipelines.jobs.map(\.name).joined(separator: ", ")
                return .failure(Fault(message: "there is no job '\(name)'", hint: "Jobs: \(names)"))
            }
            if let unset = job.unset.first, mode != .validate || unset.message.contains("inbox") {
                return .failure(Fault(message: unset.description, hint: nil, code: .configuration))
            }
            request.job = job
        } else if options.inputs.isEmpty {
            return .failure(
                Fault(
                    message: "what to import is not said: give a job, or --input PATH", hint: Self.list(pipelines.jobs))
            )
        }
        if let job = request.job {
            request.datasets = job.datasets
            guard job.owner != "folder" || options.owner == nil else {
                return .failure(
                    Fault(
                        message: "the job '\(job.name)' takes the owner from the folder; leave --owner away",
                        hint: "Files of one person are given by --input PATH, together with --owner WHO."))
            }
            guard !options.inputs.isEmpty || job.inbox != nil else {
                return .failure(Fault(message: "the job '\(job.name)' has no inbox", hint: "Give --input PATH."))
            }
        }
        if let dataset = options.dataset {
            guard pipelines.dataset(named: dataset) != nil else {
                let names = pipelines.datasets.map(\.name).joined(separator: ", ")
                return .failure(Fault(message: "there is no dataset '\(dataset)'", hint: "Datasets: \(names)"))
            }
            request.datasets = [dataset]
        }
        if let format = options.format {
            guard pipelines.format(named: format) != nil else {
                return .failure(
                    Fault(message: "there is no format '\(format)'", hint: "`scorebook formats` lists them."))
            }
            request.format = format
        }
        if let path = options.identities {
            do {
                request.identities = try IdentityFile.read(path)
            } catch {
                let fault = error as? IdentityFile.Fault
                return .failure(
                    Fault(
                        message: fault?.message ?? "\(path) cannot be read",
                        hint: "Lines of --identities are `old id or email,user id of this database`.",
                        code: fault?.isMissing == true ? .noInput : .badInput))
            }
        }
        switch options.diffs {
        case .first(let count): request.differencesPerTable = count
        case .all: request.differencesPerTable = .max
        case nil: break
        }
        request.workers = options.jobs?.count
        request.pace = options.pace
        request.recordText = options.recordText == .redacted ? .redacted : .kept
        request.owner = options.owner
        request.settings = options.settings.map { (name: $0.name, value: $0.value) }
        request.winner = options.edits == .overwritten ? .source : .app
        request.limit = options.maxRejects
        request.stopsAtFirstReject = options.onReject == .stop
        request.keepsPlan = mode == .plan && options.out != nil
        guard !request.keepsPlan || !request.inputs.contains("-") else {
            return .failure(
                Fault(
                    message: "a plan of standard input cannot be applied: what came in by it is gone by then",
                    hint: "Put it into a file first, or leave --out away."))
        }
        switch options.diffs {
        case .first(let count): request.differencesPerTable = count
        case .all: request.differencesPerTable = .max
        case nil: break
        }
        if let asOf = options.asOf { request.asOf = (Int64(asOf.microseconds), asOf.text) }
        return .success(request)
    }

    /// A plan says all that there is to say.
    private func applying(_ path: String) -> Result<RunRequest, Fault> {
        let options = invocation.options
        guard invocation.arguments.isEmpty, options.inputs.isEmpty, options.settings.isEmpty, options.owner == nil,
            options.dataset == nil, options.format == nil, options.asOf == nil
        else {
            return .failure(
                Fault(message: "a plan says what to import, and how", hint: "Give --plan FILE alone."))
        }
        do {
            let plan = try PlanFile.read(path)
            if let job = plan.job, pipelines.job(named: job) == nil {
                return .failure(Fault(message: "the plan's job '\(job)' is not defined any more", code: .unsatisfied))
            }
            var request = RunRequest(applying: plan, pipelines: pipelines)
            request.pace = options.pace
            return .success(request)
        } catch {
            let error = error as? PlanFileError ?? .unreadable
            return .failure(Fault(message: error.message, code: error == .missing ? .noInput : .badInput))
        }
    }

    /// The jobs, one a line.
    private static func list(_ jobs: [Job]) -> String {
        guard !jobs.isEmpty else { return "No job is defined; `scorebook run --help` shows how to import files." }
        let width = jobs.map(\.name.count).max() ?? 0
        return (["Jobs:"] + jobs.map { "  \($0.name.padded(to: width))  \($0.title)" }).joined(separator: "\n")
    }
}
