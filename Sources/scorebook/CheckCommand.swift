import Command
import Definitions
import Filing
import Glibc
import Reporting
import Summarising

/// `scorebook check [PATH]`: every fault of the definitions.
enum CheckCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        let folders = workspace.folders.map(AbsolutePath.of)
        let paths = invocation.arguments.isEmpty ? folders : invocation.arguments.map(AbsolutePath.of)
        for path in paths where access(path, F_OK) != 0 {
            console.complain("'\(path)' does not exist", hint: "Give a definition, or a folder of them.")
            return .noInput
        }
        let below = { (path: String) in paths.contains { path == $0 || path.hasPrefix($0 + "/") } }
        let isOfThem = paths.allSatisfy { path in folders.contains { path == $0 || path.hasPrefix($0 + "/") } }
        let roots = isOfThem ? folders : paths.prefix(1).map(root)
        if invocation.options.writesCatalogue {
            return writeCatalogue(of: Pipelines.base(of: roots), workspace, console)
        }
        // What a catalogue holds was checked.
        if roots.count == 1, invocation.options.output == nil, invocation.options.samples == nil,
            let counts = Pipelines.checked(paths, in: roots[0])
        {
            write(counts, console)
            return .success
        }
        let report = CheckReport(paths: roots)
        let faults = (report.faults + summaryFaults(Pipelines.base(of: roots))).filter { below($0.path) }
        let form = invocation.options.output ?? .table
        let writesSamples = faults.isEmpty && invocation.options.samples != nil && form != .table
        if writesSamples {
            // Their faults are written below, in the same form.
        } else if form != .table || !faults.isEmpty {
            write(faults, form, below: workspace.current, console)
        } else {
            let pipelines = report.pipelines
            write(
                Pipelines.Counts(
                    datasets: pipelines.datasets.count { below($0.path) },
                    formats: pipelines.formats.count { below($0.path) }, jobs: pipelines.jobs.count { below($0.path) }),
                console)
        }
        if !faults.isEmpty {
            console.narrate("\(faults.count.of("fault")). Correct them in these files and check again.")
        }
        guard faults.isEmpty else { return .configuration }
        return invocation.options.samples.map { checkSamples($0, report.pipelines, invocation.options, console) }
            ?? .success
    }

    private static func write(_ counts: Pipelines.Counts, _ console: Console) {
        let words = [counts.datasets.of("dataset"), counts.formats.of("format"), counts.jobs.of("job")]
        console.write("\(words.joined(separator: ", ")): no faults\n")
    }

    /// Writes what later commands start from.
    private static func writeCatalogue(of root: String, _ workspace: Workspace, _ console: Console) -> ExitCode {
        do {
            let faults = try Pipelines.writeCatalogue(of: root)
            write(faults, .table, below: workspace.current, console)
            return faults.isEmpty ? .success : .configuration
        } catch {
            console.complain("the catalogue of \(root) is not written: \(error)")
            return .cannotWrite
        }
    }

    static func write(_ faults: [Fault], _ form: OutputForm, below project: String, _ console: Console) {
        let shown = faults.map { fault in
            var fault = fault
            if fault.path.hasPrefix(project + "/") { fault.path = String(fault.path.dropFirst(project.count + 1)) }
            return fault
        }
        guard form != .table else {
            for fault in shown { console.write(fault.description.escapedForTerminal + "\n") }
            return
        }
        let columns = ["path", "line", "column", "message", "suggestion"].map { Listing.Column($0) }
        let rows: [[JSONValue]] = shown.map { fault in
            [
                .text(fault.path), .integer(fault.line), .integer(fault.column), .text(fault.message),
                .optional(fault.suggestion),
            ]
        }
        console.write(Listing(columns, rows: rows), as: form)
    }

    private static func summaryFaults(_ root: String) -> [Fault] {
        do {
            _ = try Summaries.load(root)
        } catch SummaryError.faults(let faults) {
            return faults.map { Fault(path: $0.path, line: $0.line, column: 1, message: $0.message) }
        } catch {}
        return []
    }

    /// The pipelines folder that holds a definition: the first above it that has datasets as its folders.
    private static func root(above path: String) -> String {
        var parts = path.split(separator: "/").map(String.init)
        while !parts.isEmpty {
            let candidate = "/" + parts.joined(separator: "/")
            if Workspace.holdsDatasets(candidate) { return candidate }
            parts.removeLast()
        }
        return path
    }
}
