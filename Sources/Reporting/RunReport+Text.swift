internal import Records

extension RunReport {
    /// How much of a report is shown.
    public struct View: Sendable {
        public enum Detail: Sendable { case some, all }
        public enum Values: Sendable { case hidden, shown }

        /// All files, causes and changes, or the first of them.
        public var detail: Detail
        /// Whether values of records are shown beside rejects: on the terminal of the person who gave the files.
        public var values: Values

        public init(detail: Detail = .some, values: Values = .hidden) {
            self.detail = detail
            self.values = values
        }
    }

    /// The report as a person reads it, with colours and cuts only where `terminal` has them.
    public func text(for terminal: Terminal, _ view: View = View()) -> String {
        let whole = page(
            view.detail == .all ? .all : CauseView(most: most.causes, files: .counted, hints: .shown), terminal, view)
        guard mode == .plan, view.detail == .some, whole.excess > 0 else { return whole.text }
        // Long messages are cut where nothing else helps.
        var page = whole
        for lines in [Int.max, 2] {
            let causes = CauseView(most: most.causes, files: .counted, hints: .left, lines: lines)
            page = self.page(causes, terminal, view)
            page.shorten()
            if page.excess <= 0 { break }
        }
        return page.text
    }

    /// What would change or has changed comes first, in figures and then in rows; then what did not.
    private func page(_ causes: CauseView, _ terminal: Terminal, _ view: View) -> ReportPage {
        let isPlan = mode == .plan
        let rejected = ReportPage.Section.list(causeEntries(terminal, view, causes))
        return ReportPage(
            [
                .whole(headline(terminal)), .whole(unchosenZone(terminal)),
                .list(files(terminal, view, lines: causes.lines)),
                .whole(outcome(terminal)), .whole(tableRows(terminal, view)),
            ] + (isPlan ? [] : [rejected]) + [.list(diffRows(terminal, view)), .list(conflictRows(terminal))]
                + (isPlan ? [rejected] : []) + [
                    .list(changedSources(terminal)),
                    .list(
                        counted(
                            "Warnings", NotSelected.together(warnings), .doubtful, terminal,
                            most: view.detail == .all ? .max : most.warnings)
                    ),
                    .list(
                        counted(
                            isPlan ? "Triggers that would fire" : "Triggers that fired", triggers, .name, terminal,
                            most: view.detail == .all ? .max : most.triggers)),
                    .whole(removedByRetention(terminal)), .whole(notChecked(terminal)), .whole(next(terminal)),
                ])
    }

    /// The zone of times, where the account has not chosen one.
    private func unchosenZone(_ terminal: Terminal) -> String {
        let zones = units.lazy.filter { $0.status != .alreadyLoaded }.compactMap(\.zone)
        guard let zone = zones.first(where: { $0.origin == Unit.Zone.accountDefault }) else { return "" }
        let text =
            "Times without a zone are read as \(zone.name), the default of an account that has not chosen one. "
            + "If that is wrong, add --set zone=ZONE, as in --set zone=Europe/Vienna"
        return text.wrapped(to: terminal.width ?? 100).map { terminal.paint($0, .doubtful) + "\n" }.joined()
    }

    /// `Imported 3 of 4 files into host/name · 842 new rows · 2 files need you · 0.3 s`
    private func headline(_ terminal: Terminal) -> String {
        let style: Terminal.Style =
            switch status {
            case .succeeded, .nothingToDo: .good
            case .warned, .limitExceeded: .doubtful
            case .refused, .failed: .bad
            }
        var parts = [achievement] + figures
        if status == .limitExceeded, let allowed = limit.map(\.description), ledger.rejected > 0 {
            parts.append("\(ledger.rejected.of("record")) rejected (\(allowed) allowed)")
        } else if ledger.rejected > 0 {
            parts.append("\(ledger.rejected.of("record")) rejected")
        }
        if mode == .run || mode == .plan, !conflicts.isEmpty {
            parts.append("\(conflicts.count.of("row")) left alone")
        }
        let troubled = units.filter { $0.trouble != .none }.count
        if troubled > 0, mode != .rollback {
            parts.append(troubled == 1 ? "1 file needs attention" : "\(troubled.grouped) files need attention")
        }
        parts.append(seconds.asSeconds + (pausedSeconds.map { ", \($0.asSeconds) of it paused" } ?? ""))
        var lines: [String] = []
        for part in parts {
            // A duration may take more columns the next time: the lines break in the same places.
            if let last = lines.last, last.columns + max(part.columns, 10) + 3 <= (terminal.width ?? .max) {
                lines[lines.count - 1] = last + " · " + part
            } else {
                lines.append(lines.isEmpty ? part : "  " + part)
            }
        }
        let first = lines.removeFirst()
        return ([terminal.paint(first, style)] + lines).joined(separator: "\n") + "\n"
    }

