internal import Definitions
internal import Records
internal import Reporting

/// Measures of test days, scales and tapes: each column of numbers is one, or a column names it.
///
///     Day;Player;60 yd (s);Exit Velo (mph)         wide: a row of the table for each column of numbers
///     Day;Test;Result;Unit                         long: a row of the table for each line
struct MeasuresDraft {
    let dataset: Dataset
    let fields: Measures
    let known: KnownMeasures
    /// Whether a metric may have a name of the athlete's own.
    let mayBeOwn: Bool

    init?(_ dataset: Dataset, _ known: KnownMeasures) {
        guard let fields = dataset.measures else { return nil }
        (self.dataset, self.fields, self.known) = (dataset, fields, known)
        mayBeOwn = fields.body == nil
    }

    private func field(_ type: ValueType, isRequired: Bool) -> String? {
        dataset.fields.first { $0.type == type && $0.isRequired == isRequired }?.name
    }

    /// - Returns: why no definition can be made; nil where one is.
    func propose(_ sheet: inout DraftSheet) -> DraftFault? {
        let when = sheet.when ?? sheet.takeWhen()
        // Numbers up to 31 may be those of training days; others are days that cannot be read.
        let day = sheet.all.first { column in
            column.role == .day && Set(column.values).count > 1
                && (!column.isWhole || column.values.contains { (Int($0) ?? 0) > 31 })
        }
        if let when {
            if let moment = field(.instant, isRequired: true) {
                sheet.add(moment, when.moment, remark: when.remark)
                sheet.need("zone", [DraftSheet.zone])
            } else if let day = field(.date, isRequired: true) {
                sheet.add(day, when.day, remark: when.remark)
                if when.hasTime {
                    sheet.add("measured_at", "{\(when.source), as: clock\(DraftText.pattern(when.patterns))}")
                }
            }
        } else if let day {
            return DraftFault(
                "the days in \"\(day.title)\" are written in no way that is known",
                hint: "Write each with its year, as 2026-05-31: one day for all records would be wrong.")
        } else if let day = field(.date, isRequired: true), mayBeOwn {
            sheet.add(
                day, "{setting: date}", remark: "No column has days: the setting `date` says the day of all records.")
            let (year, month, number) = Civil.date(days: sheet.today)
            sheet.need("date", ["\(year)-\(month < 10 ? "0" : "")\(month)-\(number < 10 ? "0" : "")\(number)"])
        } else {
            return DraftFault(
                "no column says when something was measured",
                hint: "A file of measurements has a column with the day of each record.")
        }
        let isLong = Self.name(sheet) != nil && value(sheet) != nil
        if sheet.person == nil { sheet.takePerson() }
        sheet.add("source", "{constant: \(DraftText.scalar(sheet.name))}")
        let origin = dataset.fields.first { $0.name == "origin" && $0.oneOf.contains("manual") }
        if let origin { sheet.add(origin.name, "{constant: manual}") }
        let fault = isLong ? long(&sheet) : wide(&sheet)
        sheet.takeNotes(dataset.fields.first { $0.plainName == "notes" }?.name)
        sheet.leave { column in
            if column.role == .birth { return "a date of birth is not the day of a test" }
            return column.isNumber
                ? "these numbers are no measure that is known" : "\(column.content.words), which no field takes"
        }
        return fault
    }

    // A row for each column of numbers.

