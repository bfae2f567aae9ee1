internal import Records

extension RunReport {
    /// The files that need attention, each with its outcome and the reason; then those without problems, many of them
    /// as one line.
    ///
    /// - Parameter lines: of a reason.
    func files(_ terminal: Terminal, _ view: View, lines: Int = .max) -> ReportPage.Entries {
        let clean = units.filter { $0.trouble == .none }
        let isFolded = clean.count > Self.mostCleanFiles && view.detail == .some
        let troubled = units.filter { $0.trouble == .whole } + units.filter { $0.trouble == .part }
        let listed = troubled + (isFolded ? [] : clean)
        let most = view.detail == .all ? Int.max : most.files
        let rows = FileRows(Array(listed.prefix(most)), self, view, terminal, lines: lines) { unit in
            // What all records of a file have in common is below, among the causes.
            [.rejected, .invalid].contains(unit.status) && causes.contains { $0.source == unit.source }
                ? nil : unit.reason
        }
        var entries = ReportPage.Entries(
            "", rows.texts + listed.dropFirst(most).map { $0.source + "\n" }, most: most, least: 2,
            isNeeded: true, noun: "file with problems", plural: "files with problems", terminal)
        if isFolded {
            let others = listed.isEmpty ? clean.count.of("file") : clean.count.of("more file")
            entries.tail = "  " + terminal.paint("+ \(others) without problems (-v lists them)", .aside) + "\n"
        }
        return entries
    }

    private static let mostCleanFiles = 5

    /// How much is shown without -v: a plan is read whole before it is applied.
    var most: (files: Int, tables: Int, causes: Int, changes: Int, warnings: Int, triggers: Int) {
        mode == .plan ? (6, 6, 6, 14, 4, 4) : (40, .max, 20, 40, 12, .max)
    }

