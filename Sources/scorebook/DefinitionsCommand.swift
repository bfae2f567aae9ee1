import Command
import Definitions
import Importing
import Reporting

/// `scorebook formats`, `datasets`, `metrics` and `jobs`: what the definitions hold.
enum DefinitionsCommand {
    static func formats(_ invocation: Invocation, _ console: Console) -> ExitCode {
        write(invocation, console, formats)
    }

    static func datasets(_ invocation: Invocation, _ console: Console) -> ExitCode {
        switch invocation.options.output {
        case .frictionless: contract(invocation, console) { DataPackage($0).json }
        case .jsonschema: contract(invocation, console) { RowSchema($0).json }
        default: write(invocation, console, datasets)
        }
    }

    /// The datasets whose names, or those of their tables, contain a word, for other programs.
    private static func contract(
        _ invocation: Invocation, _ console: Console, _ json: ([Dataset]) -> JSONValue
    ) -> ExitCode {
        guard let pipelines = Workspace(invocation.options).pipelines(console) else { return .configuration }
        let word = invocation.arguments.first?.lowercased() ?? ""
        let found = pipelines.datasetsInOrder.filter { dataset in
            word.isEmpty || ([dataset.name] + dataset.tables.map(\.name)).contains { $0.contains(word) }
        }
        guard !found.isEmpty else {
            console.complain(
                "no dataset is called '\(word)'", hint: "`scorebook datasets` lists all of them.")
            return .noInput
        }
        console.write(json(found).page + "\n")
        return .success
    }

    static func jobs(_ invocation: Invocation, _ console: Console) -> ExitCode { write(invocation, console, jobs) }

    static func metrics(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let folder = Workspace(invocation.options).folder
        guard let metrics = MetricRegister.load(folder) else {
            console.complain(
                "'\(folder)' has no register of metrics", hint: "--pipelines must name a folder with scorebook/.")
            return .configuration
        }
        let word = invocation.arguments.first?.lowercased() ?? ""
        let found = metrics.filter { metric in
            word.isEmpty || [metric.key, metric.label].contains { $0.lowercased().contains(word) }
        }
        guard !found.isEmpty else {
            console.complain("no metric is called '\(word)'", hint: "`scorebook metrics` lists all of them.")
            return .noInput
        }
        let columns: [Listing.Column] = [
            .init("metric"), .init("label"), .init("unit"), .init("better"), .init("origin"),
        ]
        let rows: [[JSONValue]] = found.map { metric in
            [
                .text(metric.key), .text(metric.label), .optional(metric.unit), .text(metric.better.rawValue),
                .text(metric.origin),
            ]
        }
        console.write(Listing(columns, rows: rows), as: invocation.options.output ?? .table)
        return .success
    }

    private static func write(
        _ invocation: Invocation, _ console: Console, _ listing: (Pipelines) -> Listing
    ) -> ExitCode {
        guard let pipelines = Workspace(invocation.options).pipelines(console) else { return .configuration }
        var found = listing(pipelines)
        // In a terminal a list of all is short; what is named is shown in full.
        let isShort = console.output.width != nil && invocation.arguments.isEmpty
        if let word = invocation.arguments.first?.lowercased() {
            found.rows.removeAll { row in
                !row.contains { cell in
                    guard case .text(let text) = cell else { return false }
                    return text.lowercased().contains(word)
                }
            }
            guard !found.rows.isEmpty else {
                console.complain(
                    "nothing is called '\(word)'",
                    hint: "`scorebook \(invocation.verb.rawValue)` lists all of them.")
                return .noInput
            }
        }
        let form = invocation.options.output ?? .table
        if form == .table, isShort, let last = found.columns.last?.key, lengthy.contains(last) {
            found.removeLastColumn()
            console.write(found, as: form)
            console.narrate("With a name, `scorebook \(invocation.verb.rawValue) NAME` shows `\(last)` too.")
        } else {
            console.write(found, as: form)
        }
        return .success
    }

    /// Last columns whose texts are too long for a list of all.
    private static let lengthy: Set<String> = ["columns", "about"]

    private static func formats(_ pipelines: Pipelines) -> Listing {
        Listing(
            [
                .init("format"), .init("dataset", fit: .wrap), .init("reader"), .init("title", fit: .wrap),
                .init("columns", fit: .wrap),
            ],
            rows: pipelines.formats.map { format in
                [
                    .text(format.name), .text(format.datasets.joined(separator: ", ")), .text(format.reader.word),
                    .text(format.title),
                    .text(format.recognise.map { $0.joined(separator: ", ") }.joined(separator: "; or ")),
                ]
            }, whenEmpty: "no formats are defined")
    }

    private static func datasets(_ pipelines: Pipelines) -> Listing {
        let rows = pipelines.datasets.flatMap { dataset in
            dataset.fields.map { field -> [JSONValue] in
                [
                    .text(dataset.name), .text(field.name), .text(field.type.rawValue), .boolean(field.isRequired),
                    .text(rules(of: field)), .text(field.about),
                ]
            }
        }
        return Listing(
            [
                .init("dataset"), .init("field"), .init("type"), .init("required"), .init("rules", fit: .wrap),
                .init("about", fit: .wrap),
            ], rows: rows, whenEmpty: "no datasets are defined")
    }

    private static func rules(of field: Field) -> String {
        var rules: [String] = []
        if let minimum = field.minimum { rules.append("at least \(minimum)") }
        if let maximum = field.maximum { rules.append("at most \(maximum)") }
        if let earliest = field.earliest { rules.append("from \(earliest)") }
        if let latest = field.latest { rules.append("until \(latest)") }
        if field.future == .refuse { rules.append("not in the future") }
        if let lengths = field.lengths { rules.append("\(lengths.lowerBound) to \(lengths.upperBound) characters") }
        if let pattern = field.pattern { rules.append("like \(pattern)") }
        if !field.oneOf.isEmpty { rules.append("one of \(field.oneOf.joined(separator: ", "))") }
        if let known = field.known { rules.append("known to \(known.table)") }
        return rules.joined(separator: "; ")
    }

    private static func jobs(_ pipelines: Pipelines) -> Listing {
        Listing(
            [
                .init("job"), .init("title", fit: .wrap), .init("owner"), .init("inbox", fit: .cutMiddle),
                .init("datasets", fit: .wrap), .init("missing", fit: .wrap),
            ],
            rows: pipelines.jobs.map { job in
                [
                    .text(job.name), .text(job.title), .optional(job.owner), .optional(job.inbox),
                    .text(job.datasets.joined(separator: " ")), .optional(job.unset.first?.message),
                ]
            }, whenEmpty: "no jobs are defined")
    }
}