    private func wide(_ sheet: inout DraftSheet) -> DraftFault? {
        let chosen = sheet.free.filter { column in
            if known.named(column) != nil { return column.isNumber || column.isClock }
            guard mayBeOwn, !column.isNoMetric || sheet.answers.units[column.title] != nil else { return false }
            let isDuration = if case .clock(isTimeOfDay: false, _) = column.content { true } else { false }
            return column.isNumber && !(column.content.number?.isCount ?? false) || isDuration
        }
        guard !chosen.isEmpty else {
            return bareWeight(&sheet)
                ? nil
                : DraftFault(
                    "no column is a measure of \(dataset.name)",
                    hint:
                        "`scorebook metrics` lists them. A file has a column of numbers for each, or one for the name and "
                        + "one for the number.")
        }
        let pitch = sheet.free.first { column in
            let words = sheet.words.pitches
            let count = column.values.count { words.contains($0.lowercased()) }
            return column.isText && ColumnContent.isMost(count, of: column.values.count)
        }
        for column in sheet.free where column.isText && known.named(column) != nil && !column.isPacked {
            sheet.unclear.append("the cells of \"\(column.title)\" are no numbers")
        }
        var taken: Set<String> = []
        for column in chosen {
            sheet.take(column)
            if let pitch, mayBeOwn, column.role == .speed {
                sheet.take(pitch)
                speed(column, of: pitch, &sheet)
            } else if let measure = known.named(column), taken.insert(measure.key).inserted {
                line(column, measure, &sheet)
            } else if mayBeOwn {
                own(column, &taken, &sheet)
            } else {
                sheet.note(column, "not used", .certain, "another column is the same measure")
            }
        }
        return nil
    }

    /// A number next to a unit that is always one of mass: what else is weighed of a person.
    private func bareWeight(_ sheet: inout DraftSheet) -> Bool {
        let isMass = { (column: DraftColumn) in
            !column.values.isEmpty && column.values.allSatisfy { Unit(word: $0)?.kind == .mass }
        }
        guard let value = sheet.find([.value], where: \.isNumber),
            let unit = sheet.take(.unit, .loadUnit, where: isMass),
            let weight = fields.bodies.first(where: { $0.word == "weight" })?.measure
        else { return false }
        sheet.take(value)
        sheet.note(unit, "the unit of the number")
        line(
            weight.key, value, "{\(DraftSheet.from(unit))}", "the unit next to it", .likely, "its unit is one of mass",
            &sheet)
        return true
    }

    /// A line of `measures`.
    private func line(
        _ key: String, _ column: DraftColumn, _ unit: String?, _ shown: String, _ sure: Confidence, _ why: String,
        _ sheet: inout DraftSheet
    ) {
        let mapping = "{\(DraftSheet.from(column))\(unit.map { ", unit: \($0)" } ?? "")\(sheet.number(column))}"
        let use = "\(mayBeOwn ? "metric " : "")\(key)" + (shown.isEmpty ? "" : ", in \(shown)")
        let remark = sheet.note(column, use, sure, why)
        sheet.sections[sheet.sections.count - 1].measures.append(.init(field: key, mapping: mapping, remark: remark))
    }

    private func line(_ column: DraftColumn, _ measure: Measure, _ sheet: inout DraftSheet) {
        let says = "the name says \(measure.label)"
        if column.isClock {
            other(column, measure, [(fields.value, "")], "", .likely, "durations", &sheet)
            return
        }
        let range = sheet.range(column)
        guard let stored = measure.stored else {
            kept(column, measure, range, says, &sheet)
            return
        }
        // A bench press is a metric of repetitions, and of weights in most logs.
        if stored == .repetition, column.unit == nil, range.high > 40 {
            sheet.unclear.append("nothing says whether \"\(column.title)\" is repetitions or a weight")
        }
        let tried = measure.usual == nil ? [stored] : measure.tried
        let isWeight = measure.key == "body_mass"
        let place = sheet.unit(
            of: column, stored.kind, fits: measure.fits(range), tried: tried,
            setting: isWeight ? "weight_unit" : sheet.setting("\(column.key)_unit"))
        if measure.conversion == nil, place.text == "cell" {
            other(
                column, measure, [(fields.value, "cell"), (fields.unit, "cell")], place.shown, .certain, says, &sheet)
            return
        }
        var (unit, shown) = (place.text, place.shown)
        if stored == .percent, range.high > 0, range.high <= 1 { (unit, shown) = ("fraction", "a fraction of 1") }
        let isOdd =
            place.confidence < .certain && place.unit != nil && measure.fits(range).isEmpty && measure.usual != nil
        let odd = isOdd ? ", but few people reach such numbers" : ""
        let isKept = measure.conversion == nil && place.unit == stored
        let why = stored.isOnly ? says : "\(says); unit: \(place.why)\(odd)"
        line(measure.key, column, isKept ? nil : unit, shown, place.confidence, why, &sheet)
    }

