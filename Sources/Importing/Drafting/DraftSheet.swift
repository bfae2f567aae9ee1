internal import Definitions
internal import Records

/// A definition while it is proposed: what columns were taken for, what is left of them, and what is not known.
struct DraftSheet {
    /// A field and its mapping, with what is said of its column above it.
    struct Line {
        var field: String
        var mapping: String
        var remark: String?
    }

    /// One of the rows that a record becomes.
    struct Case {
        var remark: String?
        var when: String?
        var needs: [String] = []
        var lines: [Line]
    }

    let name: String
    let answers: DraftAnswers
    let language: DraftWords.Language
    /// How numbers are written in columns that show it.
    let mark: NumberContent.Mark
    /// Today, in days since 1970.
    let today: Int
    /// What is measured of a body, by folded names.
    let measures: [String: KnownMeasure]
    /// Columns that nothing is known of yet.
    var free: [DraftColumn]
    let all: [DraftColumn]

    var person: String?
    var personSetting: String?
    /// Whether its records are workouts without sets.
    var areActivities = false
    var lines: [Line] = []
    var cases: [Case] = []
    /// In place of the lines, where records become rows in several ways.
    var records: [String] = []
    var findings: [DraftFinding] = []
    var questions: [DraftQuestion] = []
    /// Settings that a run asks for.
    var settings: [DraftSetting] = []

    init(
        _ name: String, _ look: FormatDraft.Look, _ answers: DraftAnswers, _ measures: [String: KnownMeasure],
        today: Int
    ) {
        (self.name, self.answers, self.measures, self.today) = (name, answers, measures, today)
        all = look.columns.filter { !$0.title.isEmpty }
        free = all
        language = DraftWords.language(of: all.map(\.words))
        let marks = all.compactMap(\.content.number?.mark)
        let commas = marks.count { $0 == .comma }
        let points = marks.count { $0 == .point }
        if commas != points {
            mark = commas > points ? .comma : .point
        } else if commas == 0, look.delimiter == UInt8(ascii: ";") {
            mark = .none
        } else {
            mark = commas == 0 ? .point : .none
        }
    }

    // What is taken out of the free columns.

    mutating func take(_ names: Set<String>, where suits: (DraftColumn) -> Bool = { _ in true }) -> DraftColumn? {
        take { $0.isNamed(names) && suits($0) }
    }

    mutating func take(where suits: (DraftColumn) -> Bool) -> DraftColumn? {
        guard let place = free.firstIndex(where: suits) else { return nil }
        return free.remove(at: place)
    }

    /// A zone to begin with, where nothing says one.
    static let zone = "America/New_York"

    /// Says what a column is taken for; the comment that stands above its mapping.
    @discardableResult
    mutating func note(_ column: DraftColumn, _ use: String, _ confidence: Confidence, _ why: String) -> String {
        findings.append(DraftFinding(column: column.title, use: use, confidence: confidence, why: why))
        return "\(FormatDraft.scalar(column.title)) is \(use): \(confidence.words), \(why)."
    }

    mutating func add(_ field: String, _ mapping: String, remark: String? = nil) {
        lines.append(Line(field: field, mapping: mapping, remark: remark))
    }

    /// - Parameter values: what it may be, the likeliest first.
    mutating func need(_ setting: String, _ values: String...) { need(setting, values) }

    mutating func need(_ setting: String, _ values: [String]) {
        if !settings.contains(where: { $0.name == setting }) {
            settings.append(DraftSetting(name: setting, values: values))
        }
    }

    /// `number: "1234,5"` for a column of numbers; nothing where that is the usual form.
    mutating func number(_ column: DraftColumn) -> String {
        let form = self.form(column)
        if form.isOpen, case .unclear? = column.content.number?.mark { need("decimal_mark", ",", ".") }
        return form == .point ? "" : ", number: \"\(form.rawValue)\""
    }

    func form(_ column: DraftColumn) -> NumberForm { column.content.number?.form(mark) ?? .point }

    /// Columns that are left, with why nothing is made of them.
    mutating func leave(_ why: (DraftColumn) -> String) {
        for column in free {
            note(column, "not used", column.isNamed(DraftWords.vital) ? .guess : .certain, why(column))
        }
        free = []
    }
}

