internal import Definitions
internal import Records

/// Metrics of test days and logs: each column of numbers is a metric, or a column names it.
///
///     Day;Player;60 yd (s);Exit Velo (mph)         wide: a row of the table for each column of numbers
///     Day;Test;Result;Unit                         long: a row of the table for each line
struct PerformanceDraft {
    let metrics: [String: KnownMetric]
    private let keys: Set<String>

    /// The words of a list of pitches, whose names say which metric a speed is.
    private let pitches: Set<String>
    private static let pitchList = "pitch-velocities"

    init(_ register: [Measure], words: [WordList]) {
        pitches = Set((words.first { $0.name == Self.pitchList }?.entries ?? []).map { $0.word.lowercased() })
        metrics = KnownMetric.byName(register)
        keys = Set(register.filter { $0.dataset == "performance" }.map(\.key))
    }

    /// - Returns: why no definition can be made; nil where one is.
    func propose(_ sheet: inout DraftSheet) -> DraftFault? {
        if let when = sheet.takeWhen() {
            let of = when.hasTime && when.time == nil ? ", as: local-date" : ""
            let source = "from: \(FormatDraft.scalar(when.column.title))"
            sheet.add("recorded_date", "{\(source)\(of)\(when.dayPattern)}", remark: when.remark)
            if when.hasTime { sheet.add("measured_at", "{\(when.source), as: clock\(when.pattern)}") }
        } else if let day = sheet.all.first(where: Self.isUnreadDay) {
            return DraftFault(
                "the days in '\(day.title)' are written in no way that is known",
                hint: "Write each with its year, as 2026-05-31: one day for all records would be wrong.")
        } else {
            sheet.add(
                "recorded_date", "{setting: date}",
                remark: "No column has days: the setting `date` says the day of all records.")
            let (year, month, day) = Civil.date(days: sheet.today)
            sheet.need("date", "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)")
        }
        let isLong = Self.isLong(sheet)
        sheet.takePerson()
        sheet.add("source", "{constant: \(FormatDraft.scalar(sheet.name))}")
        let fault = isLong ? long(&sheet) : wide(&sheet)
        sheet.takeNotes("notes")
        sheet.leave(Self.reason)
        return fault
    }

    /// Whether a column has days of several records without their year: `08/29`, `29.08.`
    private static func isUnreadDay(_ column: DraftColumn) -> Bool {
        guard column.isNamed(DraftWords.day), Set(column.values).count > 1 else { return false }
        let days = column.values.filter { $0.wholeMatch(of: /\d{1,2}[\/-]\d{1,2}|\d{1,2}\.\d{1,2}\./) != nil }
        return ColumnContent.isMost(days.count, of: column.values.count)
    }

    private static func reason(_ column: DraftColumn) -> String {
        if column.content == .empty { return "no record has a value" }
        if column.isNamed(DraftWords.birth) { return "a date of birth is not a test date" }
        if column.content.number != nil { return "these numbers are not a measurement" }
        return "\(column.content.words), which no field takes"
    }

    // A row for each column of numbers.

    private func wide(_ sheet: inout DraftSheet) -> DraftFault? {
        let chosen = sheet.free.filter { column in
            guard isMetric(column, sheet) else { return false }
            return column.content.number != nil || isDuration(column)
        }
        guard !chosen.isEmpty else {
            return DraftFault(
                "no column holds numbers that could be a metric",
                hint: "A file of metrics has a column of numbers for each, or one for the name and one for the number.")
        }
        var taken: Set<String> = []
        let pitch = sheet.free.first { column in
            column.content == .text && !pitches.isEmpty
                && ColumnContent.isMost(
                    column.values.count { pitches.contains($0.lowercased()) }, of: column.values.count)
        }
        for column in chosen {
            if let pitch, DraftWords.speed.contains(column.phrase) {
                sheet.free.removeAll { $0.title == column.title || $0.title == pitch.title }
                sheet.cases.append(speed(column, of: pitch, &sheet))
                continue
            }
            sheet.free.removeAll { $0.title == column.title }
            sheet.cases.append(metric(column, &sheet, &taken))
        }
        return nil
    }

