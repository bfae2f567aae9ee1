internal import Definitions

/// What scales, tapes and people measure of a body: a column for each, or one that names it.
struct HealthDraft {
    func propose(_ sheet: inout DraftSheet) -> DraftFault? {
        guard let when = sheet.takeWhen() else {
            return DraftFault(
                "no column says when something was measured",
                hint: "A file of health data has a column with the day of each record.")
        }
        let time = when.hasOffset && when.pattern.contains("epoch") ? "instant" : "local-time"
        sheet.add("start_at", "{\(when.source), as: \(time)\(when.pattern)}", remark: when.remark)
        sheet.add("local_day", "{\(when.source), as: local-date\(when.pattern)}")
        sheet.need("zone", DraftSheet.zone)
        let isLong =
            sheet.free.contains { $0.isNamed(DraftWords.measure) && $0.content == .text }
            && sheet.free.contains { $0.isNamed(DraftWords.value) && $0.content.number != nil }
        sheet.takePerson()
        sheet.add("source", "{constant: \(FormatDraft.scalar(sheet.name))}")
        sheet.add("origin", "{constant: manual}")
        let fault = isLong ? long(&sheet) : wide(&sheet)
        sheet.takeNotes("body_measurements.notes")
        sheet.leave { column in
            column.content.number == nil
                ? "\(column.content.words), which no field takes" : "no kind of health data has this name"
        }
        return fault
    }

    private func wide(_ sheet: inout DraftSheet) -> DraftFault? {
        let chosen = sheet.free.filter { $0.content.number != nil && KnownMeasure.named($0, in: sheet.measures) != nil }
        if chosen.isEmpty, let weight = bareWeight(&sheet) {
            sheet.cases.append(weight)
            return nil
        }
        guard !chosen.isEmpty else {
            return DraftFault(
                "no column has the name of a kind of health data",
                hint:
                    "Names that are known: weight, body fat, height, BMI, resting heart rate, blood pressure, steps, rMSSD, oxygen, respiration, body temperature, water, protein, waist and other girths."
            )
        }
        var taken: Set<String> = []
        for column in chosen {
            guard let measure = KnownMeasure.named(column, in: sheet.measures), taken.insert(measure.title).inserted
            else { continue }
            sheet.free.removeAll { $0.title == column.title }
            sheet.cases.append(self.measure(column, measure, &sheet))
        }
        return nil
    }

    /// A number beside a unit that is always one of mass: what else is weighed of a person.
    private func bareWeight(_ sheet: inout DraftSheet) -> DraftSheet.Case? {
        let isMass = { (column: DraftColumn) in
            !column.values.isEmpty && column.values.allSatisfy { Unit(word: $0)?.kind == .mass }
        }
        guard let value = sheet.free.first(where: { $0.isNamed(DraftWords.value) && $0.content.number != nil }),
            let unit = sheet.take(DraftWords.unit, where: isMass)
        else { return nil }
        sheet.free.removeAll { $0.title == value.title }
        let mapping =
            "{from: \(FormatDraft.scalar(value.title)), as: mass, unit: {from: \(FormatDraft.scalar(unit.title))}, to: kg, "
            + "original: [original_value, original_unit]\(sheet.number(value))}"
        sheet.note(unit, "the unit of the number", .certain, "its name says so")
        return DraftSheet.Case(
            remark: sheet.note(value, "body_mass, in the unit beside it", .likely, "its unit is one of mass"),
            lines: [
                .init(field: "type", mapping: "{constant: body_mass}"),
                .init(field: "kind", mapping: "{constant: weight}"),
                .init(field: "value", mapping: mapping),
            ])
    }