    /// A measure whose unit is not converted: the one in the name, next to it, or the one that its numbers fit.
    private func kept(
        _ column: DraftColumn, _ measure: Measure, _ range: NumberContent.Range, _ says: String,
        _ sheet: inout DraftSheet
    ) {
        let stored = measure.storedUnit ?? ""
        let next = measure.otherUnits.count > 1 && column.unit == nil ? sheet.take(.unit, where: \.isText) : nil
        if let next {
            sheet.note(next, "the unit of the number")
            let from = DraftSheet.from(column)
            let lines: [DraftSheet.Line] = [
                .init(field: typeField(measure), mapping: "{constant: \(measure.key)}"),
                .init(field: fields.value, mapping: "{\(from)\(sheet.number(column))}"),
                .init(field: fields.unit, mapping: "{\(DraftSheet.from(next))}"),
            ]
            let remark = sheet.note(column, "\(measure.key), in the unit next to it", .certain, says)
            sheet.sections[sheet.sections.count - 1].cases.append(.init(remark: remark, lines: lines))
            return
        }
        var (word, sure, why) = (column.unit?.word ?? stored, Confidence.certain, says)
        if column.unit == nil, measure.otherUnits.count > 1 {
            // Where people's numbers in one unit end, before those in the next begin.
            let fits = Self.borders.filter { $0.value.contains(range.low) && $0.value.contains(range.high) }
            let known = measure.otherUnits.filter { fits[$0] != nil }
            if known.count != 1 { sheet.unclear.append("nothing says the unit of \"\(column.title)\"") }
            (word, sure, why) = (known.first ?? stored, .likely, "\(says); its numbers fit the unit")
        } else if column.unit == nil, !measure.isUsual(range) {
            (sure, why) = (.guess, "\(says), but its numbers are unusual")
        }
        if word == stored, typeField(measure) == fields.by[0] {
            line(measure.key, column, nil, word, sure, why, &sheet)
        } else {
            other(column, measure, [(fields.value, ""), (fields.unit, word)], word, sure, why, &sheet)
        }
    }

    /// Numbers of people in units that are not converted.
    private static let borders: [String: ClosedRange<Double>] = [
        "degC": 30...45, "degF": 86...113, "mg/dL": 40...600, "mmol/L": 1.5...35,
    ]

    func typeField(_ measure: Measure) -> String { measure.field(of: dataset) ?? fields.by[0] }

    /// A measure whose number is kept with another unit than the register's, or as a text.
    private func other(
        _ column: DraftColumn, _ measure: Measure, _ values: [(field: String, unit: String)], _ shown: String,
        _ sure: Confidence, _ why: String, _ sheet: inout DraftSheet
    ) {
        let from = DraftSheet.from(column)
        var lines: [DraftSheet.Line] = [.init(field: typeField(measure), mapping: "{constant: \(measure.key)}")]
        if column.isClock {
            lines.append(.init(field: "display_value", mapping: "{\(from)}"))
        } else if values[0].unit == "cell" {
            let number = sheet.number(column)
            lines.append(.init(field: fields.value, mapping: "{\(from), as: quantity, unit: cell\(number)}"))
            lines.append(.init(field: fields.unit, mapping: "{\(from), as: unit, unit: cell\(number)}"))
        } else {
            lines.append(.init(field: fields.value, mapping: "{\(from)\(sheet.number(column))}"))
            lines.append(.init(field: fields.unit, mapping: "{constant: \(DraftText.scalar(values[1].unit))}"))
        }
        let use = "\(mayBeOwn ? "metric " : "")\(measure.key)" + (shown.isEmpty ? ", as text" : ", in \(shown)")
        let remark = sheet.note(column, use, sure, why)
        sheet.sections[sheet.sections.count - 1].cases.append(.init(remark: remark, lines: lines))
    }

