/// The sections of a report, one below the other, and how those of a plan are cut to a screen or two.
struct ReportPage {
    enum Section {
        /// One that is not cut.
        case whole(String)
        case list(Entries)

        var text: String {
            switch self {
            case .whole(let text): text
            case .list(let entries): entries.text
            }
        }

        var isFolded: Bool {
            if case .list(let entries) = self { entries.isFolded } else { false }
        }
    }

    /// A heading and entries below it, of which the last are left out where the page is too long.
    struct Entries {
        /// With its line break; empty where there is none.
        var heading: String
        /// Each with its line breaks.
        var entries: [String]
        /// How many are shown.
        var shown: Int
        /// As many as are shown however long the page is; with none the heading stays, with their number.
        let least: Int
        /// Whether the first entry always stays.
        let isNeeded: Bool
        /// What an entry is called where some are left out.
        let noun: String
        let plural: String
        let terminal: Terminal
        /// The heading where it stands alone.
        var folded: String
        /// Below the entries, in any case.
        var tail = ""

        init(
            _ heading: String = "", _ entries: [String], most: Int = .max, least: Int = 1, isNeeded: Bool = false,
            noun: String, plural: String? = nil, _ terminal: Terminal
        ) {
            self.heading = heading.isEmpty ? "" : heading + "\n"
            folded = heading
            self.entries = entries
            self.least = min(least, entries.count)
            self.isNeeded = isNeeded
            self.noun = noun
            self.plural = plural ?? noun + "s"
            self.terminal = terminal
            shown = min(most, entries.count)
        }

        var text: String {
            let rest = entries.count - shown
            if shown == 0, rest > 0, !heading.isEmpty {
                return folded + terminal.paint(": \(rest.grouped) (-v lists them)", .aside) + "\n" + tail
            }
            var text = (entries.isEmpty ? "" : heading) + entries.prefix(shown).joined()
            if rest > 0 {
                text +=
                    "  "
                    + terminal.paint("+ \(rest.of("more \(noun)", plural: "more \(plural)")) (-v lists them)", .aside)
                    + "\n"
            }
            return text + tail
        }

        /// Whether the heading stands alone.
        var isFolded: Bool { shown == 0 && !entries.isEmpty }
        /// Lines of what is shown.
        var count: Int { text.count { $0 == "\n" } }
    }

    private static let mostLines = 40
    private var sections: [Section]

    init(_ sections: [Section]) { self.sections = sections.filter { !$0.text.isEmpty } }

    /// One below the other, with a line between them; sections of a line each stand together.
    var text: String {
        var text = ""
        for (index, section) in sections.enumerated() {
            if index > 0, !(section.isFolded && sections[index - 1].isFolded) { text += "\n" }
            text += section.text
        }
        return text
    }

    /// Lines that are too many.
    var excess: Int { text.count { $0 == "\n" } - Self.mostLines }

    /// Leaves out the last entries of the longest lists until all sections fit: at last all but the first of
    /// files and causes.
    mutating func shorten() {
        shorten { $0.least }
        shorten { $0.isNeeded ? $0.least : 0 }
        shorten { $0.isNeeded ? min($0.least, 1) : 0 }
    }

    private mutating func shorten(_ least: (Entries) -> Int) {
        while excess > 0 {
            let longest = sections.indices.compactMap { index -> (index: Int, entries: Entries)? in
                guard case .list(let entries) = sections[index], entries.shown > least(entries) else { return nil }
                return (index, entries)
            }.max { $0.entries.count < $1.entries.count }
            guard var longest else { return }
            longest.entries.shown -= 1
            sections[longest.index] = .list(longest.entries)
        }
    }
}