    private func measure(_ column: DraftColumn, _ measure: KnownMeasure, _ sheet: inout DraftSheet) -> DraftSheet.Case {
        let from = "from: \(FormatDraft.scalar(column.title))"
        let number = sheet.number(column)
        let range = column.content.number?.range(sheet.form(column)) ?? (low: 0, middle: 0, high: 0)
        var lines: [DraftSheet.Line] = []
        if let type = measure.type { lines.append(.init(field: "type", mapping: "{constant: \(type)}")) }
        if let kind = measure.kind { lines.append(.init(field: "kind", mapping: "{constant: \(kind)}")) }
        guard let conversion = measure.conversion, let stored = Unit(word: measure.unit) else {
            lines.append(.init(field: "value", mapping: "{\(from)\(number)}"))
            let unit = measure.unit(of: column, (range.low, range.high))
            lines.append(.init(field: "unit", mapping: "{constant: \(FormatDraft.scalar(unit))}"))
            let isUsual = measure.usual.map { $0.contains(range.low) && $0.contains(range.high) } ?? true
            let sure: Confidence = column.unit != nil || isUsual ? .certain : unit == measure.unit ? .guess : .likely
            let why =
                switch sure {
                case .certain: ""
                case .likely: "; its numbers fit the unit"
                case .guess: ", but its numbers are unusual"
                }
            let remark = sheet.note(column, "\(measure.title), in \(unit)", sure, "the name says so\(why)")
            return DraftSheet.Case(remark: remark, lines: lines)
        }
        let fits = measure.tried.filter { unit in
            guard let usual = measure.usual else { return false }
            let ratio = KnownMetric.ratio(unit, stored)
            return usual.contains(range.low * ratio) && usual.contains(range.high * ratio)
        }
        // A column that is called `kg` has no other name.
        let place =
            DraftUnit(word: column.whole)?.unit.map { DraftSheet.UnitPlace.known($0, .certain, "its name says it") }
            ?? sheet.unit(
                of: column, stored.kind, fits: fits, tried: measure.tried,
                setting: conversion == .mass
                    ? "weight_unit" : "\(sheet.name.replacing("-", with: "_"))_\(measure.title)_unit")
        var unit: String
        var (confidence, why) = (Confidence.certain, "the name says so")
        var shown: String
        switch place {
        case .known(let found, let sure, let reason):
            unit = FormatDraft.scalar(found.symbol)
            (confidence, why, shown) = (sure, "the name says so; unit: \(reason)", found.symbol)
        case .cell: (unit, shown, why) = ("cell", "the unit of each cell", "units stand behind the numbers")
        case .word(let word): (unit, shown) = (FormatDraft.scalar(word), word)
        case .column(let beside): (unit, shown) = ("{from: \(FormatDraft.scalar(beside))}", "the unit beside it")
        case .asked(let setting, let units):
            (unit, shown) = ("{setting: \(setting)}", units.map(\.symbol).joined(separator: " or "))
            (confidence, why) = (.guess, "the name says so, and nothing says the unit: the setting `\(setting)` does")
        }
        if conversion == .percent, range.high > 0, range.high <= 1 { (unit, shown) = ("fraction", "a fraction of 1") }
        lines.append(
            .init(
                field: "value",
                mapping:
                    "{\(from), as: \(conversion.rawValue), unit: \(unit), to: \(FormatDraft.scalar(measure.unit)), "
                    + "original: [original_value, original_unit]\(number)}"))
        return DraftSheet.Case(
            remark: sheet.note(column, "\(measure.title), in \(shown)", confidence, why), lines: lines)
    }

    private func long(_ sheet: inout DraftSheet) -> DraftFault? {
        guard let kind = sheet.take(DraftWords.measure, where: { $0.content == .text }),
            let value = sheet.take(DraftWords.value, where: { $0.content.number != nil })
        else { return nil }
        let unit = sheet.take(DraftWords.unit) { $0.content == .text }
        let words = Set(kind.values).sorted().compactMap { word in
            sheet.measures[DraftColumn(word, []).phrase].map { (word, $0) }
        }
        guard !words.isEmpty else {
            return DraftFault(
                "no word of column \"\(kind.title)\" is a kind of health data",
                hint: "If these are metrics of a sport, give --dataset performance.")
        }
        guard
            let place = unit.map({ "{from: \(FormatDraft.scalar($0.title))}" }) ?? inCells(value)
                ?? sheet.answered(value)?.unit?.symbol
        else {
            return DraftFault(
                "no column says the unit of \"\(value.title)\"", hint: "Add a column with the unit of each line.")
        }
        func map(_ of: (KnownMeasure) -> String?) -> String {
            words.map { "\(FormatDraft.scalar($0.0)): \(of($0.1) ?? "\"\"")" }.joined(separator: ", ")
        }
        let from = "from: \(FormatDraft.scalar(kind.title))"
        sheet.add(
            "type", "{\(from), map: {\(map { $0.type })}, else: reject}",
            remark: sheet.note(kind, "the kind of health data", .certain, "its words are such kinds"))
        sheet.add("kind", "{\(from), map: {\(map { $0.kind })}, else: \"\"}")
        let source = "from: \(FormatDraft.scalar(value.title))"
        let how = "unit: \(place), to: [kg, cm, \"%\"]\(sheet.number(value))"
        sheet.add(
            "value", "{\(source), as: quantity, \(how), original: [original_value, original_unit]}",
            remark: sheet.note(value, "the number", .certain, "its name says so"))
        sheet.add("unit", "{\(source), as: unit, \(how)}")
        if let unit { sheet.note(unit, "the unit of the number", .certain, "its name says so") }
        return nil
    }

    private func inCells(_ column: DraftColumn) -> String? {
        if case .measured = column.content { "cell" } else { nil }
    }
}
