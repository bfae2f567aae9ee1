/// The sections of a report, one below the other, and how those of a plan are cut to a screen or two.
struct ReportPage {
    enum Section {
        /// One that is not cut.
        case whole(String)
        /// One that is cut at the end of an entry.
        case list(String)

        var text: String {
            switch self {
            case .whole(let text), .list(let text): text
            }
        }

        /// Its lines.
        var count: Int { text.count { $0 == "\n" } }
    }

    private static let mostLines = 40
    private var sections: [Section]

    init(_ sections: [Section]) { self.sections = sections.filter { !$0.text.isEmpty } }

    var text: String { sections.map(\.text).joined(separator: "\n") }

    /// Lines that are too many.
    var excess: Int { sections.reduce(sections.count - 1) { $0 + $1.count } - Self.mostLines }

    /// Cuts the longest lists until all sections fit, each to `least` lines at most.
    mutating func shorten(to least: Int, _ terminal: Terminal) {
        let note = "  " + terminal.paint("+ more (-v lists them)", .aside)
        while excess > 0 {
            let lists = sections.indices.filter { index in
                if case .list = sections[index] { sections[index].count > least } else { false }
            }
            guard let longest = lists.max(by: { sections[$0].count < sections[$1].count }) else { return }
            var lines = sections[longest].text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .map(String.init)
            if lines.last == note { lines.removeLast() }
            // The last entry goes, from its first line on: further lines of it are indented more.
            while lines.count > least - 1, let last = lines.popLast(), last.hasPrefix("      ") {}
            sections[longest] = .list((lines + [note]).map { $0 + "\n" }.joined())
        }
    }
}
