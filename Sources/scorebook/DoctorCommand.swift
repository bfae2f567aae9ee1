import Command
import Definitions
import Importing
import Reporting

/// `scorebook doctor`
enum DoctorCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        var doctor = Doctor(workspace.database(job: nil), environment: Environment.variables)
        doctor.examine(CheckReport(path: workspace.folder))
        let form = invocation.options.output ?? .table
        if form == .table {
            for finding in doctor.findings { console.write(text(finding, console.output)) }
        } else {
            console.write(
                Listing(
                    [.init("verdict"), .init("what"), .init("advice")],
                    rows: doctor.findings.map { [.text($0.verdict.rawValue), .text($0.what), .text($0.advice)] }),
                as: form)
        }
        let bad = doctor.findings.count { $0.verdict == .notOK }
        console.narrate(bad == 0 ? "Nothing is in the way." : "\(bad.of("thing")) to correct.")
        return bad == 0 ? .success : .unsatisfied
    }

    private static func text(_ finding: Doctor.Finding, _ terminal: Terminal) -> String {
        let style: Terminal.Style =
            switch finding.verdict {
            case .ok: .good
            case .remark: .doubtful
            case .notOK: .bad
            }
        let width = max(40, terminal.width ?? 100) - 8
        var text = ""
        for (index, line) in finding.what.wrapped(to: width).enumerated() {
            let mark = index == 0 ? finding.verdict.rawValue.padded(to: 6) : "      "
            text += terminal.paint(mark, style) + "  " + line.escapedForTerminal + "\n"
        }
        for line in finding.advice.wrapped(to: width) where !finding.advice.isEmpty {
            text += "        " + line.escapedForTerminal + "\n"
        }
        return text
    }
}
