import Command
import Definitions
import Importing
import Reporting

/// `scorebook peek FILE`: what Reading sees.
enum PeekCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let options = invocation.options
        guard let path = invocation.arguments.first else { return .usage }
        let reader: FileInspection.ReaderChoice
        switch options.reader {
        case nil: reader = .byContent
        case .csv: reader = .csv
        case .json: reader = .json
        case .jsonl: reader = .jsonl
        case .xml: reader = .xml
        case .sql: reader = .sql
        case .fit: reader = .fit
        case .track: reader = .track
        case .jpeg: reader = .jpeg
        }
        if let form = options.output, form == .csv || form == .table {
            console.complain("peek always writes JSON lines", hint: "Omit -o.")
            return .usage
        }
        // A pipelines folder with faults, or none, is no hindrance to looking.
        let formats = Pipelines.open(Workspace(options).folders).0.catalogue
        do {
            let flawed = try FileInspection.peek(
                path, formats: formats, reader: reader, headers: options.headers == .none ? .none : .first,
                records: options.records?.count ?? 10
            ) { console.write($0 + "\n") }
            guard flawed > 0 else { return .success }
            console.complain(
                "\(path): \(flawed == 1 ? "a record has" : "\(flawed) records have") defects",
                hint: "They are under `defects`, by code and place.")
            return .unsatisfied
        } catch {
            return console.fail(reading: error, at: path)
        }
    }
}