    /// A metric of the athlete's own, by the name of its column.
    private func own(_ column: DraftColumn, _ taken: inout Set<String>, _ sheet: inout DraftSheet) {
        let given = sheet.given(column)
        // A share of hits is not the hits.
        var key = given?.unit == .percent ? column.key + "_pct" : column.key
        // The register does not give the name another meaning.
        if fields.known.contains(where: { $0.word == key }) {
            let unit = given.map { $0.word.filter { $0.isLetter }.lowercased() } ?? ""
            key += unit.isEmpty ? "_own" : "_\(unit)"
        }
        while !taken.insert(key).inserted { key += "_2" }
        let from = DraftSheet.from(column)
        var lines: [DraftSheet.Line] = [.init(field: fields.by[0], mapping: "{constant: \(DraftText.scalar(key))}")]
        var unit = given?.word ?? ""
        if column.isClock {
            lines.append(.init(field: "display_value", mapping: "{\(from)}"))
        } else if case .measured(_, let units) = column.content {
            let number = sheet.number(column)
            lines.append(.init(field: fields.value, mapping: "{\(from), as: quantity, unit: cell\(number)}"))
            lines.append(.init(field: fields.unit, mapping: "{\(from), as: unit, unit: cell\(number)}"))
            unit = units.map(\.symbol).joined(separator: " or ")
        } else {
            // A share of which no number is above 1 is not in percent, whatever its name ends in.
            let range = sheet.range(column)
            let isShare = given?.unit == .percent && abs(range.high) <= 1 && abs(range.low) <= 1
            let isConverted = isShare && column.title.contains("%")
            if isShare, !isConverted { unit = "" }
            let how = isConverted ? ", as: percent, unit: fraction, to: \"%\"" : ""
            lines.append(.init(field: fields.value, mapping: "{\(from)\(how)\(sheet.number(column))}"))
            if !unit.isEmpty {
                lines.append(.init(field: fields.unit, mapping: "{constant: \(DraftText.scalar(unit))}"))
            }
        }
        let why =
            "no known metric has this name; `scorebook metrics` lists them"
            + (unit.isEmpty ? ", and nothing says the unit" : "")
        let use = "metric \(key)" + (column.isClock ? ", as text" : unit.isEmpty ? "" : ", in \(unit)")
        let remark = sheet.note(column, use, .guess, why)
        sheet.sections[sheet.sections.count - 1].cases.append(.init(remark: remark, lines: lines))
    }

    /// The speed of pitches, whose kinds are in another column: a metric for each kind.
    private func speed(_ column: DraftColumn, of pitch: DraftColumn, _ sheet: inout DraftSheet) {
        let general = "pitch_velocity"
        let measure = fields.known.first { $0.word == general }?.measure
        let place = sheet.unit(
            of: column, .speed, fits: measure?.fits(sheet.range(column)) ?? [],
            tried: measure?.tried ?? [.mileAnHour, .kilometreAnHour], setting: sheet.setting("\(column.key)_unit"))
        let number = sheet.number(column)
        sheet.note(pitch, "the kind of pitch", .certain, "its words are kinds of pitches")
        let remark = sheet.note(
            column, "the velocity of the pitch, in \(place.shown)", place.confidence,
            "its name says a speed, with kinds of pitches; unit: \(place.why)")
        let kinds = "map: \(ColumnWords.pitchList), else: \(general), default: \(general)"
        let value = "{\(DraftSheet.from(column)), as: speed, unit: \(place.text), to: mph\(number)}"
        let lines: [DraftSheet.Line] = [
            .init(field: fields.by[0], mapping: "{\(DraftSheet.from(pitch)), \(kinds)}"),
            .init(field: fields.value, mapping: value), .init(field: fields.unit, mapping: "{constant: mph}"),
        ]
        sheet.sections[sheet.sections.count - 1].cases.append(.init(remark: remark, lines: lines))
    }
}
