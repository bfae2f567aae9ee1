internal import Definitions
internal import Records

// Days and times.
extension DraftSheet {
    /// A day, and the time of day where a column of its own has it.
    struct When {
        var column: DraftColumn
        /// `from: Day, join: Time`
        var source: String
        /// Of the day and time, and of the day; empty where none is needed.
        var patterns: [String]
        var dayPatterns: [String]
        var content: DateContent
        var hasOwnTime: Bool
        var remark: String

        var hasTime: Bool { content.hasTime || hasOwnTime }
        private var isEpoch: Bool { content.patterns.contains { $0.hasPrefix("epoch") } }
        /// As a moment: of a wall clock, or of one with its offset.
        var moment: String { "{\(source), as: \(isEpoch ? "instant" : "local-time")\(DraftText.pattern(patterns))}" }
        /// As a day without a time.
        var day: String {
            let how = content.hasTime ? ", as: local-date" : ""
            return "{\(DraftSheet.from(column))\(how)\(DraftText.pattern(dayPatterns))}"
        }
    }

    /// Which column says when: one that is named so, and with a time before one without; nil where none does.
    mutating func takeWhen(
        _ roles: [ColumnRole] = [.day, .time], own: DraftColumn? = nil, else others: Bool = true
    ) -> When? {
        let dates = own.map { [$0] } ?? free.filter { $0.content.date != nil && $0.role != .birth }
        let named = dates.filter { $0.role.map(roles.contains) ?? false || own != nil }
        let timed = named.first { $0.content.date?.hasTime ?? false }
        // What a form's program writes is when it was sent, and not the day that a person has typed.
        let typed = named.first { $0.content.date?.hasTime == false && $0.phrase != "start date" }
        let isForm = timed.map { ["timestamp", "タイムスタンプ", "zeitstempel"].contains($0.phrase) } ?? false
        let chosen = isForm ? typed ?? timed : timed ?? named.first
        guard let column = chosen ?? (others ? dates.first : nil), let found = column.content.date else { return nil }
        take(column)
        for other in named where other.title != column.title && roles.contains(.day) {
            note(take(other), "not used", .certain, "another column says when")
        }
        let content = ordered(found, of: column)
        let days = content.isAmbiguous ? [] : content.patterns
        var patterns = days
        var source = Self.from(column)
        var time: DraftColumn?
        if !content.hasTime {
            time = take(.time, .day) { if case .clock(true, _) = $0.content { true } else { false } }
        }
        if let time, case .clock(_, let word?) = time.content {
            source += ", join: \(DraftText.scalar(time.title))"
            // Of a day in ISO 8601 the time may come behind a blank; a record without a time has only its day.
            if !content.isAmbiguous {
                patterns = (days.isEmpty ? ["yyyy-MM-dd"] : days).flatMap { ["\($0) \(word)", $0] }
            }
            note(time, "the time of day", .certain, "its name and its values say so")
        }
        // Seconds since 1970 give a day only in a zone.
        if content.patterns.contains(where: { $0.hasPrefix("epoch") }) { need("zone", [Self.zone]) }
        // A year that has all days, none of which is to come.
        if !content.hasYear {
            need("year", [String((Civil.date(days: today).year - 1) / 4 * 4)])
            settings[settings.count - 1].shown = content.isOverNewYear ? "FIRST-DAY-OF-SEASON" : "YEAR"
        }
        let isNamed = named.contains { $0.title == column.title }
        let remark = note(
            column, content.hasTime ? "the day and time" : "the day",
            isNamed ? content.confidence : min(content.confidence, .likely),
            isNamed ? content.why : "\(content.why); its name does not say what the day is")
        let when = When(
            column: column, source: source, patterns: patterns, dayPatterns: days, content: content,
            hasOwnTime: time != nil, remark: remark)
        if roles.contains(.day) { self.when = when }
        return when
    }

    /// The time of another column on the same day.
    func joined(_ when: When, _ clock: DraftColumn) -> When {
        var end = when
        guard case .clock(_, let word?) = clock.content else { return when }
        end.source = "\(Self.from(when.column)), join: \(DraftText.scalar(clock.title))"
        let days = when.dayPatterns.isEmpty && !when.content.isAmbiguous ? ["yyyy-MM-dd"] : when.dayPatterns
        end.patterns = days.map { "\($0) \(word)" }
        return end
    }

    /// Decides between day first and month first, as far as anything shows it.
    private mutating func ordered(_ content: DateContent, of column: DraftColumn) -> DateContent {
        guard content.isAmbiguous else { return content }
        if let order = answers.order {
            let first = order == .dayFirst ? "day" : "month"
            let isProposed = answers.proposed.contains(.order)
            return content.ordered(
                order, isProposed ? .guess : .certain,
                "the \(first) is first, as \(isProposed ? "proposed" : "you say")")
        }
        let limit = today + 1
        if content.hasYear, content.latest.dayFirst > limit, content.latest.monthFirst <= limit {
            return content.ordered(.monthFirst, .certain, "with the day first some would lie in the future")
        }
        if content.hasYear, content.latest.monthFirst > limit, content.latest.dayFirst <= limit {
            return content.ordered(.dayFirst, .certain, "with the month first some would lie in the future")
        }
        if let language {
            return content.ordered(.dayFirst, .likely, "the names of the columns are \(language): the day is first")
        }
        let question = DraftQuestion(
            subject: .order, text: "In column \"\(column.title)\", is the day or the month first?",
            choices: [
                .init(word: "mdy", about: "month first, as in 12/31/2026"),
                .init(word: "dmy", about: "day first, as in 31/12/2026"),
            ], proposed: mark == .comma ? 1 : 0, isVital: !content.hasYear)
        questions.append(question)
        need("date_order", question.words)
        return content
    }
}
