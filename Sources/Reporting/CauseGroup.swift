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
                // Of two rules for one column each is a cause.
                default:
                    cause.message.split(separator: ", expected", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
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
        var alike: [[RunReport.Remedy]] = []
        for remedy in causes.compactMap(\.remedy) {
            if let place = alike.firstIndex(where: { $0[0].isAlike(remedy) }) {
                if !alike[place].contains(remedy) { alike[place].append(remedy) }
            } else {
                alike.append([remedy])
            }
        }
        return alike.map(RunReport.Remedy.command)
    }
}

extension RunReport {
    /// How much is shown of causes.
    struct CauseView {
        enum Hints { case shown, left }
        enum Files { case listed, counted }

        var most: Int
        /// Files of a cause that several have.
        var files: Files
        var hints: Hints
        /// Of a message.
        var lines = Int.max

        static let all = CauseView(most: .max, files: .listed, hints: .shown)
    }

    /// The causes of rejects, each with its lines and what to do next.
    public func rejected(_ terminal: Terminal, _ view: View) -> String {
        causeEntries(
            terminal, view,
            view.detail == .all ? .all : CauseView(most: most.causes, files: .counted, hints: .shown)
        ).text
    }

    /// The most frequent causes, file by file.
    func causeEntries(_ terminal: Terminal, _ view: View, _ part: CauseView) -> ReportPage.Entries {
        let groups = Self.inOrder(CauseGroup.all(in: causes), most: part.most)
        let width = terminal.width ?? 100
        let shown = groups.prefix(part.most)
        let hints = Set(shown.map { $0.commands.isEmpty ? $0.first.hint : "" })
        // One for all of them is said once.
        let common = part.hints == .shown && shown.count > 1 && hints.count == 1 ? hints.first ?? "" : ""
        let isHinted = part.hints == .shown && common.isEmpty
        var entries: [String] = []
        for (index, group) in groups.enumerated() {
            var text = ""
            if index == 0 || groups[index - 1].heading != group.heading {
                text += "  \(terminal.paint(group.heading.escapedForTerminal, .name))\n"
            }
            let lines = group.words(view.values).wrapped(to: width - 6, most: part.lines)
            text += lines.enumerated().map { ($0 == 0 ? "    " : "      ") + $1 + "\n" }.joined()
            if group.causes.count > 1, part.files == .listed { text += Self.files(of: group, terminal) }
            for command in group.commands {
                text += "      → " + terminal.paint(command.escapedForTerminal, .heading) + "\n"
            }
            if group.commands.isEmpty, isHinted {
                let isSame =
                    index > 0 && groups[index - 1].commands.isEmpty && groups[index - 1].first.hint == group.first.hint
                text += Self.hint(
                    isSame && !group.first.hint.isEmpty ? "the same" : group.first.hint, "      ", terminal)
            }
            entries.append(text)
        }
        let isCounted = part.files == .counted && shown.contains { $0.causes.count > 1 }
        var list = ReportPage.Entries(
            terminal.paint("Rejected", .heading) + ", by cause" + (isCounted ? " (-v lists the files)" : ""), entries,
            most: part.most, least: 2, isNeeded: true, noun: "cause",
            terminal)
        list.tail = Self.hint(common, "  ", terminal)
        return list
    }

    /// Where not all are shown, the most frequent before the others.
    private static func inOrder(_ groups: [CauseGroup], most: Int) -> [CauseGroup] {
        guard most < groups.count else { return groups }
        return groups.enumerated().sorted { (-$0.element.count, $0.offset) < (-$1.element.count, $1.offset) }
            .map(\.element)
    }

    private static func hint(_ hint: String, _ margin: String, _ terminal: Terminal) -> String {
        guard !hint.isEmpty else { return "" }
        let lines = hint.escapedForTerminal.wrapped(to: (terminal.width ?? 100) - margin.count - 2)
        return lines.enumerated().map { number, line in
            margin + terminal.paint((number == 0 ? "→ " : "  ") + line, .aside) + "\n"
        }.joined()
    }

    /// The lines in each file.
    private static func files(of group: CauseGroup, _ terminal: Terminal) -> String {
        group.causes.map { cause in
            let place = ": \(cause.place)"
            let room = terminal.width.map { max(16, $0 - 6 - place.columns) } ?? .max
            return "      \(cause.source.escapedForTerminal.truncatedInTheMiddle(to: room))\(place)\n"
        }.joined()
    }
}
