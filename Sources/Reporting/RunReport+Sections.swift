internal import Records

extension RunReport {
    /// The files that need attention, each with its outcome and the reason; then those without problems, many of them
    /// as one line.
    func files(_ terminal: Terminal, _ view: View) -> String {
        guard !units.isEmpty else { return "" }
        let clean = units.filter { $0.trouble == .none }
        let isFolded = clean.count > Self.mostCleanFiles && view.detail == .some
        let listed =
            units.filter { $0.trouble == .whole } + units.filter { $0.trouble == .part } + (isFolded ? [] : clean)
        let sourceWidth = listed.reduce(0) { max($0, $1.source.escapedForTerminal.columns) }
        let formatWidth = listed.reduce(0) { max($0, ($1.format ?? "–").columns) }
        let outcomeWidth = listed.reduce(0) { max($0, $1.outcome(mode, view).columns) }
        let width = min(sourceWidth, terminal.width.map { max(16, $0 - 8 - formatWidth - outcomeWidth) } ?? sourceWidth)
        var text = ""
        let shown = view.detail == .all ? listed[...] : listed.prefix(most.files)
        for unit in shown {
            let (mark, style) = unit.mark
            let source = unit.source.escapedForTerminal.truncatedInTheMiddle(to: width).padded(to: width)
            text += "  \(terminal.paint(mark, style)) \(source)"
            text += "  " + terminal.paint((unit.format ?? "–").padded(to: formatWidth), .name)
            let outcome = unit.outcome(mode, view)
            let isWide = terminal.width.map { width + 6 + formatWidth + outcome.columns > $0 - 2 } ?? false
            text += (isWide ? "\n      " : "  ") + terminal.paint(outcome, style) + "\n"
            if let reason = unit.reason {
                let named = reason + (unit.code.map { " (\($0.rawValue))" } ?? "")
                let lines = named.escapedForTerminal.wrapped(to: (terminal.width ?? 100) - 6)
                text += lines.map { "      " + terminal.paint($0, .aside) + "\n" }.joined()
            }
        }
        if shown.count < listed.count {
            let others = (listed.count - shown.count).of("more file", plural: "more files")
            text += "  " + terminal.paint("+ \(others) with problems (-v lists them)", .aside) + "\n"
        }
        if isFolded {
            let others = listed.isEmpty ? clean.count.of("file") : clean.count.of("more file", plural: "more files")
            text += "  " + terminal.paint("+ \(others) without problems (-v lists them)", .aside) + "\n"
        }
        return text
    }

    private static let mostCleanFiles = 5

    /// How much is shown without -v: a plan is read whole before it is applied.
    var most: (files: Int, causes: Int, diffLines: Int, triggers: Int) {
        mode == .plan ? (6, 4, 14, 4) : (40, 20, 40, .max)
    }

    /// Rows a table.
    func tableRows(_ terminal: Terminal) -> String {
        let tables = tables.filter { !$0.isEmpty }
        guard !tables.isEmpty else { return "" }
        if mode == .rollback { return undoneRows(terminal) }
        let isPlan = mode == .plan
        let list = Listing(
            [
                .init("table", "", fit: .cutMiddle), .init("inserted", isPlan ? "to insert" : nil, .right),
                .init("updated", isPlan ? "to update" : nil, .right), .init("unchanged", nil, .right),
            ]
                + (tables.contains { $0.deleted > 0 }
                    ? [.init("deleted", isPlan ? "to delete" : nil, .right)] : []),
            rows: tables.map { table in
                [.text(table.name), .integer(table.inserted), .integer(table.updated), .integer(table.unchanged)]
                    + (tables.contains { $0.deleted > 0 } ? [.integer(table.deleted)] : [])
            })
        return terminal.paint("Rows", .heading) + "\n" + list.aligned(for: terminal, indentation: "  ")
    }

    /// What was older than its retention.
    func removedByRetention(_ terminal: Terminal) -> String {
        guard let purged else { return "" }
        return terminal.paint("Removed, older than its retention", .heading) + ": \(purged.wording)\n"
    }

    private func undoneRows(_ terminal: Terminal) -> String {
        let list = Listing(
            [
                .init("table", "", fit: .cutMiddle), .init("removed", nil, .right), .init("restored", nil, .right),
                .init("left", nil, .right),
            ],
            rows: tables.filter { !$0.isEmpty }.map { table in
                let undone = table.undone ?? .init(removed: 0, restored: 0, left: 0)
                return [.text(table.name), .integer(undone.removed), .integer(undone.restored), .integer(undone.left)]
            })
        return terminal.paint("Rows", .heading) + "\n" + list.aligned(for: terminal, indentation: "  ")
    }

    /// What a plan would write: a line for a new or deleted row, and for a changed one its changed columns.
    func diffRows(_ terminal: Terminal, _ view: View) -> String {
        guard !diffs.isEmpty else { return "" }
        var lines: [String] = []
        var shown = 0
        for diff in diffs {
            let block = Self.block(diff, terminal)
            guard view.detail == .all || lines.isEmpty || lines.count + block.count <= most.diffLines else { break }
            lines += block
            shown += 1
        }
        let rest = diffs.count - shown
        if rest > 0 { lines.append(terminal.paint("+ \(rest.of("more change")) (-v lists them)", .aside)) }
        return terminal.paint("Changes", .heading) + "\n" + lines.map { "  \($0)\n" }.joined()
    }

