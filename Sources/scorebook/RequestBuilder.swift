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
    let workspace: Workspace

    func build() -> Result<RunRequest, Fault> {
        let options = invocation.options
        if let path = options.plan { return applying(path) }
        let source: Source
        switch self.source() {
        case .success(let found): source = found
        case .failure(let fault): return .failure(fault)
        }
        var request = RunRequest(mode: mode, inputs: source.paths)
        if let job = source.job {
            if let unset = job.unset.first, mode != .validate || unset.message.contains("inbox") {
                return .failure(Fault(message: unset.description, hint: nil, code: .configuration))
            }
            request.job = job
        } else if source.paths.isEmpty {
            return .failure(Fault(message: "no job or file given", hint: Self.list(pipelines.jobs)))
        }
        if let job = request.job {
            request.datasets = job.datasets
            guard job.owner != "folder" || options.owner == nil else {
                return .failure(
                    Fault(
                        message: "the job '\(job.name)' takes the owner from the folder; omit --owner",
                        hint: "--owner is for files that are given by their paths."))
            }
            guard job.inbox != nil else {
                return .failure(
                    Fault(message: "the job '\(job.name)' has no inbox", hint: "Set `inbox:` in \(job.path)."))
            }
        }
        if let dataset = options.dataset {
            guard pipelines.dataset(named: dataset) != nil else {
                return .failure(pipelines.unknownDataset(dataset))
            }
            request.datasets = [dataset]
        }
        if let format = options.format {
            guard pipelines.format(named: format) != nil else {
                return .failure(pipelines.unknownFormat(format))
            }
            request.format = format
        }
        if let fault = Self.fault(in: options.settings, pipelines) { return .failure(fault) }
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
        request.ignored = options.ignored
        request.settings = options.settings.map { (name: $0.name, value: $0.value) }
        request.photoFolder = workspace.home.photos
        request.typed = invocation.typedCommand
        if request.job == nil {
            // A job says itself whose its files are.
            request.owner = options.owner ?? workspace.configuration.owner
            if let zone = workspace.configuration.zone, !request.settings.contains(where: { $0.name == "zone" }) {
                request.settings.append((name: "zone", value: zone))
            }
        }
        request.winner = options.edits == .overwritten ? .source : .app
        request.limit = options.maxRejects
        request.refusalLimit = options.maxRefused
        request.warningLimit = options.warnRejects
        request.mostNewRows = options.maxNewRows?.count
        request.stopsAtFirstReject = options.onReject == .stop
        request.keepsPlan = mode == .plan && options.out != nil
        guard !request.keepsPlan || !request.inputs.contains("-") else {
            return .failure(
                Fault(
                    message: "a plan made from standard input cannot be applied later: the input cannot be read again",
                    hint: "Save it to a file first, or omit --out."))
        }
        switch options.diffs {
        case .first(let count): request.differencesPerTable = count
        case .all: request.differencesPerTable = .max
        case nil: break
        }
        if let asOf = options.asOf { request.asOf = (Int64(asOf.microseconds), asOf.text) }
        return .success(request)
    }

    /// What is imported: the inbox of a job, or paths.
    private struct Source {
        var job: Job?
        var paths: [String]
    }

    /// Each argument is a path where a file is, otherwise the name of a job.
    private func source() -> Result<Source, Fault> {
        var source = Source(paths: invocation.options.inputs)
        var jobs: [Job] = []
        for word in invocation.arguments {
            let isPath = word == "-" || access(word, F_OK) == 0 || errno != ENOENT
            switch (isPath, pipelines.job(named: word)) {
            case (true, nil): source.paths.append(word)
            case (false, let job?): jobs.append(job)
            case (true, _?):
                return .failure(
                    Fault(
                        message: "'\(word)' is a job and also a file or folder here",
                        hint: "Write ./\(word) for the file or folder. To run the job, call it from another folder."))
            case (false, nil): return .failure(missing(word))
            }
        }
        guard jobs.count < 2, jobs.isEmpty || source.paths.isEmpty else {
            return .failure(
                Fault(message: "a job cannot be combined with files or another job", hint: "Run them one by one."))
        }
        source.job = jobs.first
        return .success(source)
    }

    /// A word with a dot or a slash was meant as a path.
    private func missing(_ word: String) -> Fault {
        let isPath = word.contains("/") || word.contains(".")
        let hint = isPath ? NearbyPath.hint(for: word) : Suggestion.question(word, among: pipelines.jobs.map(\.name))
        return Fault(
            message: "no job or file named '\(word)'", hint: hint ?? Self.list(pipelines.jobs),
            code: isPath ? .noInput : .usage)
    }

    /// What is wrong with the first setting that no format can use; nil where all are right.
    static func fault(in settings: [Setting], _ pipelines: Pipelines) -> Fault? {
        let known = pipelines.settingUses
        for setting in settings {
            guard let fault = known.fault(of: setting.name, setting.value) else { continue }
            let isUnknown = !known.names.contains(setting.name)
            return Fault(
                message: "--set: \(fault.message)",
                hint: Suggestion.question([fault.suggestion].compactMap(\.self))
                    ?? (isUnknown ? "Settings: \(known.names.joined(separator: ", "))" : nil))
        }
        return nil
    }

    /// What is wrong with `--dataset` or `--format` where nothing has that name; nil where it is right.
    static func unknownName(_ options: Options, _ pipelines: Pipelines) -> Fault? {
        if let name = options.dataset, pipelines.dataset(named: name) == nil { return pipelines.unknownDataset(name) }
        if let name = options.format, pipelines.format(named: name) == nil { return pipelines.unknownFormat(name) }
        return nil
    }

    /// A plan says all that there is to say.
    private func applying(_ path: String) -> Result<RunRequest, Fault> {
        let options = invocation.options
        guard invocation.arguments.isEmpty, options.inputs.isEmpty, options.settings.isEmpty, options.owner == nil,
            options.dataset == nil, options.format == nil, options.asOf == nil
        else {
            return .failure(
                Fault(
                    message: "--plan cannot be combined with files, a job or import settings",
                    hint: "Give --plan FILE alone."))
        }
        do {
            let plan = try PlanFile.read(path)
            if let job = plan.job, pipelines.job(named: job) == nil {
                return .failure(Fault(message: "the plan's job '\(job)' is not defined any more", code: .unsatisfied))
            }
            var request = RunRequest(applying: plan, pipelines: pipelines)
            request.pace = options.pace
            request.photoFolder = workspace.home.photos
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
        let lines = jobs.map { "  \($0.name.padded(to: width))  \($0.title)" }
        return (["Give a file or folder, or one of the jobs:"] + lines).joined(separator: "\n")
    }
}
