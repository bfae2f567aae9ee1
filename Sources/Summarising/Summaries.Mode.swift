extension Summaries {
    /// Whether triggers may stand on the app's own tables.
    public enum Mode: String, CaseIterable, Sendable {
        case appTriggers = "app-triggers"
        /// Summaries that such triggers would keep are plain views of the same names.
        case withoutAppTriggers = "without-app-triggers"
    }

    /// How a summary stands in the database.
    public enum State: String, CaseIterable, Sendable {
        case current, absent
        /// Made from another definition, or in another mode.
        case changed
        /// Made from this definition or another; what changed while it was filled is still to be compared.
        case incomplete
        /// There is an object of this name that we did not make.
        case foreign
    }

    /// A summary and its state.
    public struct Status: Sendable, Equatable {
        public var summary: Summary
        public var state: State
    }

    /// A change to a table of the app, announced before it is made.
    public struct Announcement: Sendable, Equatable, CustomStringConvertible {
        public var table: String
        public var text: String

        public var description: String { "\(table): \(text)" }
    }

    /// How far a stored summary is from its SELECT, in rows.
    public struct Difference: Sendable, Equatable {
        public var summary: String
        /// Rows of the SELECT that are missing in the summary.
        public var missing: Int
        /// Rows of the summary that the SELECT has not.
        public var extra: Int

        public init(summary: String, missing: Int, extra: Int) {
            self.summary = summary
            self.missing = missing
            self.extra = extra
        }

        public var isNone: Bool { missing == 0 && extra == 0 }
    }

    /// Stored summaries, for which `verify` and `rebuild` are.
    public var stored: [Summary] { all.filter { $0.kind == .stored } }

    /// Its triggers would stand on the app's tables, or on a summary that is a plain view for that reason.
    func isPlainView(_ summary: Summary, _ mode: Mode) -> Bool {
        guard mode == .withoutAppTriggers && summary.kind == .stored else { return false }
        return summary.touches.contains { touch in
            if isApps(touch.table) { return true }
            let other = all.first { $0.qualifiedName == touch.table }
            return other.map { $0 != summary && isPlainView($0, mode) } ?? false
        }
    }

    /// The mode in which the summaries of a database were made.
    func mode(of found: [String: SummaryObject]) -> Mode {
        let isLeft = stored.contains { summary in
            guard let object = found[summary.qualifiedName] else { return false }
            return object.isOurs && object.kind == .view && isPlainView(summary, .withoutAppTriggers)
        }
        return isLeft ? .withoutAppTriggers : .appTriggers
    }

    private func isApps(_ table: String) -> Bool {
        table.hasPrefix("public.") && !ourTables.contains(table) && !all.contains { $0.qualifiedName == table }
    }

    /// What `up` would put on the app's tables for these summaries.
    func announcements(for summaries: [Summary], _ mode: Mode) -> [Announcement] {
        summaries.filter { $0.kind == .stored && !isPlainView($0, mode) }.flatMap { summary in
            summary.touches.filter { isApps($0.table) }.map { touch in
                let trigger = "scorebook_\(summary.name)"
                return Announcement(
                    table: touch.table,
                    text: "triggers \(trigger)_insert, _update, _delete, _truncate keep \(summary.qualifiedName); "
                        + "role scorebook_owner may select")
            }
        }
    }
}
