extension RunReport {
    /// Something that the files of a format show for the first time since the runs before.
    public struct SourceChange: Equatable, Sendable {
        public enum Kind: String, CaseIterable, Sendable {
            case columnNew = "column_new"
            /// Every file had it.
            case columnGone = "column_gone"
            case columnEmpty = "column_empty"
            case unitNew = "unit_new"
            /// At least twice the share of records is rejected.
            case rejectsUp = "rejects_up"
        }

        public var format: String
        public var kind: Kind
        /// The column as the file names it, or the field where the column's name holds the unit; nil of rejects.
        public var name: String?
        public var now: String?
        public var before: String?

        public init(format: String, kind: Kind, name: String?, now: String? = nil, before: String? = nil) {
            self.format = format
            self.kind = kind
            self.name = name
            self.now = now
            self.before = before
        }

        /// `column "rpe" is new`
        public var wording: String {
            let name = JSONValue.text(self.name ?? "").line
            switch kind {
            case .columnNew: return "column \(name) is new"
            case .columnGone: return "column \(name) is gone"
            case .columnEmpty: return "column \(name) is always empty; it had values before"
            case .unitNew: return "the unit of \(name) is \(now ?? "?"); before, it was \(before ?? "?")"
            case .rejectsUp: return "\(now ?? "?") of the records are rejected; before, it was \(before ?? "?")"
            }
        }

        public var json: JSONValue {
            [
                "format": .text(format), "kind": .text(kind.rawValue), "name": .optional(name), "now": .optional(now),
                "before": .optional(before), "message": .text(wording),
            ]
        }
    }

    /// What the files show for the first time.
    func changedSources(_ terminal: Terminal) -> ReportPage.Entries {
        let entries = sourceChanges.map { change in
            let text = "\(change.format): \(change.wording)".escapedForTerminal
            return text.wrapped(to: (terminal.width ?? 100) - 4).enumerated().map { index, line in
                (index == 0 ? "  " : "    ") + line + "\n"
            }.joined()
        }
        return ReportPage.Entries(
            terminal.paint("Sources that changed since earlier runs", .heading), entries, noun: "change", terminal)
    }
}
