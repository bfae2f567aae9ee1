internal import Records

/// The files of a report below one another: a mark, the name, the format, the outcome, and below it the reason.
///
/// The name comes whole as long as the terminal is wide enough for it; the format goes to the next line first, then the outcome.
///
/// ```
///   ✓ strong.csv  strong  4 loaded          ✗ fitbit-exercise-json.json  refused
///                                               fitbit-exercise-json: "startTime" has no time zone
/// ```
struct FileRows {
    private(set) var texts: [String] = []
    private let terminal: Terminal

    init(
        _ units: [RunReport.Unit], _ report: RunReport, _ view: RunReport.View, _ terminal: Terminal,
        lines: Int,
        reason: (RunReport.Unit) -> String?
    ) {
        self.terminal = terminal
        func longest(_ words: (RunReport.Unit) -> String) -> Int { units.reduce(0) { max($0, words($1).columns) } }
        let width = terminal.width ?? .max / 2
        let formatWidth = longest(Self.format)
        let outcomeWidth = longest { $0.outcome(report, view) }
        let isWide = 4 + longest(\.shownName) + 2 + formatWidth + 2 + outcomeWidth <= width
        let room = max(16, width - 6 - outcomeWidth)
        let nameWidth = units.map(\.shownName.columns).filter { isWide || $0 <= room }.max() ?? 0
        var above = ""
        for unit in units {
            let (mark, style) = unit.mark
            let outcome = terminal.paint(unit.outcome(report, view), style)
            let format = Self.format(unit)
            var text = "  \(terminal.paint(mark, style)) "
            let reason = reason(unit).map { $0 + (unit.code.map { " (\($0.rawValue))" } ?? "") }
            var details = reason ?? ""
            if isWide {
                text += unit.shownName.padded(to: nameWidth) + "  "
                text += terminal.paint(format.padded(to: formatWidth), .name) + "  \(outcome)\n"
            } else {
                let name = unit.shownName.truncatedInTheMiddle(to: width - 4)
                let isLong = 4 + max(nameWidth, name.columns) + 2 + unit.outcome(report, view).columns > width
                text += name.padded(to: isLong ? 0 : nameWidth) + (isLong ? "\n      " : "  ") + outcome + "\n"
                if unit.format != nil, reason != nil || !unit.source.contains(format) {
                    details = format + (details.isEmpty ? "" : ": " + details)
                }
            }
            texts.append(text + below(reason != nil && details == above ? "the same" : details, lines))
            above = details
        }
    }

    private func below(_ details: String, _ most: Int) -> String {
        guard !details.isEmpty else { return "" }
        return details.escapedForTerminal.wrapped(to: (terminal.width ?? 100) - 6, most: most)
            .map { "      " + terminal.paint($0, .aside) + "\n" }.joined()
    }

    private static func format(_ unit: RunReport.Unit) -> String {
        unit.format.map { $0 + (unit.isReported ? " (reported)" : "") } ?? "–"
    }
}

extension RunReport.Unit {
    /// Its name, with the owner's folder where only that says which file it is.
    var shownName: String { ((folder.map { $0 + "/" } ?? "") + source).escapedForTerminal }
}