    private func isMetric(_ column: DraftColumn, _ sheet: DraftSheet) -> Bool {
        if sheet.answers.units[column.title] != nil { return true }
        if KnownMetric.named(column.words, in: metrics) != nil { return true }
        return !column.isNoMetric && !(column.content.number?.isCount ?? false)
    }

    /// `1:02.35` of a race; a time of day is none.
    private func isDuration(_ column: DraftColumn) -> Bool {
        guard case .clock(let isTimeOfDay, _) = column.content else { return false }
        return !isTimeOfDay || KnownMetric.named(column.words, in: metrics) != nil
    }

    private func metric(_ column: DraftColumn, _ sheet: inout DraftSheet, _ taken: inout Set<String>) -> DraftSheet.Case
    {
        let from = "from: \(FormatDraft.scalar(column.title))"
        var known = KnownMetric.named(column.words, in: metrics)
        let given = sheet.answered(column) ?? column.unit
        // Of two columns of one metric, as of a best and a mean, the second is another.
        if let metric = known, taken.contains(metric.key) || !Self.suits(metric, given, column) { known = nil }
        var key = known?.key ?? own(column, given)
        while !taken.insert(key).inserted { key += "_2" }
        let isText = if case .clock = column.content { true } else { false }
        func made(_ value: [DraftSheet.Line], _ unit: String, _ confidence: Confidence, _ why: String)
            -> DraftSheet.Case
        {
            let use = "metric \(key)" + (unit.isEmpty ? "" : ", in \(unit)")
            let remark = sheet.note(column, use, confidence, why)
            return DraftSheet.Case(
                remark: remark,
                lines: [.init(field: "metric_type", mapping: "{constant: \(FormatDraft.scalar(key))}")] + value)
        }
        if isText {
            return made(
                [.init(field: "display_value", mapping: "{\(from)}")], "minutes and seconds, as text", .likely,
                "durations")
        }
        let number = sheet.number(column)
        let plain = DraftSheet.Line(field: "value", mapping: "{\(from)\(number)}")
        func unit(_ word: String) -> DraftSheet.Line {
            .init(field: "unit", mapping: "{constant: \(FormatDraft.scalar(word))}")
        }
        let inCells: [DraftSheet.Line] = [
            .init(field: "value", mapping: "{\(from), as: quantity, unit: cell\(number)}"),
            .init(field: "unit", mapping: "{\(from), as: unit, unit: cell\(number)}"),
        ]
        guard let known else {
            let why = "no known metric has this name; `scorebook metrics` lists them"
            if case .measured(_, let units) = column.content {
                return made(inCells, units.map(\.symbol).joined(separator: " or "), .guess, why)
            }
            guard let given else { return made([plain], "", .guess, "\(why), and nothing says the unit") }
            return made([plain, unit(given.word)], given.word, .guess, why)
        }
        guard let word = known.unit, let stored = Unit(word: word) else {
            return made([plain], "", .certain, "the name says \(known.label)")
        }
        let range = column.content.number?.range(sheet.form(column)) ?? (low: 0, middle: 0, high: 0)
        let fits = known.units(of: range)
        let tried = known.usual == nil ? [stored] : KnownMetric.tried[stored.kind] ?? [stored]
        let place = sheet.unit(
            of: column, stored.kind, fits: fits, tried: tried, setting: "\(settingName(sheet, column))_unit")
        let names = "the name says \(known.label)"
        switch place {
        case .known(let found, let confidence, let why):
            let line = unit(found == stored ? word : found.symbol)
            let isOdd = known.usual != nil && confidence < .certain && fits.isEmpty
            let odd = isOdd ? ", but few athletes reach such numbers" : ""
            return made([plain, line], found.symbol, confidence, "\(names); unit: \(why)\(odd)")
        case .cell:
            return made(inCells, "the unit of each cell", .certain, "\(names), and units stand behind the numbers")
        case .word(let word): return made([plain, unit(word)], word, .certain, "\(names), the unit is as you say")
        case .column(let beside):
            let line = DraftSheet.Line(field: "unit", mapping: "{from: \(FormatDraft.scalar(beside))}")
            return made([plain, line], "the unit beside it", .certain, names)
        case .asked(let setting, let units):
            let conversion = Conversion.measures.first { $0.kind == stored.kind }?.rawValue ?? "quantity"
            let value = DraftSheet.Line(
                field: "value",
                mapping:
                    "{\(from), as: \(conversion), unit: {setting: \(setting)}, to: \(FormatDraft.scalar(stored.symbol))\(number)}"
            )
            return made(
                [value, unit(word)], units.map(\.symbol).joined(separator: " or "), .guess,
                "\(names), and nothing says the unit: the setting `\(setting)` does")
        }
    }