    /// What was done, in a few words.
    private var achievement: String {
        let taken = units.filter { ![.ignored, .rolledBack].contains($0.status) }
        let hasNothing = status == .failed && taken.isEmpty
        let known = taken.filter { $0.status == .alreadyLoaded }.count
        let into = (database.map { " into \($0.escapedForTerminal)" } ?? "")
        let name =
            job.map { mode == .run || mode == .validate || mode == .plan ? "\($0.escapedForTerminal): " : "" } ?? ""
        func some(_ verb: String, _ statuses: [Unit.Status]) -> String {
            let count = taken.filter { statuses.contains($0.status) }.count
            if count == 0, known > 0, known == taken.count { return "nothing new, \(known.of("file")) already loaded" }
            let files = count == taken.count ? count.of("file") : "\(count.grouped) of \(taken.count.of("file"))"
            return verb + " " + (count == 0 ? "0 of \(taken.count.of("file"))" : files) + into
        }
        let lead = mode == .replay ? job.map { "run \($0.prefix(8)): " } ?? "" : name
        let what =
            switch mode {
            case .rollback: undoing
            case .run where hasNothing: "failed, nothing imported"
            case .replay where hasNothing: "failed, nothing replayed"
            case .validate where hasNothing: "failed, nothing checked"
            case .plan where hasNothing: "failed, nothing planned"
            case _ where status == .nothingToDo && taken.isEmpty: "nothing to do"
            case .run: some("imported", [.loaded, .loadedWithRejects])
            case .replay: some("replayed rejects of", [.loaded, .loadedWithRejects])
            case .validate: "checked " + taken.count.of("file")
            case .plan: some("planned", [.planned]) + ", nothing written"
            }
        let ending =
            hasNothing || mode == .rollback
            ? "" : status == .failed ? ", then failed" : status == .refused ? ", refused" : ""
        let text = lead + what + ending
        return name.isEmpty ? text.prefix(1).uppercased() + text.dropFirst() : text
    }

    private var undoing: String {
        switch status {
        case .refused: "refused, nothing undone"
        case .nothingToDo: "nothing to undo"
        case .failed: "failed, nothing undone"
        default: (isDryRun ? "would roll back run " : "rolled back run ") + (job.map { String($0.prefix(8)) } ?? "")
        }
    }

    /// Counts of rows, or of records where nothing is loaded.
    private var figures: [String] {
        if mode == .validate {
            return ledger.read == 0 ? [] : ["\(ledger.valid.grouped) of \(ledger.read.of("record")) valid"]
        }
        let undone = tables.compactMap(\.undone)
        let counts = [
            (tables.reduce(0) { $0 + $1.inserted }, "new"), (tables.reduce(0) { $0 + $1.updated }, "changed"),
            (tables.reduce(0) { $0 + $1.deleted }, "deleted"), (undone.reduce(0) { $0 + $1.removed }, "removed"),
            (undone.reduce(0) { $0 + $1.restored }, "restored"), (undone.reduce(0) { $0 + $1.left }, "left"),
        ].filter { $0.0 > 0 }
        return counts.enumerated().map { index, count in
            let rows = index == 0 ? (count.0 == 1 ? " row" : " rows") : ""
            return count.0.grouped + (mode == .rollback ? rows + " " + count.1 : " " + count.1 + rows)
        }
    }

