internal import Definitions
internal import Records

/// A definition while it is proposed: what columns were taken for, what is left of them, and what is not known.
struct DraftSheet {
    /// A field, or a measure, and its mapping, with what is said of its column above it.
    struct Line {
        var field: String
        var mapping: String
        var remark: String?
    }

    /// One of the rows that a record becomes.
    struct Case {
        var remark: String?
        var when: String?
        var lines: [Line]
    }

    /// What records become in one dataset.
    struct Section {
        var dataset: String
        var lines: [Line] = []
        var measures: [Line] = []
        var cases: [Case] = []
        /// Fields by which records of one time are told apart.
        var key: String?
    }

    let name: String
    let answers: DraftAnswers
    let words: ColumnWords
    /// The language of the header, where it is not English.
    let language: String?
    /// How numbers are written in columns that show it.
    let mark: NumberContent.Mark
    /// Today, in days since 1970.
    let today: Int
    let all: [DraftColumn]
    /// Columns that nothing is known of yet.
    var free: [DraftColumn]

    var sections: [Section] = []
    /// When the records are.
    var when: When?
    var person: String?
    var personSetting: String?
    var findings: [DraftFinding] = []
    var questions: [DraftQuestion] = []
    /// Settings that a run asks for.
    var settings: [DraftSetting] = []
    /// Which records are passed over.
    var skip: String?
    /// What of the file was not understood: reasons not to load what is proposed.
    var unclear: [String] = []

    init(_ name: String, _ dialect: Dialect, _ answers: DraftAnswers, _ words: ColumnWords, today: Int) {
        (self.name, self.answers, self.words, self.today) = (name, answers, words, today)
        all = dialect.columns
        unclear = dialect.unclear
        free = all
        language = words.language(of: all)
        let marks = all.compactMap(\.content.number?.mark)
        let commas = marks.count { $0 == .comma }
        let points = marks.count { $0 == .point }
        if commas != points {
            mark = commas > points ? .comma : .point
        } else {
            mark = commas > 0 || dialect.delimiter == UInt8(ascii: ";") ? .none : .point
        }
    }

    // What is taken out of the free columns.

    /// The first column of these roles, the roles in their order.
    mutating func take(_ roles: ColumnRole..., where suits: (DraftColumn) -> Bool = { _ in true }) -> DraftColumn? {
        take(roles, where: suits)
    }

    mutating func take(_ roles: [ColumnRole], where suits: (DraftColumn) -> Bool = { _ in true }) -> DraftColumn? {
        find(roles, where: suits).map { take($0) }
    }

    func find(_ roles: [ColumnRole], where suits: (DraftColumn) -> Bool = { _ in true }) -> DraftColumn? {
        for role in roles { if let found = free.first(where: { $0.role == role && suits($0) }) { return found } }
        return nil
    }

    @discardableResult
    mutating func take(_ column: DraftColumn) -> DraftColumn {
        free.removeAll { $0.title == column.title }
        return column
    }

    /// A zone to begin with, where nothing says one.
    static let zone = "America/New_York"

    /// Says what a column is taken for; the comment that comes above its mapping.
    @discardableResult
    mutating func note(
        _ column: DraftColumn, _ use: String, _ confidence: Confidence = .certain, _ why: String = "its name says so"
    ) -> String {
        findings.append(DraftFinding(column: column.title, use: use, confidence: confidence, why: why))
        return "\(DraftText.scalar(column.title)) is \(use): \(confidence.words), \(why)."
    }

    mutating func add(_ field: String, _ mapping: String, remark: String? = nil) {
        sections[sections.count - 1].lines.append(Line(field: field, mapping: mapping, remark: remark))
    }

    /// - Parameter values: what it may be, the likeliest first.
    mutating func need(_ setting: String, _ values: [String]) {
        if !settings.contains(where: { $0.name == setting }) {
            settings.append(DraftSetting(name: setting, values: values))
        }
    }

    /// `number: "1234,5"` for a column of numbers; nothing where that is the usual form.
    mutating func number(_ column: DraftColumn) -> String {
        let form = self.form(column)
        if form.isOpen, case .unclear? = column.content.number?.mark { need("decimal_mark", [",", "."]) }
        return form == .point ? "" : ", number: \"\(form.rawValue)\""
    }

    func form(_ column: DraftColumn) -> NumberForm { column.content.number?.form(mark) ?? .point }

