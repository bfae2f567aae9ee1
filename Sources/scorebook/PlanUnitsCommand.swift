import Command
import Filing
import Glibc
import Importing
import Reporting

/// `scorebook plan-units`: lists the files of a run for several processes.
enum PlanUnitsCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        guard let pipelines = workspace.pipelines(console) else { return .configuration }
        let request: RunRequest
        switch RequestBuilder(invocation: invocation, pipelines: pipelines, mode: .run, workspace: workspace).build() {
        case .success(let built): request = built
        case .failure(let fault):
            console.complain(fault.message, hint: fault.hint)
            return fault.code
        }
        let database = workspace.database(job: request.job)
        if database.isEmbedded, let code = workspace.prepareEmbedded(database, console) { return code }
        let given = invocation.options
        var options = UnitPlanning.Options()
        options.group = given.group?.count ?? options.group
        options.slots = given.slots?.count
        options.resumes = given.resumes
        options.photos = workspace.home.photos
        let work = RunningCommand(console)
        let planning = UnitPlanning(request, options, pipelines: pipelines, database: database, hooks: work.hooks)
        let inProgress = FilesInProgress(in: workspace.home.inProgress)
        defer { inProgress?.end() }
        planning.inProgress = inProgress
        let end = work.whileRunning { planning.execute() }
        guard end == .done else { return RunCommand.code(end, console, work.interruption) }
        if let folder = given.groupsFolder, !write(planning.lines, to: folder) {
            console.complain("the groups cannot be written to \(folder)")
            return .cannotWrite
        }
        for line in planning.lines { console.write(line.json.line + "\n") }
        let groups = Set(planning.lines.map(\.group)).count
        console.narrate(
            "Run \(planning.run.prefix(8)): \(planning.lines.count.of("file")) in \(groups.of("group")). "
                + "End it, with these lines on standard input:\n  scorebook finish \(planning.run.prefix(8)) --units -")
        return .success
    }

    private static func write(_ lines: [UnitLine], to folder: String) -> Bool {
        guard (try? PrivateFolder.make(folder)) != nil else { return false }
        for (group, lines) in Dictionary(grouping: lines, by: \.group) {
            let digits = String(group)
            let name = "group-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".jsonl"
            let text = lines.map { $0.json.line + "\n" }.joined()
            guard (try? NewFile.write(Array(text.utf8), to: "\(folder)/\(name)", .lasting)) != nil else { return false }
        }
        return true
    }
}
