import Command
import Definitions
import Importing
import Postgres
import Reporting

/// `scorebook doctor`
enum DoctorCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        if invocation.options.examination == .indexes { return indexes(workspace, invocation.options.output, console) }
        var doctor = Doctor(workspace.database(job: nil), environment: Environment.process)
        doctor.examine(CheckReport(paths: workspace.folders))
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
        let remarks = doctor.findings.count { $0.verdict == .remark }
        let good = doctor.findings.count - bad - remarks
        console.narrate("\(good) passed, \(remarks.of("warning")), \(bad.of("error")).")
        return bad == 0 ? .success : .unsatisfied
    }

    private static func text(_ finding: Doctor.Finding, _ terminal: Terminal) -> String {
        var text = text(finding.what, finding.verdict, terminal)
        for line in finding.advice.wrapped(to: width(terminal)) where !finding.advice.isEmpty {
            text += "  " + line.escapedForTerminal + "\n"
        }
        return text
    }

    private static func text(_ what: String, _ verdict: Doctor.Finding.Verdict, _ terminal: Terminal) -> String {
        let (mark, style): (String, Terminal.Style) =
            switch verdict {
            case .ok: ("✓", .good)
            case .remark: ("!", .doubtful)
            case .notOK: ("✗", .bad)
            }
        var text = ""
        for (index, line) in what.wrapped(to: width(terminal)).enumerated() {
            text += terminal.paint(index == 0 ? mark : " ", style) + " " + line.escapedForTerminal + "\n"
        }
        return text
    }

    private static func width(_ terminal: Terminal) -> Int { max(40, terminal.width ?? 100) - 2 }
}

/// `scorebook doctor --indexes`
extension DoctorCommand {
    private static func indexes(_ workspace: Workspace, _ form: OutputForm?, _ console: Console) -> ExitCode {
        guard let pipelines = workspace.pipelines(console) else { return .configuration }
        return workspace.withDatabase(.administrator, console) { connection, _ in
            do {
                try connection.run("set default_transaction_read_only = on")
                let review = try IndexReview(connection, pipelines)
                write(review, form ?? .table, console)
                return .success
            } catch { return console.fail(error) }
        }
    }

    private static func write(_ review: IndexReview, _ form: OutputForm, _ console: Console) {
        guard form == .table else {
            let keys = [
                "kind", "tables", "index", "text", "since", "scans", "bytes", "bytes_per_row", "statements",
            ]
            console.write(
                Listing(
                    keys.map { .init($0) },
                    rows: review.advice.map { one in
                        [
                            .text(one.kind.rawValue), .array(one.tables.map(JSONValue.text)), .optional(one.index),
                            .text(one.text), .text(review.since), number(one.scans), number(one.bytes),
                            number(one.bytesPerRow), .array(one.statements.map(JSONValue.text)),
                        ]
                    }), as: form)
            return
        }
        for one in review.advice {
            console.write(text(one.text, .remark, console.output))
            // To be copied: not wrapped.
            for statement in one.statements { console.write("  \(statement.escapedForTerminal);\n") }
        }
        let count = review.advice.count { $0.index != nil }
        console.narrate(
            count == 0
                ? "Found no index that could be dropped."
                : "\(count.of("index", plural: "indexes")) to review. Nothing was changed: the tables' owner can"
                    + " run these statements, each outside a transaction.")
    }

    private static func number(_ count: Int?) -> JSONValue { count.map { .integer($0) } ?? .null }
}
