internal import Records

/// Rejects of one cause in files of one format: what a person reads once, in however many files it is.
struct CauseGroup {
    /// One a file, in the order of the files.
    private(set) var causes: [RunReport.Cause]

    /// What makes two causes one.
    private struct Kind: Hashable {
        let format: String?
        let column: String
        let field: String
        let code: String
        let hint: String
        /// The file or the rule where those above do not say enough.
        let detail: String

        init(_ cause: RunReport.Cause) {
            (format, column, field, code, hint) = (cause.format, cause.column, cause.field, cause.code, cause.hint)
            detail =
                switch Defect.Code(rawValue: cause.code) {
                case _ where cause.format == nil: cause.source
                case .crossField, .crossRecord, .tooFewCells, .tooManyCells: cause.message
                default: ""
                }
        }
    }

    /// Those of several files first, the one of most records at the top; then the others, file by file.
    static func all(in causes: [RunReport.Cause]) -> [CauseGroup] {
        var groups: [CauseGroup] = []
        var places: [Kind: Int] = [:]
        for cause in causes {
            let kind = Kind(cause)
            if let place = places[kind] {
                groups[place].causes.append(cause)
            } else {
                places[kind] = groups.count
                groups.append(CauseGroup(causes: [cause]))
            }
        }
        let shared = groups.filter { $0.causes.count > 1 }.enumerated().sorted { one, other in
            (-one.element.count, one.offset) < (-other.element.count, other.offset)
        }
        return shared.map(\.element) + groups.filter { $0.causes.count == 1 }
    }

    var first: RunReport.Cause { causes[0] }
    /// Records.
    var count: Int { causes.reduce(0) { $0 + $1.count } }

    /// The file, or the format where there are several.
    var heading: String { causes.count == 1 ? first.source : first.format ?? first.source }

    /// `2 records, lines 2, 3: "start_time" is an ambiguous date ...`, `12 records in 3 files: ...`
    func words(_ values: RunReport.View.Values) -> String {
        let isOneMessage = causes.allSatisfy { $0.message == first.message }
        let message = (isOneMessage ? first.message : first.generalMessage).escapedForTerminal
        var words =
            causes.count > 1
            ? "\(count.of("record")) in \(causes.count.of("file")): \(message)"
            : (count > 1 ? "\(count.of("record")), " : "") + "\(first.place.escapedForTerminal): \(message)"
        if values == .shown, let example = causes.lazy.compactMap(\.example).first(where: { !$0.isEmpty }) {
            words += "; for example \(example.escapedForTerminal)"
        }
        return words
    }

    /// Commands to copy: one where one is enough.
    var commands: [String] {
        guard causes.count > 1 else { return [first.remedy?.forFile].compactMap(\.self) }
        var commands: [String] = []
        for case let remedy? in causes.map(\.remedy) where !commands.contains(remedy.forAll) {
            commands.append(remedy.forAll)
        }
        return commands
    }
}

extension RunReport {
    /// How much is shown of causes.
    struct CauseView {
        enum Hints { case shown, left }

        var most: Int
        /// Files of a cause.
        var mostFiles: Int
        var hints: Hints

        static let all = CauseView(most: .max, mostFiles: .max, hints: .shown)
    }

    /// The causes of rejects, each with its lines and what to do next.
    public func rejected(_ terminal: Terminal, _ view: View) -> String {
        rejected(
            terminal, view, view.detail == .all ? .all : CauseView(most: most.causes, mostFiles: 5, hints: .shown))
    }

    func rejected(_ terminal: Terminal, _ view: View, _ part: CauseView) -> String {
        let groups = CauseGroup.all(in: causes)
        guard !groups.isEmpty else { return "" }
        let width = terminal.width ?? 100
        let shown = groups.prefix(part.most)
        var text = terminal.paint("Rejected", .heading) + ", by cause\n"
        for (index, group) in shown.enumerated() {
            if index == 0 || shown[index - 1].heading != group.heading {
                text += "  \(terminal.paint(group.heading.escapedForTerminal, .name))\n"
            }
            var lines = group.words(view.values).wrapped(to: width - 6)
            if part.hints == .left, lines.count > 2 {
                lines = [lines[0], (lines[1] + " " + lines[2]).truncated(to: width - 6)]
            }
            text += lines.enumerated().map { ($0 == 0 ? "    " : "      ") + $1 + "\n" }.joined()
            if group.causes.count > 1, part.mostFiles > 0 { text += Self.files(of: group, part.mostFiles, terminal) }
            let isLast = index + 1 == shown.count || shown[index + 1].first.hint != group.first.hint
            if !group.commands.isEmpty {
                for command in group.commands {
                    text += "      → " + terminal.paint(command.escapedForTerminal, .heading) + "\n"
                }
            } else if isLast, part.hints == .shown, !group.first.hint.isEmpty {
                let lines = group.first.hint.escapedForTerminal.wrapped(to: width - 8)
                text += lines.enumerated().map { number, line in
                    "      " + terminal.paint((number == 0 ? "→ " : "  ") + line, .aside) + "\n"
                }.joined()
            }
        }
        let rest = groups.count - shown.count
        if rest > 0 { text += "  " + terminal.paint("+ \(rest.of("more cause")) (-v lists them)", .aside) + "\n" }
        return text
    }

    /// The lines in each file.
    private static func files(of group: CauseGroup, _ most: Int, _ terminal: Terminal) -> String {
        var text = ""
        for cause in group.causes.prefix(most) {
            let place = ": \(cause.place)"
            let room = terminal.width.map { max(16, $0 - 6 - place.columns) } ?? .max
            text += "      \(cause.source.escapedForTerminal.truncatedInTheMiddle(to: room))\(place)\n"
        }
        let rest = group.causes.count - most
        if rest > 0 {
            let others = rest.of("more file")
            text += "      " + terminal.paint("+ \(others) (-v lists them)", .aside) + "\n"
        }
        return text
    }
}