    private func settingName(_ sheet: DraftSheet, _ column: DraftColumn) -> String {
        let ascii = column.key.filter { $0.isASCII }
        return "\(sheet.name.replacing("-", with: "_"))_\(ascii)"
    }

    /// The speed of pitches, whose kinds stand in another column: a metric for each kind.
    private func speed(_ column: DraftColumn, of pitch: DraftColumn, _ sheet: inout DraftSheet) -> DraftSheet.Case {
        let general = "pitch_velocity"
        let range = column.content.number?.range(sheet.form(column)) ?? (low: 0, middle: 0, high: 0)
        let fits = metrics[DraftWords.phrase(general)]?.units(of: range) ?? []
        let place = sheet.unit(
            of: column, .speed, fits: fits, tried: KnownMetric.tried[.speed] ?? [],
            setting: "\(settingName(sheet, column))_unit")
        var (unit, shown, confidence) = ("header", "mph", Confidence.certain)
        switch place {
        case .known(let found, let sure, _):
            (unit, shown, confidence) = (FormatDraft.scalar(found.symbol), found.symbol, sure)
        case .asked(let setting, let units):
            (unit, confidence) = ("{setting: \(setting)}", .guess)
            shown = units.map(\.symbol).joined(separator: " or ")
        case .cell: (unit, shown) = ("cell", "the unit of each cell")
        case .word, .column: break
        }
        let kinds = "map: \(Self.pitchList), else: \(general), default: \(general)"
        sheet.note(pitch, "the kind of pitch", .certain, "its words are kinds of pitches")
        return DraftSheet.Case(
            remark: sheet.note(
                column, "the velocity of the pitch, in \(shown)", confidence,
                "its name says a speed, beside kinds of pitches"
                    + (confidence == .guess ? "; the unit is not said" : "")),
            lines: [
                .init(field: "metric_type", mapping: "{from: \(FormatDraft.scalar(pitch.title)), \(kinds)}"),
                .init(
                    field: "value",
                    mapping:
                        "{from: \(FormatDraft.scalar(column.title)), as: speed, unit: \(unit), to: mph\(sheet.number(column))}"
                ), .init(field: "unit", mapping: "{constant: mph}"),
            ])
    }

    /// Whether a unit is one of the metric's; a bench press in kilograms is not that of repetitions.
    private static func suits(_ metric: KnownMetric, _ given: DraftUnit?, _ column: DraftColumn) -> Bool {
        if case .measured(_, let units) = column.content {
            return metric.unit.flatMap { Unit(word: $0)?.kind } == units.first?.kind
        }
        guard let given else { return true }
        guard let stored = metric.unit.flatMap({ Unit(word: $0) }) else { return false }
        return given.unit?.kind == stored.kind
    }

    /// A name that the register does not give another meaning.
    private func own(_ column: DraftColumn, _ given: DraftUnit?) -> String {
        let key = column.key
        guard keys.contains(key) else { return key }
        let unit = given.map { "_" + $0.word.filter { $0.isLetter }.lowercased() } ?? "_own"
        return key + (unit == "_" ? "_own" : unit)
    }

    // A row for each line.

    private static func isLong(_ sheet: DraftSheet) -> Bool { measure(sheet) != nil && value(sheet) != nil }

    private static func measure(_ sheet: DraftSheet) -> DraftColumn? {
        sheet.free.first { $0.isNamed(DraftWords.measure) && $0.content == .text }
    }

    private static func value(_ sheet: DraftSheet) -> DraftColumn? {
        let numbers = sheet.free.filter { $0.content.number != nil }
        return numbers.first { $0.isNamed(DraftWords.value) }
            ?? (numbers.count == 1 && KnownMeasure.named(numbers[0], in: sheet.measures) == nil ? numbers.first : nil)
    }

