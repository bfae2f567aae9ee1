import Command
import Definitions
import Importing
import Records
import Reporting

/// `scorebook formats`, `datasets`, `metrics`, `jobs` and `settings`: what the definitions hold.
enum DefinitionsCommand {
    static func formats(_ invocation: Invocation, _ console: Console) -> ExitCode {
        write(invocation, console) { formats(formats(in: $0, for: invocation.options)) }
    }

    /// Those that `--dataset` and `--format` choose.
    private static func formats(in pipelines: Pipelines, for options: Options) -> [FormatEntry] {
        pipelines.entries.filter { format in
            (options.dataset.map(format.datasets.contains) ?? true)
                && (options.format.map { $0 == format.name } ?? true)
        }
    }

    static func settings(_ invocation: Invocation, _ console: Console) -> ExitCode {
        write(invocation, console) { pipelines in
            let uses = pipelines.settingUses
            // The engine's own settings are no format's.
            let isWhole = invocation.options.format == nil && invocation.options.dataset == nil
            var formats: [String: [String]] = [:]
            for format in self.formats(in: pipelines, for: invocation.options) {
                for name in format.settings {
                    formats[name, default: []].append(format.name)
                }
            }
            return Listing(
                [.init("setting"), .init("values", fit: .wrap), .init("formats", fit: .wrap)],
                rows: uses.names.filter { formats[$0] != nil || isWhole }.map { name in
                    [
                        .text(name),
                        .text(
                            uses.isZone(name)
                                ? "a time zone, as in America/New_York"
                                : uses.words(for: name).joined(separator: ", ")),
                        .text((formats[name] ?? []).joined(separator: ", ")),
                    ]
                }, whenEmpty: "no setting is needed")
        }
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
        let all = pipelines.datasetsInOrder
        let exact = all.filter { $0.name == word }
        let found =
            exact.isEmpty
            ? all.filter { word.isEmpty || ([$0.name] + $0.tables.map(\.name)).contains { $0.contains(word) } } : exact
        guard !found.isEmpty else {
            console.complain(
                "no dataset is called '\(word)'",
                hint: Suggestion.question(word, among: all.map(\.name)) ?? "`scorebook datasets` lists all of them.")
            return .noInput
        }
        console.write(json(found).page + "\n")
        return .success
    }

    static func jobs(_ invocation: Invocation, _ console: Console) -> ExitCode {
        write(invocation, console) { pipelines in
            jobs(
                pipelines.jobs.filter { job in
                    // A job that names no dataset loads all.
                    invocation.options.dataset.map { job.datasets.isEmpty || job.datasets.contains($0) } ?? true
                })
        }
    }

    static func metrics(_ invocation: Invocation, _ console: Console) -> ExitCode {
        guard let measures = Workspace(invocation.options).pipelines(console)?.measures else { return .configuration }
        let word = invocation.arguments.first?.lowercased() ?? ""
        let found = measures.filter { metric in
            guard metric.dataset == "performance" else { return false }
            return word.isEmpty || [metric.key, metric.label].contains { $0.lowercased().contains(word) }
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
                .text(metric.key), .text(metric.label), .optional(metric.unit),
                .text(metric.better?.rawValue ?? "neither"),
                .text(metric.origin.rawValue),
            ]
        }
        console.write(Listing(columns, rows: rows), as: invocation.options.output ?? .table)
        return .success
    }

    /// The rows that a name chooses: those that begin with it as their own, else those with a text that contains it.
    private static func write(
        _ invocation: Invocation, _ console: Console, _ listing: (Pipelines) -> Listing
    ) -> ExitCode {
        guard let pipelines = Workspace(invocation.options).pipelines(console) else { return .configuration }
        if let fault = RequestBuilder.unknownName(invocation.options, pipelines) { return console.fail(fault) }
        var found = listing(pipelines)
        // In a terminal a list of all is short; what is named is shown in full.
        let isShort = console.output.width != nil && invocation.arguments.isEmpty
        let command = invocation.verb.rawValue
        if let word = invocation.arguments.first?.lowercased() {
            let names = found.rows.compactMap { $0.first?.word }
            found.rows = chosen(by: word, of: found)
            guard !found.rows.isEmpty else {
                console.complain(
                    "nothing is called '\(word)'",
                    hint: Suggestion.question(word, among: Set(names)) ?? "`scorebook \(command)` lists all of them.")
                return .noInput
            }
        }
        let form = invocation.options.output ?? .table
        if form == .table, isShort, let last = found.columns.last?.key, lengthy.contains(last) {
            found.removeLastColumn()
            console.write(found, as: form)
            console.narrate("With a name, `scorebook \(command) NAME` shows `\(last)` too.")
        } else {
            console.write(found, as: form)
        }
        return .success
    }

    private static func chosen(by word: String, of list: Listing) -> [[JSONValue]] {
        let exact = list.rows.filter { $0.first?.word == word }
        guard exact.isEmpty else { return exact }
        // Rules and values have other names' words in them.
        let columns = list.columns.indices.filter { !["rules", "values", "formats"].contains(list.columns[$0].key) }
        return list.rows.filter { row in columns.contains { row[$0].word?.contains(word) ?? false } }
    }

    /// Last columns whose texts are too long for a list of all.
    private static let lengthy: Set<String> = ["columns", "about", "formats"]

    private static func formats(_ formats: [FormatEntry]) -> Listing {
        Listing(
            [
                .init("format"), .init("dataset", fit: .wrap), .init("reader"), .init("title", fit: .wrap),
                .init("evidence"), .init("columns", fit: .wrap),
            ],
            rows: formats.map { format in
                [
                    .text(format.name), .text(format.datasets.joined(separator: ", ")), .text(format.reader),
                    .text(format.title), .text(format.evidence),
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

    private static func jobs(_ jobs: [Job]) -> Listing {
        Listing(
            [
                .init("job"), .init("title", fit: .wrap), .init("owner"), .init("inbox", fit: .cutMiddle),
                .init("datasets", fit: .wrap), .init("missing", fit: .wrap),
            ],
            rows: jobs.map { job in
                [
                    .text(job.name), .text(job.title), .optional(job.owner), .optional(job.inbox),
                    .text(job.datasets.joined(separator: " ")), .optional(job.unset.first?.message),
                ]
            }, whenEmpty: "no jobs are defined")
    }
}

extension JSONValue {
    /// A text as names are compared; nil where it is none.
    fileprivate var word: String? { if case .text(let text) = self { text.lowercased() } else { nil } }
}