    /// Rows per table; those of the tables with the fewest changes as one sum where there are too many.
    func tableRows(_ terminal: Terminal, _ view: View) -> String {
        let tables = tables.filter { !$0.isEmpty }
        guard !tables.isEmpty else { return "" }
        if mode == .rollback { return undoneRows(terminal) }
        let isPlan = mode == .plan
        let most = view.detail == .all || tables.count - 2 <= most.tables ? Int.max : most.tables
        let places = tables.indices.sorted { (-tables[$0].changes, $0) < (-tables[$1].changes, $1) }
        let shown = places.prefix(most).sorted().map { tables[$0] }
        let rest = places.dropFirst(most).map { tables[$0] }
        let hasDeleted = tables.contains { $0.deleted > 0 }
        func row(_ name: String, _ tables: [Table]) -> [JSONValue] {
            func sum(_ count: KeyPath<Table, Int>) -> JSONValue {
                .integer(tables.reduce(0) { $0 + $1[keyPath: count] })
            }
            return [.text(name), sum(\.inserted), sum(\.updated), sum(\.unchanged)]
                + (hasDeleted ? [sum(\.deleted)] : [])
        }
        let list = Listing(
            [
                .init("table", "", fit: .cutMiddle), .init("inserted", isPlan ? "to insert" : nil, .right),
                .init("updated", isPlan ? "to update" : nil, .right), .init("unchanged", nil, .right),
            ] + (hasDeleted ? [.init("deleted", isPlan ? "to delete" : nil, .right)] : []),
            rows: shown.map { row($0.name, [$0]) }
                + (rest.isEmpty ? [] : [row("+ \(rest.count.of("more table")) (-v lists them)", rest)]))
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
    func diffRows(_ terminal: Terminal, _ view: View) -> ReportPage.Entries {
        let blocks = diffs.map { Self.block($0, terminal) }
        var lines = 0
        let fitting = blocks.prefix { block in
            lines += block.count
            return view.detail == .all || lines <= most.changes
        }
        return ReportPage.Entries(
            terminal.paint("Changes", .heading), blocks.map { $0.map { "  \($0)\n" }.joined() },
            most: max(1, fitting.count), least: 2, noun: "change", terminal)
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
    func conflictRows(_ terminal: Terminal) -> ReportPage.Entries {
        let heading =
            mode == .rollback
            ? "Left alone"
            : "Edited in the app: the whole row is kept; --source-wins takes the file's values"
        let room = terminal.width.map { max(20, $0 - 6) } ?? .max
        let entries = conflicts.map { conflict in
            let row = "\(conflict.table.escapedForTerminal) \(Self.words(conflict.key)):"
            let words = words(of: conflict).escapedForTerminal
            if row.columns + words.columns - 1 <= room { return "  \(row) \(terminal.paint(words, .doubtful))\n" }
            return "  \(row)\n"
                + words.wrapped(to: room).map { "      " + terminal.paint($0, .doubtful) + "\n" }.joined()
        }
        var list = ReportPage.Entries(terminal.paint(heading, .heading), entries, noun: "row", terminal)
        list.folded = terminal.paint("Edited in the app", .heading)
        return list
    }

    /// What happened to a row since.
    private func words(of conflict: Conflict) -> String {
        let columns = conflict.columns.joined(separator: ", ")
        // The ledger has one hash of a row: that it was changed is known, not always where.
        let isLong = conflict.columns.count > Self.mostColumns
        return switch conflict.kind {
        case .edited where mode == .rollback && conflict.columns.count == 1: "edited since, in \(columns)"
        case .edited where mode == .rollback && !columns.isEmpty:
            "edited since, in \(isLong ? "columns that the file fills" : "one or more of \(columns)")"
        case .edited where mode == .rollback: "edited since"
        case .deleted where mode == .rollback: "deleted since"
        case .changed:
            "changed since, in columns that imports do not update"
                + (columns.isEmpty || isLong ? "" : " (such as \(columns))")
        case .later: "written by a later import"
        case .referred: "other rows refer to it"
        case .edited: "the file has different values in \(columns)"
        case .deleted: "deleted in the app, but still in the file"
        case .kept: "no longer in the file, kept"
        }
    }

    private static let mostColumns = 6

    private static func words(_ key: [JSONValue.Member]) -> String {
        key.map { "\($0.key.escapedForTerminal)=\($0.value.line)" }.joined(separator: " ")
    }
}

extension RunReport.Table {
    /// Rows that are not what they were.
    var changes: Int { inserted + updated + deleted }

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
        case _ where ledger.skipped == ledger.read: ("·", .aside)
        default: ("✓", .good)
        }
    }

    /// `781 loaded, 25 rejected`
    func outcome(_ report: RunReport, _ view: RunReport.View) -> String {
        let accepted = ledger.inserted + ledger.updated + ledger.unchanged + ledger.duplicate
        var parts: [String]
        switch status {
        case .rejected where report.mode == .plan: parts = ["0 planned"]
        case .rejected where report.mode == .replay:
            return ledger.rejected == 1 ? "rejected again" : "all \(ledger.rejected.grouped) rejected again"
        case .loaded, .loadedWithRejects, .rejected:
            let isSame = accepted > 0 && ledger.inserted + ledger.updated == 0
            parts = ["\(accepted.grouped) \(isSame ? "unchanged" : "loaded")"]
        case .planned: parts = ["\(accepted.grouped) planned"]
        case .valid, .validWithRejects, .invalid: parts = ["\(ledger.valid.grouped) valid"]
        case .alreadyLoaded:
            let rejects = open.map { " (\($0.count.grouped) rejected on \($0.day), still open)" } ?? ""
            parts = ["already loaded" + rejects]
        case .rolledBack: parts = [report.isDryRun ? "to roll back" : "rolled back"]
        case .ignored, .refused, .failed, .crashed: parts = [status.rawValue]
        }
        if ledger.rejected > 0 { parts.append("\(ledger.rejected.grouped) rejected") }
        if ledger.skipped > 0 { parts.append("\(ledger.skipped.grouped) skipped") }
        if view.detail == .all { parts.append(bytes.asBytes) }
        return parts.joined(separator: ", ")
    }
}