    private func long(_ sheet: inout DraftSheet) -> DraftFault? {
        guard let measure = Self.measure(sheet), let value = Self.value(sheet) else { return nil }
        let unit = sheet.take(DraftWords.unit) { $0.content == .text || $0.content == .empty }
        sheet.free.removeAll { $0.title == measure.title || $0.title == value.title }
        // Of the file's words those that are names of metrics, with the unit that stands in them.
        var words: [(word: String, metric: KnownMetric, unit: DraftUnit?)] = []
        var unknown = 0
        for word in Set(measure.values).sorted() {
            let name = DraftColumn(word, [])
            if let metric = KnownMetric.named(name.words, in: metrics), Self.suits(metric, name.unit, name) {
                words.append((word, metric, name.unit))
            } else {
                unknown += 1
            }
        }
        let from = "from: \(FormatDraft.scalar(measure.title))"
        let named = words.map { "\(FormatDraft.scalar($0.word)): \($0.metric.key)" }.joined(separator: ", ")
        let map = words.isEmpty ? "" : ", map: {\(named)}, else: keep"
        let count =
            unknown == 0 ? "" : "; \(unknown) of its words \(unknown == 1 ? "is a metric" : "are metrics") of your own"
        let confidence: Confidence = words.isEmpty ? .likely : .certain
        sheet.add(
            "metric_type", "{\(from), as: key\(map)}",
            remark: sheet.note(
                measure, "the metric", confidence,
                words.isEmpty ? "its name says so" : "its words are known metrics\(count)"))
        let source = "from: \(FormatDraft.scalar(value.title))"
        let number = sheet.number(value)
        if case .measured = value.content {
            sheet.add(
                "value", "{\(source), as: quantity, unit: cell\(number)}",
                remark: sheet.note(value, "the number and its unit", .certain, "units stand behind the numbers"))
            sheet.add("unit", "{\(source), as: unit, unit: cell\(number)}")
            return nil
        }
        sheet.add(
            "value", "{\(source)\(number)}",
            remark: sheet.note(
                value, "the number", value.isNamed(DraftWords.value) ? .certain : .likely, "it holds numbers"))
        if let unit, unit.content == .text {
            sheet.add(
                "unit", "{from: \(FormatDraft.scalar(unit.title))}",
                remark: sheet.note(unit, "the unit of the number", .certain, "its name says so"))
            return nil
        }
        if let given = sheet.answered(value) {
            sheet.add("unit", "{constant: \(FormatDraft.scalar(given.word))}")
            return nil
        }
        return units(of: words, measure, value, &sheet)
    }

    /// Of lines that have no unit each metric's own: by its word, or by its numbers.
    private func units(
        of words: [(word: String, metric: KnownMetric, unit: DraftUnit?)], _ measure: DraftColumn, _ value: DraftColumn,
        _ sheet: inout DraftSheet
    ) -> DraftFault? {
        var entries: [String] = []
        for (word, metric, given) in words {
            guard let text = metric.unit, let stored = Unit(word: text) else { continue }
            if let given { entries.append("\(FormatDraft.scalar(word)): \(FormatDraft.scalar(given.word))") }
            guard given == nil else { continue }
            let numbers = zip(measure.values, value.values).filter { $0.0 == word }.map(\.1)
            let isAligned = measure.values.count == value.values.count
            let content = isAligned ? NumberContent(numbers) : nil
            let fits = content.map { metric.units(of: $0.range($0.form(sheet.mark))) } ?? []
            let isOne =
                (KnownMetric.tried[stored.kind]?.count ?? 1) == 1 || metric.usual == nil && stored.kind == .duration
            guard isOne || fits.count == 1 else {
                return DraftFault(
                    "no column says the unit of \"\(value.title)\", and the numbers fit several",
                    hint:
                        "Add a column with the unit of each line, or write it behind the metric's name: \"Exit Velo (mph)\".",
                    isUsage: false)
            }
            let unit = fits.first ?? stored
            entries.append("\(FormatDraft.scalar(word)): \(FormatDraft.scalar(unit == stored ? text : unit.symbol))")
        }
        guard !entries.isEmpty else { return nil }
        sheet.add(
            "unit",
            "{from: \(FormatDraft.scalar(measure.title)), map: {\(entries.joined(separator: ", "))}, else: \"\"}",
            remark: "No column has the unit: it is that in the metric's name, or the one that its numbers fit.")
        return nil
    }
}