    func range(_ column: DraftColumn) -> NumberContent.Range {
        column.content.number?.range(form(column)) ?? (low: 0, middle: 0, high: 0)
    }

    /// `from: Column`
    static func from(_ column: DraftColumn) -> String { "from: \(DraftText.scalar(column.title))" }

    /// A name for a setting of this format: `acme_velocity_unit`.
    func setting(_ words: String) -> String {
        name.replacing("-", with: "_") + "_" + words.filter { $0.isASCII }
    }

    /// Columns that are left, with why nothing is made of them.
    mutating func leave(_ why: (DraftColumn) -> String) {
        let isLifted = all.contains { $0.role == .reps || $0.role == .exercise }
        let isWorkout = sections.first?.dataset == "workouts"
        for column in free {
            let isVital =
                switch column.role {
                case .day: column.content != .empty
                case .exercise, .reps: isLifted && column.content != .empty
                case .load: isLifted && column.isNumber
                case .sets: isLifted && column.values.contains { $0 != "1" }
                case .distance: isWorkout && column.isNumber
                case .warmUp, .failed: isLifted && Set(column.values).count > 1
                default: isLifted && isWorkout && column.isNumber && column.unit?.unit?.kind == .mass
                }
            let isHeart = !isWorkout && column.phrase == "hr" && column.isNumber
            let reason =
                column.content == .empty ? "no record has a value" : isHeart ? "heart rates, or home runs" : why(column)
            note(column, "not used", isVital || isHeart ? .guess : .certain, reason)
            if column.isPacked {
                unclear.append("\(Self.packed(column)): \(Self.packedHint)")
            } else if isVital {
                unclear.append("\"\(column.title)\" is not used")
            }
        }
        free = []
    }

    /// Columns of a log with a column for each set: `Serie1`, `Set 2`.
    var columnsOfSets: String? {
        let sets = all.filter { column in
            let role = words.role(column.words.dropLast().joined(separator: " "))
            return column.words.last.flatMap { Int($0) } != nil
                && (role == .setNumber || role == .sets || role == .reps)
        }
        return sets.count < 2 ? nil : sets.prefix(4).map { "\"\($0.title)\"" }.joined(separator: ", ")
    }

    static func packed(_ column: DraftColumn) -> String { "the cells of \"\(column.title)\" hold several numbers each" }
    static let packedHint = "Write each into a column of its own, and each set into a line."
}

// What all datasets have: people, notes.
extension DraftSheet {
    /// The columns that say whose a record is.
    mutating func takePerson() {
        let setting = setting("names")
        let isWord = { (column: DraftColumn) in
            switch column.content {
            case .text, .mail, .uuid: true
            default: false
            }
        }
        // Numbers name people only if several come again and again.
        let isSeveral = { (column: DraftColumn) in isWord(column) || column.isNumber && Set(column.values).count > 1 }
        let mail = free.first { $0.content == .mail || $0.role == .email && isWord($0) }.map { take($0) }
        let first = find([.firstName], where: isWord)
        let last = find([.lastName], where: isWord)
        var named: [DraftColumn] = []
        if let first, let last {
            named = [first, last]
        } else if let one = find([.person], where: isWord) ?? find([.name], where: isWord)
            ?? find([.person], where: isSeveral) ?? first
        {
            named = [one]
        }
        named.forEach { take($0) }
        let use = "whose record it is"
        for column in named { note(column, use, .likely, "the name says so; a run takes those of the owner") }
        if let mail { note(mail, use, .likely, "e-mail addresses; a run takes those of the owner") }
        let names = named.map { DraftText.scalar($0.title) }
        switch (names.count, mail) {
        case (2, _): person = "{from: \(names[0]), join: \(names[1]), setting: \(setting)}"
        case (1, let mail?): person = "{any_of: [\(names[0]), \(DraftText.scalar(mail.title))], setting: \(setting)}"
        case (1, nil): person = "{from: \(names[0]), setting: \(setting)}"
        case (_, let mail?): person = "{from: \(DraftText.scalar(mail.title)), setting: \(setting)}"
        default: return
        }
        personSetting = setting
        need(setting, ["NAME"])
    }

    mutating func takeNotes(_ field: String?) {
        guard let field, let column = take(.notes, where: { $0.isText || $0.content == .empty }) else { return }
        add(field, "{\(Self.from(column))}", remark: note(column, "notes"))
    }
}
