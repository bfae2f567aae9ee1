import Command
import Definitions
import Glibc
import Importing
import Records
import Reporting

/// `scorebook verify RUN [--out FILE]`: exit 1 on any difference.
enum VerifyCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        guard let pipelines = workspace.pipelines(console) else { return .configuration }
        let work = RunningCommand(console)
        let run = VerifyRun(
            run: invocation.arguments.first ?? "", pipelines: pipelines, database: workspace.database(job: nil),
            hooks: work.hooks)
        let end = work.whileRunning { run.execute() }
        guard end == .done || end == .overLimit else { return RunCommand.code(end, console, work.interruption) }
        let report = run.report
        if let path = invocation.options.out {
            guard let file = OutputFile(path, console) else {
                console.complain(
                    "\(path) cannot be written: \(String(cString: strerror(errno)))",
                    hint: "Choose another --out path; existing files are not overwritten.")
                return .cannotWrite
            }
            file.write(report.json.page + "\n")
            guard file.finish() else { return .cannotWrite }
        }
        let form = invocation.options.output ?? .table
        switch form {
        case .json, .jsonl: console.write((form == .json ? report.json.page : report.json.line) + "\n")
        case .table, .csv, .github, .frictionless, .jsonschema, .pdf: console.write(report.listing, as: form)
        }
        for source in report.unreadable {
            console.complain("source file not found: \(source)", hint: "Restore it there or in the job's archive.")
        }
        if report.rejected > 0 {
            console.narrate("Rejected when they were loaded, so without rows: \(report.rejected.of("record"))")
        }
        if report.rejectedSince > 0 {
            console.complain(
                "Rejected now, and not when the run loaded them: \(report.rejectedSince.of("record"))",
                hint: "`scorebook plan` with the file lists them; a row that they refer to may have been deleted.")
        }
        if report.mapped > 0 {
            console.narrate("\(report.mapped.of("row")) changed by the mapping, as the dataset defines")
        }
        if report.superseded > 0 {
            console.narrate("\(report.superseded.of("row")) changed by later files, and compared with those")
        }
        if report.earlier > 0 {
            console.narrate("\(report.earlier.of("row")) of these owners were there before the run: not compared")
        }
        if report.others > 0 {
            console.narrate("\(report.others.of("row")) of these owners came with other runs: not compared")
        }
        for warning in report.warnings { console.narrate("\(warning.count)  \(warning.name)") }
        console.narrate(report.isEqual ? "Source and target are equal." : "Source and target differ.")
        return report.isEqual ? .success : .unsatisfied
    }
}