    /// The ledger as one balanced sum; counts of zero are left out.
    private func outcome(_ terminal: Terminal) -> String {
        // What is undone are rows; the records were counted when they were loaded.
        guard mode != .rollback, ledger.read > 0 else { return "" }
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

    private func counted(
        _ title: String, _ counts: Counter, _ style: Terminal.Style, _ terminal: Terminal, most: Int = .max
    ) -> ReportPage.Entries {
        let width = counts.reduce(0) { max($0, $1.count.grouped.count) }
        let room = terminal.width.map { max(20, $0 - width - 4) } ?? .max
        let margin = "\n" + String(repeating: " ", count: width + 4)
        return ReportPage.Entries(
            terminal.paint(title, .heading),
            counts.enumerated().sorted { (-$0.element.count, $0.offset) < (-$1.element.count, $1.offset) }.map(
                \.element
            )
            .map { count in
                "  " + terminal.paint(count.count.grouped.padded(to: width, .right), style) + "  "
                    + count.name.escapedForTerminal.wrapped(to: room).joined(separator: margin) + "\n"
            }, most: most, least: 0, noun: "kind", terminal)
    }

    private func notChecked(_ terminal: Terminal) -> String {
        guard !unchecked.isEmpty else { return "" }
        let room = terminal.width.map { max(20, $0 - 4) } ?? .max
        let lines = Self.grouped(unchecked).map {
            "  " + $0.escapedForTerminal.wrapped(to: room).joined(separator: "\n    ") + "\n"
        }
        return terminal.paint("Not checked (requires a database)", .heading) + "\n" + lines.joined()
    }

    /// Lines that differ only in the names after `, by ` become one, with all of the names.
    private static func grouped(_ lines: [String]) -> [String] {
        var names: [String: [String]] = [:]
        var heads: [String] = []
        for line in lines {
            let parts = line.split(separator: ", by ", maxSplits: 1).map(String.init)
            let head = parts.count == 2 ? parts[0] : line
            if names[head] == nil { heads.append(head) }
            for name in parts.dropFirst().flatMap({ $0.split(separator: ", ") }).map(String.init)
            where !names[head, default: []].contains(name) {
                names[head, default: []].append(name)
            }
            names[head, default: []] += []
        }
        return heads.map { head in
            let found = names[head, default: []]
            guard !found.isEmpty else { return head }
            let more = found.count > mostNames ? " and \((found.count - mostNames).of("more column"))" : ""
            return head + ", by " + found.prefix(mostNames).joined(separator: ", ") + more
        }
    }

    private static let mostNames = 8
}

extension RunReport {
    /// What to do next, as commands to copy.
    func next(_ terminal: Terminal) -> String {
        var steps: [Step] = []
        let id = String(run.prefix(8))
        if mode == .run, ledger.rejected > 0 {
            steps.append(Step(typed.line("rejects", id), "all rejects; with -o jsonl as they are in the files"))
            if isReplayable {
                steps.append(
                    Step(typed.line("rejects", "replay", id), "load those that a corrected definition now accepts"))
            }
        }
        if let refused = units.first(where: { $0.status == .refused && $0.code != nil }), let code = refused.code {
            steps += refused.steps
            steps.append(Step("scorebook help \(code.rawValue)", "what this refusal means, and what to do"))
        }
        if !conflicts.isEmpty, mode == .run && job == nil || mode == .plan,
            let line = typed.line(mode, adding: ["--source-wins"])
        {
            steps.append(Step(line, "let the files win over edits in the app"))
        }
        if mode == .run, ledger.inserted + ledger.updated > 0 || tables.contains(where: { $0.deleted > 0 }) {
            steps.append(Step(typed.line("rollback", id, "--dry-run"), "what undoing this run would change"))
        }
        if mode == .rollback, let job { steps += stepsAfterRollback(of: String(job.prefix(8))) }
        if ledger.read > 0, ledger.skipped == ledger.read, let found = NotSelected.split(warnings).found.first,
            let remedy = found.remedy, let line = typed.line(mode, adding: remedy)
        {
            steps.append(Step(line, "take what was not selected, in place of the usual"))
        } else if mode == .validate, [.succeeded, .warned].contains(status), let line = typed.line(.plan) {
            steps.append(Step(line, "what a run would change in the database"))
        }
        if mode == .plan, ledger.inserted + ledger.updated > 0, !isSaved,
            let line = typed.line(.plan, adding: ["--out", "plan.json"])
        {
            steps.append(Step(line, "keep the plan; `scorebook run --plan plan.json` applies it"))
        }
        guard !steps.isEmpty else { return "" }
        let width = steps.reduce(0) { max($0, $1.command.columns) }
        let longest = steps.reduce(0) { max($0, $1.why.columns) }
        let isNarrow = terminal.width.map { width + 4 + longest > $0 } ?? false
        let lines = steps.map { step in
            step.command.isEmpty
                ? step.why.wrapped(to: (terminal.width ?? 100) - 2).map { "  \($0)\n" }.joined()
                : isNarrow
                    ? "  \(step.command)\n      \(terminal.paint(step.why, .aside))\n"
                    : "  \(step.command.padded(to: width))  \(terminal.paint(step.why, .aside))\n"
        }
        return terminal.paint("Next", .heading) + "\n" + lines.joined()
    }

    private func stepsAfterRollback(of id: String) -> [Step] {
        guard isDryRun else {
            return tables.contains { ($0.undone?.left ?? 0) > 0 }
                ? [Step("", "The rows that were left are the app's now: change or delete them there.")] : []
        }
        var steps: [Step] = []
        // The ledger has one hash of a row; the files tell the columns, as long as the rows are there.
        if conflicts.contains(where: { $0.kind == .edited && $0.columns.count > 1 }) {
            steps.append(Step(typed.line("verify", id), "which columns were edited since"))
        }
        if tables.contains(where: { ($0.undone?.removed ?? 0) + ($0.undone?.restored ?? 0) > 0 }) {
            steps.append(Step(typed.line("rollback", id), "undo it"))
        }
        return steps
    }
}
