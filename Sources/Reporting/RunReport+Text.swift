internal import Records

extension RunReport {
    /// The report as a person reads it, with colours and cuts only where `terminal` has them.
    public func text(for terminal: Terminal) -> String {
        let sections = [
            headline(terminal), files(terminal), outcome(terminal), tableRows(terminal), rejected(terminal),
            diffRows(terminal), conflictRows(terminal),
            counted("Warnings", warnings, .doubtful, terminal),
            counted(mode == .plan ? "Triggers that would fire" : "Triggers that fired", triggers, .name, terminal),
            removedByRetention(terminal), notChecked(terminal), next(terminal),
        ]
        return sections.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func headline(_ terminal: Terminal) -> String {
        let what: String
        let style: Terminal.Style
        switch status {
        case .succeeded:
            what = ["validate": "valid", "plan": "planned, nothing written"][mode.rawValue] ?? "done"
            style = .good
        case .nothingToDo: (what, style) = ("nothing to do", .good)
        case .limitExceeded: (what, style) = (overLimit, .doubtful)
        case .refused: (what, style) = (refusal, .bad)
        case .failed: (what, style) = ("failed", .bad)
        }
        var words = [mode.rawValue]
        if let job { words.append(job.escapedForTerminal) }
        var text = terminal.paint(words.joined(separator: " "), .heading)
        if let database { text += " into \(database.escapedForTerminal)" }
        let time = " in \(seconds.asSeconds)" + (pausedSeconds.map { ", \($0.asSeconds) of it paused" } ?? "")
        return text + ": " + terminal.paint(what, style) + terminal.paint(time, .aside) + "\n"
    }

    /// A plan stops at the first file that is not as it was reviewed; those before it are loaded.
    private var refusal: String {
        guard mode != .rollback else { return "refused, nothing undone" }
        let loaded = units.filter { $0.status == .loaded }.count
        return loaded == 0 ? "refused, nothing loaded" : "\(loaded.of("file")) loaded, the rest refused"
    }

    /// `loaded; 12 rejected, limit 0`
    private var overLimit: String {
        let refused = units.filter { $0.status == .refused || $0.status == .failed }.count
        var parts = ["\(ledger.rejected.grouped) rejected"]
        if refused > 0 { parts.append("\(refused.of("file")) refused") }
        parts.append("limit \(limit.map(\.description) ?? "0")")
        return (mode == .run ? "loaded; " : "") + parts.joined(separator: ", ")
    }

    /// The ledger as one balanced sum; counts of zero are left out.
    private func outcome(_ terminal: Terminal) -> String {
        // What is undone are rows; the records were counted when they were loaded.
        guard mode != .rollback else { return "" }
        let parts: [(Int, String, Terminal.Style)] = [
            (ledger.inserted, mode == .plan ? "to insert" : "inserted", .good),
            (ledger.updated, mode == .plan ? "to update" : "updated", .good), (ledger.valid, "valid", .good),
            (ledger.unchanged, "unchanged", .aside), (ledger.duplicate, "duplicate", .aside),
            (ledger.skipped, "skipped", .aside), (ledger.rejected, "rejected", .bad),
        ]
        var line = ledger.read.of("record") + " read"
        var columns = line.columns + 2
        for (index, part) in parts.filter({ $0.0 != 0 }).enumerated() {
            let words = "\(part.0.grouped) \(part.1)"
            let joint = index == 0 ? " = " : " + "
            columns += joint.count + words.columns
            if let width = terminal.width, columns > width {
                line += "\n     "
                columns = 5 + joint.count + words.columns
            }
            line += joint + terminal.paint(words, part.2)
        }
        if !ledger.balances { line += "  " + terminal.paint("does not balance: please report this", .bad) }
        return terminal.paint("Records", .heading) + "\n  " + line + "\n"
    }

    private func counted(_ title: String, _ counts: Counter, _ style: Terminal.Style, _ terminal: Terminal) -> String {
        guard !counts.isEmpty else { return "" }
        let width = counts.reduce(0) { max($0, $1.count.grouped.count) }
        let lines = counts.map { count in
            "  " + terminal.paint(count.count.grouped.padded(to: width, .right), style)
                + "  \(count.name.escapedForTerminal)\n"
        }
        return terminal.paint(title, .heading) + "\n" + lines.joined()
    }

    private func notChecked(_ terminal: Terminal) -> String {
        guard !unchecked.isEmpty else { return "" }
        let lines = unchecked.map { "  \($0.escapedForTerminal)\n" }
        return terminal.paint("Not checked, for want of a database", .heading) + "\n" + lines.joined()
    }
}

extension RunReport {
    /// What to do next, as commands to copy.
    func next(_ terminal: Terminal) -> String {
        var steps: [(command: String, why: String)] = []
        if mode == .run, ledger.rejected > 0 {
            steps.append(("scorebook rejects \(run)", "all rejects; with -o jsonl as they stand in the files"))
            steps.append(("scorebook rejects replay \(run)", "load those that a corrected definition now accepts"))
        }
        if units.contains(where: { $0.status == .refused && $0.format == nil }) {
            steps.append(("scorebook recognise FILE", "why a file was not recognised"))
        }
        if !conflicts.isEmpty, mode == .run || mode == .plan {
            steps.append(("scorebook \(mode.rawValue) ... --source-wins", "let the files win over edits in the app"))
        }
        if mode == .run, ledger.inserted + ledger.updated > 0 || tables.contains(where: { $0.deleted > 0 }) {
            steps.append(("scorebook rollback \(run) --dry-run", "what undoing this run would change"))
        }
        if mode == .validate, status == .succeeded {
            steps.append(("scorebook plan ...", "what a run would change in the database"))
        }
        if mode == .plan, ledger.inserted + ledger.updated > 0 {
            steps.append(("scorebook plan ... --out FILE", "keep the plan; then scorebook run --plan FILE"))
        }
        guard !steps.isEmpty else { return "" }
        let width = steps.reduce(0) { max($0, $1.command.columns) }
        let isNarrow = terminal.width.map { width + 4 + 40 > $0 } ?? false
        let lines = steps.map { step in
            isNarrow
                ? "  \(step.command)\n      \(terminal.paint(step.why, .aside))\n"
                : "  \(step.command.padded(to: width))  \(terminal.paint(step.why, .aside))\n"
        }
        return terminal.paint("Next", .heading) + "\n" + lines.joined()
    }
}
