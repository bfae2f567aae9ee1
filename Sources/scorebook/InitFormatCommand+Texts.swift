import Command
import Importing
import Records
import Reporting

/// The texts that `init format` shows of a draft and of its trial.
extension Drafting {
    /// The first rows as they would be stored, and the days: for who sits at a terminal with the file.
    func preview(_ trial: DraftTrial, _ terminal: Terminal) -> String {
        guard isInteractive, terminal.isInteractive, !trial.rows.isEmpty else { return "" }
        var text = "First rows\n"
        for row in trial.rows {
            let words = row.map { "\($0.field) \($0.value)" }.joined(separator: ", ").escapedForTerminal
            text += words.wrapped(to: (terminal.width ?? 100) - 2).map { "  \($0)\n" }.joined()
        }
        if let days = trial.days { text += "Days from \(days.first) to \(days.last)\n" }
        let figures = Listing(
            [
                .init("numbers_of"), .init("values", nil, .right), .init("least", nil, .right),
                .init("most", nil, .right), .init("sum", nil, .right),
            ],
            rows: trial.figures.map { [.text($0.name), .integer($0.count)] + $0.shown.map(JSONValue.real) })
        return text + (trial.figures.isEmpty ? "" : figures.text(as: .table, for: terminal)) + "\n"
    }

    /// The table of columns, what the file gives, and what to type next: to stdout unless the definition goes there.
    func show(_ draft: FormatDraft, _ trial: DraftTrial, _ target: String?) {
        let terminal = target == nil ? console.errors : console.output
        func tell(_ text: String) { if target == nil { console.say(text) } else { console.write(text) } }
        let finding = draft.datasetFinding
        let head = "Dataset \(draft.dataset): \(finding.confidence.words), \(finding.why)"
        var text = head.wrapped(to: terminal.width ?? 100).joined(separator: "\n") + "\n\n"
        if console.verbosity != .quiet {
            text += table(draft.findings, terminal) + "\n"
        }
        for doubt in draft.doubts { text += "In doubt: \(doubt.escapedForTerminal)\n" }
        text += result(trial, terminal) + preview(trial, terminal)
        text += next(draft, target, terminal)
        if target == nil, console.verbosity == .quiet { return }
        tell(text)
    }

    /// The columns with what they are taken for; below one that is not certain, why.
    func table(_ findings: [DraftFinding], _ terminal: Terminal) -> String {
        let listing = Listing(
            [.init("column", fit: .wrap), .init("taken_for", fit: .wrap), .init("sure")],
            rows: findings.map { [.text($0.column), .text($0.use), .text($0.confidence.words)] })
        let lines = listing.text(as: .table, for: terminal).split(separator: "\n")
        var text = ""
        for (index, line) in lines.enumerated() {
            text += line + "\n"
            guard index > 0, findings.indices.contains(index - 1) else { continue }
            let finding = findings[index - 1]
            guard finding.confidence < .certain || console.verbosity == .detailed else { continue }
            for line in finding.why.wrapped(to: (terminal.width ?? 100) - 4) {
                text += terminal.paint("    \(line.escapedForTerminal)", .aside) + "\n"
            }
        }
        return text
    }

    func result(_ trial: DraftTrial, _ terminal: Terminal) -> String {
        if let refusal = trial.refusal {
            return "The file cannot be read with this definition:\n"
                + refusal.wrapped(to: (terminal.width ?? 100) - 2).map { "  \($0.escapedForTerminal)\n" }.joined()
                + "\n"
        }
        var text = "Reads \(trial.valid.grouped) of \(trial.read.of("record"))"
        if trial.rejected > 0 { text += ", rejects \(trial.rejected.grouped)" }
        if trial.skipped > 0 { text += ", passes over \(trial.skipped.grouped)" }
        text += "\n"
        for cause in trial.causes.prefix(5) where !cause.column.isEmpty {
            text += "  \(cause.count.grouped) for column \(cause.column.escapedForTerminal)\n"
        }
        return text + "\n"
    }

    /// What a run is told beside the file, where the definition is, and the commands that come after this one.
    func next(_ draft: FormatDraft, _ target: String?, _ terminal: Terminal) -> String {
        let settings = draft.settings.filter { $0.name != "zone" || workspace.configuration.zone == nil }
        var text = ""
        if !settings.isEmpty {
            let names = settings.map { setting in
                setting.values.count > 1
                    ? "\(setting.name) (\(setting.values.joined(separator: " or ")))" : setting.name
            }
            let words =
                "The file does not say \(names.joined(separator: ", ")): a run asks for "
                + (names.count == 1 ? "it." : "them.")
            text += words.wrapped(to: terminal.width ?? 100).map { $0.escapedForTerminal + "\n" }.joined()
        }
        let place = "\(draft.dataset)/formats/\(draft.name).yaml"
        guard let target else { return text + "Not saved: --out mine/\(place) writes it to a file.\n" }
        text = "Wrote \(target.escapedForTerminal)\n" + text
        guard target.hasSuffix("/\(place)") else {
            return text + "Commands find it as FOLDER/\(place), with --pipelines FOLDER.\n"
        }
        let folder = target.dropLast(place.count + 1)
        let overlay = folder.isEmpty ? "/" : String(folder)
        let isGiven = options.pipelines.isEmpty && workspace.folders.contains { Self.isSame($0, overlay) }
        let file = path.asShellWord.escapedForTerminal
        let words = settings.map { " --set \($0.name)=\($0.shown.asShellWord)" }.joined().escapedForTerminal
        let given = isGiven ? "" : " --pipelines \(overlay.asShellWord.escapedForTerminal)"
        return text + "\nNext\n  scorebook validate \(file)\(given)\(words)\n"
            + "  scorebook run \(file)\(given)\(words) --owner WHO\n"
    }
}