// What all datasets have: people, days, notes.
extension DraftSheet {
    /// The columns that say whose a record is.
    mutating func takePerson() {
        let setting = "\(name.replacing("-", with: "_"))_names"
        let isText = { (column: DraftColumn) in
            switch column.content {
            case .text, .mail, .uuid: true
            default: false
            }
        }
        let mail = take { $0.content == .mail || ($0.isNamed(DraftWords.mail) && isText($0)) }
        let last = free.first { $0.isNamed(DraftWords.lastName) && isText($0) }
        let first = free.first { $0.isNamed(DraftWords.firstName) && isText($0) }
        var named: [DraftColumn] = []
        if let last, let first, last.title != first.title {
            named = [first, last]
        } else if let one = free.first(where: { $0.isNamed(DraftWords.people) && isText($0) })
            ?? free.first(where: \.numbersPeople) ?? first
        {
            named = [one]
        }
        free.removeAll { column in named.contains { $0.title == column.title } }
        let use = "whose record it is"
        for column in named { note(column, use, .likely, "the name says so; a run takes those of the owner") }
        if let mail { note(mail, use, .likely, "e-mail addresses; a run takes those of the owner") }
        let names = named.map { FormatDraft.scalar($0.title) }
        switch (names.count, mail) {
        case (2, _): person = "{from: \(names[0]), join: \(names[1]), setting: \(setting)}"
        case (1, let mail?):
            person = "{any_of: [\(names[0]), \(FormatDraft.scalar(mail.title))], setting: \(setting)}"
        case (1, nil): person = "{from: \(names[0]), setting: \(setting)}"
        case (_, let mail?): person = "{from: \(FormatDraft.scalar(mail.title)), setting: \(setting)}"
        default: return
        }
        personSetting = setting
        need(setting, "NAME")
    }

    /// A day, and the time of day where a column of its own has it.
    struct When {
        var column: DraftColumn
        var time: DraftColumn?
        /// `from: Day, join: Time`
        var source: String
        /// `, pattern: d.M.yyyy`; empty where none is needed.
        var pattern: String
        /// The same for the day alone.
        var dayPattern: String
        var hasTime: Bool
        var hasOffset: Bool
        var remark: String
    }

    /// Which column says when; nil where none does.
    mutating func takeWhen(_ names: Set<String> = DraftWords.day, else others: Bool = true) -> When? {
        let dates = free.filter { $0.content.date != nil && !$0.isNamed(DraftWords.birth) }
        let named = dates.first { $0.isNamed(names) }
        guard let column = named ?? (others ? dates.first : nil), let found = column.content.date else { return nil }
        free.removeAll { $0.title == column.title }
        let content = ordered(found, of: column)
        let days = content.isAmbiguous ? [] : content.patterns
        var patterns = days
        var source = "from: \(FormatDraft.scalar(column.title))"
        var time: DraftColumn?
        if !content.hasTime {
            time = take(DraftWords.time) { if case .clock(true, _) = $0.content { true } else { false } }
        }
        if let time, case .clock(_, let word?) = time.content {
            source += ", join: \(FormatDraft.scalar(time.title))"
            // Of a day in ISO 8601 the time may stand behind a blank; a record without a time has its day alone.
            if !content.isAmbiguous {
                patterns = (days.isEmpty ? ["yyyy-MM-dd"] : days).flatMap { ["\($0) \(word)", $0] }
            }
            note(time, "the time of day", .certain, "its name and its values say so")
        }
        let isNamed = named != nil
        let why = isNamed ? content.why : "\(content.why); its name does not say what the day is"
        // Seconds since 1970 are of a day in some zone alone.
        if content.patterns.contains(where: { $0.hasPrefix("epoch") }) { need("zone", Self.zone) }
        let use = content.hasTime ? "the day and time" : "the day"
        let remark = note(column, use, isNamed ? content.confidence : min(content.confidence, .likely), why)
        return When(
            column: column, time: time, source: source, pattern: Self.pattern(patterns), dayPattern: Self.pattern(days),
            hasTime: content.hasTime || time != nil, hasOffset: content.hasOffset, remark: remark)
    }

    private static func pattern(_ patterns: [String]) -> String {
        let words = patterns.map(FormatDraft.scalar)
        return words.isEmpty
            ? "" : ", pattern: " + (words.count == 1 ? words[0] : "[\(words.joined(separator: ", "))]")
    }

    /// Decides between day first and month first, as far as anything shows it.
    private mutating func ordered(_ content: DateContent, of column: DraftColumn) -> DateContent {
        guard content.isAmbiguous else { return content }
        if let order = answers.order {
            return content.ordered(
                order, .certain, order == .dayFirst ? "the day is first, as you say" : "the month is first, as you say")
        }
        let limit = today + 1
        if content.latest.dayFirst > limit, content.latest.monthFirst <= limit {
            return content.ordered(.monthFirst, .certain, "with the day first some would lie in the future")
        }
        if content.latest.monthFirst > limit, content.latest.dayFirst <= limit {
            return content.ordered(.dayFirst, .certain, "with the month first some would lie in the future")
        }
        if language != .english {
            return content.ordered(
                .dayFirst, .likely, "the names of the columns are \(language.rawValue): the day is first")
        }
        let question = DraftQuestion(
            subject: .order, text: "In column \"\(column.title)\", is the day or the month first?",
            choices: [
                .init(word: "mdy", about: "month first, as in 12/31/2026"),
                .init(word: "dmy", about: "day first, as in 31/12/2026"),
            ], proposed: mark == .comma ? 1 : 0)
        questions.append(question)
        need("date_order", question.words)
        return content
    }