    private static func block(_ diff: Diff, _ terminal: Terminal) -> [String] {
        let (mark, style): (String, Terminal.Style) =
            switch diff.change {
            case .insert: ("+", .good)
            case .update: ("~", .doubtful)
            case .delete: ("-", .bad)
            }
        let row = "\(diff.table.escapedForTerminal) \(words(diff.key))"
        guard diff.change == .update else {
            let values = diff.columns.map { column in
                (column.name, Listing.shown(diff.change == .insert ? column.new : column.old))
            }.filter { !$0.1.isEmpty }.map { "\($0.0.escapedForTerminal)=\($0.1)" }.joined(separator: " ")
            let line = (row + "  " + values).truncated(to: (terminal.width ?? 160) - 4)
            return ["\(terminal.paint(mark, style)) \(line)"]
        }
        return ["\(terminal.paint(mark, style)) \(row)"]
            + diff.columns.filter { $0.old != $0.new || $0.old == .null }.map { column in
                "    \(terminal.paint(column.name.escapedForTerminal, .aside)) "
                    + "\(Listing.shown(column.old)) → \(Listing.shown(column.new))"
            }
    }

    /// Rows of the app's that were left alone, with the columns that the file would change.
    func conflictRows(_ terminal: Terminal) -> String {
        guard !conflicts.isEmpty else { return "" }
        let heading =
            mode == .rollback
            ? "Left alone"
            : "Edited in the app: the whole row is kept; --source-wins takes the file's values"
        var text = terminal.paint(heading, .heading) + "\n"
        for conflict in conflicts {
            let columns = conflict.columns.joined(separator: ", ")
            let what =
                switch conflict.kind {
                // The ledger has one hash of a row: that it was changed is known, not always where.
                case .edited where mode == .rollback:
                    (conflict.since ?? "changed since") + (conflict.columns.count == 1 ? ", in \(columns)" : "")
                case .edited: "the file has different values in \(columns)"
                case .deleted: "deleted in the app, but still in the file"
                case .kept: "no longer in the file, kept"
                }
            let row = "\(conflict.table.escapedForTerminal) \(Self.words(conflict.key))"
            text += "  \(row): \(terminal.paint(what.escapedForTerminal, .doubtful))\n"
        }
        return text
    }

    private static func words(_ key: [JSONValue.Member]) -> String {
        key.map { "\($0.key.escapedForTerminal)=\($0.value.line)" }.joined(separator: " ")
    }
}

extension RunReport.Table {
    /// Whether nothing is said of its rows.
    var isEmpty: Bool {
        let rows = inserted + updated + unchanged + deleted
        return rows + (undone.map { $0.removed + $0.restored + $0.left } ?? 0) == 0
    }
}

extension RunReport.Unit {
    /// How much of a file needs attention.
    enum Trouble {
        case none
        case part
        case whole
    }

    var trouble: Trouble {
        switch status {
        case .rejected, .invalid, .refused, .failed, .crashed: .whole
        default: ledger.rejected > 0 || open != nil || (status == .rolledBack && reason != nil) ? .part : .none
        }
    }

    var mark: (String, Terminal.Style) {
        switch (status, trouble) {
        case (_, .whole): ("✗", .bad)
        case (.rolledBack, _): ("↶", .doubtful)
        case (_, .part): ("⚠", .doubtful)
        case (.alreadyLoaded, _), (.ignored, _): ("·", .aside)
        default: ("✓", .good)
        }
    }

    /// `781 loaded, 25 rejected`
    func outcome(_ mode: RunReport.Mode, _ view: RunReport.View) -> String {
        let accepted = ledger.inserted + ledger.updated + ledger.unchanged + ledger.duplicate
        var parts: [String]
        switch status {
        case .rejected where mode == .plan: parts = ["0 planned"]
        case .loaded, .loadedWithRejects, .rejected:
            let isSame = accepted > 0 && ledger.inserted + ledger.updated == 0
            parts = ["\(accepted.grouped) \(isSame ? "unchanged" : "loaded")"]
        case .planned: parts = ["\(accepted.grouped) planned"]
        case .valid, .invalid: parts = ["\(ledger.valid.grouped) valid"]
        case .alreadyLoaded:
            let rejects = open.map { " (\($0.count.grouped) rejected on \($0.day), still open)" } ?? ""
            parts = ["already loaded" + rejects]
        case .rolledBack: parts = ["rolled back"]
        case .ignored, .refused, .failed, .crashed: parts = [status.rawValue]
        }
        if ledger.rejected > 0 { parts.append("\(ledger.rejected.grouped) rejected") }
        if ledger.skipped > 0 { parts.append("\(ledger.skipped.grouped) skipped") }
        if view.detail == .all { parts.append(bytes.asBytes) }
        return parts.joined(separator: ", ")
    }
}
