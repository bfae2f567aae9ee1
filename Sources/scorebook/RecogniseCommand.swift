import Command
import Definitions
import Importing
import Reporting

/// `scorebook recognise PATH...`: which format each file is, and why.
enum RecogniseCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let options = invocation.options
        guard let pipelines = Workspace(options).pipelines(console) else { return .configuration }
        let isDetailed = console.verbosity == .detailed || [.json, .jsonl].contains(options.output)
        let (verdicts, missing) = FileInspection.recognise(
            invocation.arguments, formats: pipelines.catalogue, asked: isDetailed ? .all : .ofUnknownFiles)
        for path in missing { console.complain("\(path): no such file or folder", hint: NearbyPath.hint(for: path)) }
        switch options.output ?? .table {
        case .json: console.write(JSONValue.array(verdicts.map(json)).page + "\n")
        case .jsonl: for verdict in verdicts { console.write(json(verdict).line + "\n") }
        case .csv: console.write(listing(verdicts), as: .csv)
        case .table, .github, .frictionless, .jsonschema, .pdf:
            for verdict in verdicts { console.write(text(verdict, console)) }
        }
        if !missing.isEmpty, verdicts.isEmpty { return .noInput }
        let isClear = missing.isEmpty && verdicts.allSatisfy { $0.format != nil }
        return isClear ? .success : .unsatisfied
    }

    private static func text(_ verdict: FileInspection.Verdict, _ console: Console) -> String {
        let terminal = console.output
        let width = max(40, (terminal.width ?? 100))
        var text = verdict.source.escapedForTerminal + ": "
        func add(_ words: String) {
            for (index, line) in words.wrapped(to: width - 4).enumerated() {
                text += (index == 0 ? "  " : "    ") + line.escapedForTerminal + "\n"
            }
        }
        if let format = verdict.format {
            text +=
                terminal.paint(format.name, .good)
                + " (\(format.datasets.count == 1 ? "dataset" : "datasets") \(format.datasets.joined(separator: ", ")))\n"
            let place = verdict.preamble == 0 ? "" : ", header after \(verdict.preamble.of("line"))"
            let divided =
                verdict.delimiter.isEmpty ? "read as \(format.reader.word)" : "divided by \(verdict.delimiter)"
            let encoded = verdict.codePage.map { ", text in \($0)" } ?? ""
            let respelt = verdict.respelt.isEmpty ? "" : ", spelt \(verdict.respelt.joined(separator: ", "))"
            add("because it has \(verdict.columns.joined(separator: ", "))\(respelt); \(divided)\(place)\(encoded)")
            if let evidence = format.evidence { add("layout \(evidence.text)") }
        } else {
            text += terminal.paint("not recognised", .bad) + "\n"
            if let reason = verdict.reason { add(reason) }
        }
        let others = verdict.opinions.filter { $0.format != verdict.format?.name }
        // The reason of an unknown file names the nearest format.
        let near = others.filter { verdict.format == nil && $0.missing.isEmpty && !$0.isOfSeveralPeople }
        for opinion in console.verbosity == .detailed ? others[...] : near.prefix(1) {
            add(words(opinion))
        }
        return text
    }

    private static func words(_ opinion: FileInspection.Verdict.Opinion) -> String {
        guard !opinion.fits else { return "\(opinion.format) fits too" }
        var reasons: [String] = []
        if !opinion.missing.isEmpty { reasons.append("it has no \(opinion.missing.joined(separator: ", "))") }
        if !opinion.excluded.isEmpty {
            reasons.append("it has \(opinion.excluded.joined(separator: ", ")), which that format never has")
        }
        return "not \(opinion.format), because \(reasons.joined(separator: " and "))"
    }

    private static func json(_ verdict: FileInspection.Verdict) -> JSONValue {
        [
            "source": .text(verdict.source), "format": .optional(verdict.format?.name),
            "datasets": .array((verdict.format?.datasets ?? []).map(JSONValue.text)),
            "evidence": .optional(verdict.format?.evidence?.text), "reason": .optional(verdict.reason),
            "for": .array(verdict.columns.map(JSONValue.text)),
            "respelt": .array(verdict.respelt.map(JSONValue.text)), "delimiter": .text(verdict.delimiter),
            "preamble": .integer(verdict.preamble), "code_page": .optional(verdict.codePage),
            "against": .array(
                verdict.opinions.filter { $0.format != verdict.format?.name }.map { opinion in
                    [
                        "format": .text(opinion.format), "missing": .array(opinion.missing.map(JSONValue.text)),
                        "excluded": .array(opinion.excluded.map(JSONValue.text)),
                    ]
                }),
        ]
    }

    private static func listing(_ verdicts: [FileInspection.Verdict]) -> Listing {
        Listing(
            ["source", "format", "datasets", "reason"].map { Listing.Column($0) },
            rows: verdicts.map { verdict in
                [
                    .text(verdict.source), .optional(verdict.format?.name),
                    .optional(verdict.format?.datasets.joined(separator: ", ")),
                    .optional(verdict.reason),
                ]
            })
    }
}