    mutating func takeNotes(_ field: String) {
        guard let column = take(DraftWords.notes, where: { [.text, .empty].contains($0.content) }) else { return }
        let remark = note(column, "notes", .certain, "the name says so")
        add(field, "{from: \(FormatDraft.scalar(column.title))}", remark: remark)
    }
}

// Units.
extension DraftSheet {
    /// What is known of a unit: one, where it stands, or a setting.
    enum UnitPlace {
        /// `mph`
        case known(Unit, Confidence, String)
        /// A unit that is not converted.
        case word(String)
        case cell
        case column(String)
        /// The name of a setting, and what is proposed for it.
        case asked(String, [Unit])
    }

    /// The unit that an option or an answer gives a column.
    func answered(_ column: DraftColumn) -> DraftUnit? {
        answers.units[column.title].flatMap { DraftUnit(word: $0) }
    }

    /// Where the unit of a column is, of a kind; `fits` are the units in which its numbers are likely.
    mutating func unit(
        of column: DraftColumn, _ kind: Unit.Kind, fits: [Unit], tried: [Unit], setting: String,
        beside: DraftColumn? = nil
    ) -> UnitPlace {
        if let answer = answered(column) {
            guard let unit = answer.unit else { return .word(answer.word) }
            return .known(unit, .certain, "as you say")
        }
        if case .measured(_, let units) = column.content, units.allSatisfy({ $0.kind == kind }) { return .cell }
        if let unit = column.unit?.unit, unit.kind == kind { return .known(unit, .certain, "its name says it") }
        if let beside { return .column(beside.title) }
        if fits.count == 1, let one = fits.first {
            return .known(
                one, .likely, tried.count > 1 ? "its numbers fit no other unit" : "its numbers are usual in it")
        }
        let open = fits.isEmpty ? tried : fits
        if open.count == 1, let one = open.first {
            return .known(
                one, one.isOnly ? .certain : .guess, one.isOnly ? "there is one alone" : "it is the usual one")
        }
        // What the file says of another column of this kind it means here, too.
        let others = Set(
            all.compactMap { $0.unit?.unit ?? answered($0)?.unit }.filter { $0.kind == kind && open.contains($0) })
        if others.count == 1, let one = others.first {
            return .known(one, .likely, "another column of this file says it")
        }
        let system = self.system
        var proposed = open.first { Self.isMetric($0) == (system.value == .metric) } ?? open.first ?? .kilogram
        if system.value == .unknown { proposed = open.first ?? .kilogram }
        if kind != .speed, system.value != .unknown, system.confidence == .likely, open.contains(proposed) {
            return .known(proposed, .likely, system.why)
        }
        let place = open.firstIndex(of: proposed) ?? 0
        let question = DraftQuestion(
            subject: .unit(column: column.title), text: "In which unit is column \"\(column.title)\"?",
            choices: open.map { .init(word: $0.symbol, about: Self.about($0)) }, proposed: place)
        questions.append(question)
        need(setting, question.words)
        return .asked(setting, open)
    }

    private enum System { case metric, american, unknown }

    /// What the units and words of the file say of where it comes from.
    private var system: Supposition<System> {
        let units = all.compactMap { $0.unit?.unit }.filter { [.mass, .length].contains($0.kind) }
        let metric = units.count(where: Self.isMetric)
        if metric > 0, metric == units.count {
            return Supposition(.metric, .likely, "the file's other units are metric")
        }
        if !units.isEmpty, metric == 0 {
            return Supposition(.american, .likely, "the file's other units are of the US")
        }
        if language != .english {
            return Supposition(.metric, .likely, "the names of the columns are \(language.rawValue)")
        }
        if mark == .comma { return Supposition(.metric, .likely, "the file writes decimal commas") }
        return Supposition(.unknown, .guess, "")
    }

    private static func isMetric(_ unit: Unit) -> Bool {
        [.kilogram, .gram, .metre, .kilometre, .centimetre, .millimetre, .kilometreAnHour, .metreASecond].contains(unit)
    }

    private static func about(_ unit: Unit) -> String {
        switch unit {
        case .kilogram: "kilograms"
        case .pound: "pounds"
        case .mileAnHour: "miles an hour"
        case .kilometreAnHour: "kilometres an hour"
        case .metreASecond: "metres a second"
        case .inch: "inches"
        case .centimetre: "centimetres"
        case .foot: "feet"
        case .metre: "metres"
        case .kilometre: "kilometres"
        case .mile: "miles"
        case .second: "seconds"
        case .minute: "minutes"
        case .hour: "hours"
        default: unit.symbol
        }
    }
}
