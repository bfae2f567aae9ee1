import Command
import Importing
import Reporting

/// `scorebook drift [FORMAT]`: what the files of formats looked like, run by run.
enum DriftCommand: Subcommand {
    private typealias Runs = [(stored: StoredProfile, changes: [RunReport.SourceChange])]

    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        let form = invocation.options.output ?? .table
        let format = invocation.arguments.first
        return workspace.withLedger(console) { ledger in
            let found = try ledger.drift(of: format, limit: invocation.options.limit?.count ?? 20)
            if let format, found.isEmpty {
                console.complain(
                    "no run has read files of '\(format)'",
                    hint: "`scorebook drift` lists the formats that runs have read.")
                return .noInput
            }
            guard form == .table else {
                console.write(runs(found), as: form)
                return .success
            }
            guard let format, let runs = found.first?.runs else {
                console.write(summary(found), as: form)
                return .success
            }
            console.write(page(format, runs, console.output))
            return .success
        }
    }

    /// A line per format.
    private static func summary(_ found: [(format: String, runs: Runs)]) -> Listing {
        Listing(
            [
                .init("format"), .init("runs", nil, .right), .init("records", nil, .right),
                .init("rejected", nil, .right), .init("last change", fit: .wrap),
            ],
            rows: found.map { format, runs in
                let records = runs.reduce(0) { $0 + $1.stored.profile.records }
                let rejected = runs.reduce(0) { $0 + $1.stored.profile.rejected }
                let last = runs.first { !$0.changes.isEmpty }
                let words = last.map { run in
                    let more = run.changes.count > 1 ? ", and \(run.changes.count - 1) more" : ""
                    return "\(run.stored.seen.prefix(10)) \(run.changes[0].wording)\(more)"
                }
                return [
                    .text(format), .integer(runs.count), .integer(records),
                    .text(share(rejected, of: records)), .text(words ?? ""),
                ]
            }, whenEmpty: "no run has read a file yet")
    }

    /// Changes, runs and columns of one format.
    private static func page(_ format: String, _ runs: Runs, _ terminal: Terminal) -> String {
        var text = terminal.paint("Changes of \(format)", .heading) + "\n"
        for run in runs {
            for change in run.changes {
                let head = "  \(run.stored.seen.prefix(10))  \(run.stored.run.prefix(8))  "
                let width = (terminal.width ?? 100) - head.count
                for (index, line) in change.wording.escapedForTerminal.wrapped(to: max(20, width)).enumerated() {
                    text += (index == 0 ? head : String(repeating: " ", count: head.count)) + line + "\n"
                }
            }
        }
        if runs.allSatisfy(\.changes.isEmpty) { text += "  none in \(runs.count.of("run"))\n" }
        let listing = Listing(
            [
                .init("run"), .init("day"), .init("files", nil, .right), .init("records", nil, .right),
                .init("rejected", nil, .right), .init("columns", nil, .right), .init("changes", nil, .right),
            ],
            rows: runs.map { run in
                let profile = run.stored.profile
                return [
                    .text(String(run.stored.run.prefix(8))), .text(String(run.stored.seen.prefix(10))),
                    .integer(profile.files), .integer(profile.records),
                    .text(share(profile.rejected, of: profile.records)), .integer(profile.columns.count),
                    .integer(run.changes.count),
                ]
            })
        return text + "\n" + listing.text(as: .table, for: terminal) + "\n"
            + columns(runs).text(as: .table, for: terminal)
    }

    /// Each column that a run has seen, in the order of the newest file.
    private static func columns(_ runs: Runs) -> Listing {
        var names: [String] = []
        for name in runs.flatMap({ $0.stored.profile.columns.map(\.name) }) where !names.contains(name) {
            names.append(name)
        }
        return Listing(
            [
                .init("column", fit: .cutMiddle), .init("files", nil, .right), .init("with values", nil, .right),
                .init("first seen"), .init("last seen"),
            ],
            rows: names.map { name in
                let found = runs.compactMap { run in
                    run.stored.profile.columns.first { $0.name == name }.map { (day: run.stored.seen.prefix(10), $0) }
                }
                let filled = found.compactMap(\.1.filled)
                return [
                    .text(name), .integer(found.reduce(0) { $0 + $1.1.files }),
                    filled.isEmpty ? .text("not read") : .integer(filled.reduce(0, +)),
                    .text(String(found.last?.day ?? "")), .text(String(found.first?.day ?? "")),
                ]
            })
    }

    /// For programs: a row per format and run.
    private static func runs(_ found: [(format: String, runs: Runs)]) -> Listing {
        Listing(
            [
                .init("format"), .init("run"), .init("seen"), .init("files"), .init("records"), .init("rejected"),
                .init("changes"), .init("columns"), .init("units"),
            ],
            rows: found.flatMap { format, runs in
                runs.map { run -> [JSONValue] in
                    let profile = run.stored.profile
                    return [
                        .text(format), .text(run.stored.run), .text(run.stored.seen), .integer(profile.files),
                        .integer(profile.records), .integer(profile.rejected), .array(run.changes.map(\.json)),
                        .array(
                            profile.columns.map { column in
                                [
                                    "name": .text(column.name), "files": .integer(column.files),
                                    "with_values": column.filled.map(JSONValue.integer) ?? .null,
                                ]
                            }),
                        .array(profile.measures.map { ["field": .text($0.field), "unit": .text($0.unit)] }),
                    ]
                }
            })
    }

    private static func share(_ rejected: Int, of records: Int) -> String {
        SourceDrift.percent(records == 0 ? 0 : Double(rejected) / Double(records))
    }
}
