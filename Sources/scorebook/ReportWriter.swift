import Command
import Filing
import Glibc
import Records
import Reporting

/// A report in the form that was asked for.
enum ReportWriter {
    /// Whether what became of each file was written as it ended.
    enum Files { case told, untold }

    static func write(
        _ report: RunReport, _ invocation: Invocation, _ console: Console, values: RunReport.View.Values = .hidden,
        files: Files = .untold, inputs: [String] = []
    ) {
        let options = invocation.options
        let isSuccess = [.succeeded, .warned, .nothingToDo].contains(report.status)
        if options.output == nil, console.verbosity == .quiet, isSuccess { return }
        let isShown = values == .shown && console.output.isInteractive && options.recordText == .shown
        let view = RunReport.View(
            detail: console.verbosity == .detailed ? .all : .some, values: isShown ? .shown : .hidden)
        switch options.output ?? .table {
        case .json: console.write(report.json.line + "\n")
        case .jsonl: console.write(files == .told ? report.summaryEvent : report.events)
        case .table, .frictionless, .jsonschema, .pdf:
            var report = report
            report.typed = invocation.typedCommand
            console.write(report.text(for: console.output, view))
        case .csv: console.write(units(of: report), as: .csv)
        case .github: console.write(GitHubAnnotations(report) { path(of: $0, inputs) }.text)
        }
    }

    /// Writes the reports of `--report`; returns the path of the first that cannot be written.
    static func write(_ report: RunReport, to targets: [ReportTarget]) -> String? {
        targets.first { target in
            let text =
                switch target.kind {
                case .junit: JUnitReport(report).text
                case .frictionless: FrictionlessReport(report).json.line + "\n"
                }
            return (try? NewFile.write(Array(text.utf8), to: target.path, .passing)) == nil
        }?.path
    }

    /// The path of a file or of an archive's entry by its name below one of the inputs.
    private static func path(of source: String, _ inputs: [String]) -> String {
        let file = source.split(separator: "!").first.map(String.init) ?? source
        for input in inputs {
            let folder = input.hasSuffix("/") ? String(input.dropLast()) : input
            if folder == file || folder.hasSuffix("/" + file) { return folder }
            if access("\(folder)/\(file)", F_OK) == 0 { return "\(folder)/\(file)" }
        }
        return file
    }

    /// A line a file: what a spreadsheet can hold of a report.
    private static func units(of report: RunReport) -> Listing {
        Listing(
            [
                "source", "status", "format", "datasets", "bytes", "read", "inserted", "updated", "unchanged",
                "duplicate", "rejected", "skipped", "valid", "reason", "sha256",
            ].map { Listing.Column($0) },
            rows: report.units.map { unit in
                [
                    .text(unit.source), .text(unit.status.rawValue), .optional(unit.format),
                    .text(unit.datasets.joined(separator: " ")), .integer(unit.bytes), .integer(unit.ledger.read),
                    .integer(unit.ledger.inserted), .integer(unit.ledger.updated), .integer(unit.ledger.unchanged),
                    .integer(unit.ledger.duplicate), .integer(unit.ledger.rejected), .integer(unit.ledger.skipped),
                    .integer(unit.ledger.valid), .optional(unit.reason), .optional(unit.sha256),
                ]
            })
    }
}
