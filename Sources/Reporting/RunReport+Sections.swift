internal import Records

extension RunReport {
    /// The files, each with what became of it, and its reason below it where there is one.
    func files(_ terminal: Terminal) -> String {
        guard !units.isEmpty else { return "" }
        let sourceWidth = units.reduce(0) { max($0, $1.source.escapedForTerminal.columns) }
        let formatWidth = units.reduce(0) { max($0, ($1.format ?? "").columns) }
        let statusWidth = units.reduce(0) { max($0, $1.status.wording.count) }
        // Mark, gaps, status, "1,234,567 records", "999.9 MB".
        let others = 2 + 2 + 2 + statusWidth + 2 + formatWidth + 2 + 17 + 2 + 8
        let width = min(sourceWidth, terminal.width.map { max(16, $0 - others) } ?? sourceWidth)
        var text = terminal.paint(units.count.of("file"), .heading) + "\n"
        for unit in units {
            let (mark, style) = unit.status.mark
            let source = unit.source.escapedForTerminal.truncatedInTheMiddle(to: width).padded(to: width)
            var line = "  \(terminal.paint(mark, style)) \(source)"
            line += "  " + terminal.paint(unit.status.wording.padded(to: statusWidth), style)
            line += "  " + terminal.paint((unit.format ?? "").padded(to: formatWidth), .name)
            line += "  " + unit.ledger.read.of("record").padded(to: 17, .right)
            line += "  " + terminal.paint(unit.bytes.asBytes.padded(to: 8, .right), .aside)
            text += line + "\n"
            if let reason = unit.reason {
                let lines = reason.escapedForTerminal.wrapped(to: (terminal.width ?? 100) - 6)
                text += lines.map { "      " + terminal.paint($0, .aside) + "\n" }.joined()
            }
        }
        return text
    }

    /// Rows a table.
    func tableRows(_ terminal: Terminal) -> String {
        guard !tables.isEmpty else { return "" }
        if mode == .rollback { return undoneRows(terminal) }
        let list = Listing(
            [
                .init("table", "", fit: .cutMiddle), .init("inserted", nil, .right), .init("updated", nil, .right),
                .init("unchanged", nil, .right),
            ] + (tables.contains { $0.deleted > 0 } ? [.init("deleted", nil, .right)] : []),
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
            rows: tables.map { table in
                let undone = table.undone ?? .init(removed: 0, restored: 0, left: 0)
                return [.text(table.name), .integer(undone.removed), .integer(undone.restored), .integer(undone.left)]
            })
        return terminal.paint("Rows", .heading) + "\n" + list.aligned(for: terminal, indentation: "  ")
    }

    /// The first rejects as `file:line: message`, the hint below the last of those that share it.
    func rejected(_ terminal: Terminal) -> String {
        guard !rejects.isEmpty else { return "" }
        let shown = rejects.prefix(Self.mostRejects)
        let records = Set(shown.map { "\($0.source):\($0.position.record)" }).count
        let all = max(ledger.rejected, records)
        let isPart = all > records
        var text = terminal.paint("Rejected", .heading) + (isPart ? ", the first of \(all.grouped)" : "") + "\n"
        let causes = Self.causes(of: shown)
        for (index, cause) in causes.enumerated() {
            let reject = cause.reject
            let place = "\(reject.source.escapedForTerminal):\(cause.lines)"
            text += "  \(terminal.paint(place, .name)) \(reject.message.escapedForTerminal)\n"
            let isLast = index + 1 == causes.count || causes[index + 1].reject.hint != reject.hint
            if isLast, !reject.hint.isEmpty {
                let lines = reject.hint.escapedForTerminal.wrapped(to: (terminal.width ?? 100) - 6)
                text += lines.enumerated().map { number, line in
                    "    " + terminal.paint((number == 0 ? "→ " : "  ") + line, .aside) + "\n"
                }.joined()
            }
        }
        return text
    }

    /// Rejects of one file and cause, in the order of the first of each; a few lines are listed, the others counted.
    private static func causes(of rejects: ArraySlice<Reject>) -> [(reject: Reject, lines: String)] {
        var order: [[String]] = []
        var found: [[String]: [Reject]] = [:]
        for reject in rejects {
            let cause = [reject.source, reject.message, reject.hint]
            if found[cause] == nil { order.append(cause) }
            found[cause, default: []].append(reject)
        }
        return order.compactMap { cause in
            guard let all = found[cause], let first = all.first else { return nil }
            guard all.count > 1 else { return (first, "\(first.position.line):") }
            let listed = all.prefix(linesPerCause).map { String($0.position.line) }.joined(separator: ", ")
            let others = all.count - linesPerCause
            return (first, " lines \(listed)\(others > 0 ? " and \(others) more" : ""):")
        }
    }

    private static let linesPerCause = 5

    /// What a plan would write, a line a column.
    func diffRows(_ terminal: Terminal) -> String {
        guard !diffs.isEmpty else { return "" }
        var text = terminal.paint("Changes", .heading) + "\n"
        for diff in diffs {
            let (mark, style): (String, Terminal.Style) =
                switch diff.change {
                case .insert: ("+", .good)
                case .update: ("~", .doubtful)
                case .delete: ("-", .bad)
                }
            text += "  \(terminal.paint(mark, style)) \(diff.table.escapedForTerminal) \(Self.words(diff.key))\n"
            for column in diff.columns {
                let new = Listing.shown(column.new)
                let old = Listing.shown(column.old)
                let change =
                    switch diff.change {
                    case .insert: new
                    case .update: "\(old) → \(new)"
                    case .delete: old
                    }
                text += "      \(terminal.paint(column.name.escapedForTerminal, .aside)) \(change)\n"
            }
        }
        return text
    }

    /// Rows of the app's that were left alone, with the columns that the file would change.
    func conflictRows(_ terminal: Terminal) -> String {
        guard !conflicts.isEmpty else { return "" }
        let heading =
            mode == .rollback
            ? "Changed since, left alone"
            : "Changed in the app, left alone as whole rows; --source-wins takes what the file says"
        var text = terminal.paint(heading, .heading) + "\n"
        for conflict in conflicts {
            let columns = conflict.columns.joined(separator: ", ")
            let what =
                switch conflict.kind {
                case .edited where mode == .rollback: columns
                case .edited: "the file has other values in \(columns)"
                case .deleted: "deleted in the app, the file has it"
                case .kept: "not in the file any more, stays"
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

extension RunReport.Unit.Status {
    var wording: String { rawValue.split(separator: "_").joined(separator: " ") }

    var mark: (String, Terminal.Style) {
        switch self {
        case .loaded, .valid, .planned: ("✓", .good)
        case .alreadyLoaded, .ignored: ("·", .aside)
        case .rolledBack: ("↶", .doubtful)
        case .rejected, .invalid, .refused, .failed: ("✗", .bad)
        }
    }
}
