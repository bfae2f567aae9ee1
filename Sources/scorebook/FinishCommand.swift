import Command
import Definitions
import Importing
import Postgres
import Reporting

/// `scorebook finish`: ends a run that several processes have loaded.
enum FinishCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        guard let path = invocation.options.units else {
            console.complain(
                "no lines given", hint: "Give --units with all lines that plan-units has written, - for standard input."
            )
            return .usage
        }
        guard let input = LineInput(path) else {
            console.complain("\(path) cannot be read")
            return .noInput
        }
        let workspace = Workspace(invocation.options)
        guard let pipelines = workspace.pipelines(console) else { return .configuration }
        var lines: [UnitLine] = []
        do {
            while let text = try input.next() {
                guard text.contains(where: { $0 != 0x20 && $0 != 0x0D }) else { continue }
                lines.append(try UnitLine(reading: text))
            }
        } catch {
            let fault = (error as? UnitLine.Fault)?.message ?? "it cannot be read"
            console.complain("line \(lines.count + 1) of the units: \(fault)")
            return .badInput
        }
        let database = workspace.database(job: lines.first?.job.flatMap { pipelines.job(named: $0) })
        let work = RunningCommand(console)
        let finishing = RunFinishing(
            invocation.arguments[0], lines: lines, pipelines: pipelines, database: database, hooks: work.hooks)
        if invocation.options.listing == .missing {
            let end = work.whileRunning { finishing.listMissing { console.write($0.json.line + "\n") } }
            return RunCommand.code(end, console, work.interruption)
        }
        let end = work.whileRunning { finishing.execute() }
        if let report = finishing.report { ReportWriter.write(report, invocation, console) }
        return RunCommand.code(end, console, work.interruption)
    }
}
