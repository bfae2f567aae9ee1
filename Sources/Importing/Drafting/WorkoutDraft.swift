internal import Definitions

/// A training log: a line for each set, for several equal sets, or for a workout.
struct WorkoutDraft {
    /// Equal sets of one line that are told apart; a line of more is rejected.
    private static let mostSets = 20

    func propose(_ sheet: inout DraftSheet) -> DraftFault? {
        let end = sheet.takeWhen(DraftWords.end, else: false)
        guard let when = sheet.takeWhen() else {
            return DraftFault(
                "no column has the date of the workout", hint: "A training log has a column with the day of each line.")
        }
        func time(_ when: DraftSheet.When) -> String {
            "{\(when.source), as: \(when.pattern.contains("epoch") ? "instant" : "local-time")\(when.pattern)}"
        }
        sheet.add("started_at", time(when), remark: when.remark)
        if let end { sheet.add("ended_at", time(end), remark: end.remark) }
        sheet.add("zone", "{setting: zone}")
        if !when.hasOffset { sheet.need("zone", DraftSheet.zone) }
        let isText = { (column: DraftColumn) in column.content == .text }
        let exercise = sheet.take(DraftWords.exercise, where: isText)
        let isLifted = [DraftWords.reps, DraftWords.load].allSatisfy { names in
            sheet.free.contains { $0.isNamed(names) && Self.isNumber($0) }
        }
        if exercise == nil, isLifted {
            return DraftFault(
                "it has repetitions and weights, but no column of texts is named as the exercise",
                hint: "Name it Exercise in a copy of the file, and write its own name into `recognise` and `from` of "
                    + "the definition that is made of that.")
        }
        let title = sheet.take(DraftWords.workout, where: isText)
        if let title {
            sheet.add(
                "title", from(title), remark: sheet.note(title, "the workout's name", .likely, "its name says so"))
        }
        // Of two apps that recorded one run both are kept, and one counts.
        let app = exercise == nil ? sheet.take(DraftWords.app, where: isText) : nil
        if let app {
            sheet.add(
                "source", from(app), remark: sheet.note(app, "the app that recorded it", .likely, "its name says so"))
        } else {
            sheet.add("source", "{constant: \(FormatDraft.scalar(sheet.name))}")
        }
        if let exercise {
            sets(exercise, &sheet)
        } else {
            workout(&sheet)
        }
        sheet.takePerson()
        sheet.takeNotes(exercise == nil ? "workouts.notes" : "workout_sets.notes")
        sheet.leave { column in
            column.content.number == nil ? "\(column.content.words), which no field takes" : "no field has this name"
        }
        return nil
    }

    private func from(_ column: DraftColumn) -> String { "{from: \(FormatDraft.scalar(column.title))}" }

    private static func isNumber(_ column: DraftColumn) -> Bool { column.content.number != nil }

    private func sets(_ exercise: DraftColumn, _ sheet: inout DraftSheet) {
        let name = FormatDraft.scalar(exercise.title)
        sheet.add(
            "workout_exercises.source_name", "{from: \(name)}",
            remark: sheet.note(exercise, "the exercise", .certain, "its name says so"))
        sheet.add("workout_exercises.name", "{from: \(name), map: exercise-names, else: keep}")
        let count = sheet.take(DraftWords.sets) { $0.content.number?.isWhole ?? false }
        if let number = sheet.take(DraftWords.setNumber, where: Self.isNumber), count == nil {
            sheet.add(
                "set_order", from(number),
                remark: sheet.note(number, "the number of the set", .certain, "its name says so"))
        }
        if let type = sheet.take(DraftWords.setType, where: { $0.content == .text && Self.kinds($0) != nil }),
            let kinds = Self.kinds(type)
        {
            sheet.add(
                "kind", "{from: \(FormatDraft.scalar(type.title)), map: {\(kinds)}, else: other, default: working}",
                remark: sheet.note(type, "the kind of set", .certain, "its words are kinds of sets"))
        } else {
            sheet.add("kind", "{constant: working}")
        }
        let reps = sheet.take(DraftWords.reps, where: Self.isNumber)
        let repsRemark = reps.map { sheet.note($0, "repetitions", .certain, "its name says so") }
        let repsLine = reps.map {
            DraftSheet.Line(field: "reps", mapping: "{from: \(FormatDraft.scalar($0.title)), as: count}")
        }
        if let load = sheet.take(DraftWords.load, where: Self.isNumber) { add(load, to: &sheet) }
        duration("workout_sets.duration_s", &sheet)
        distance("workout_sets", &sheet)
        if let rpe = sheet.take(DraftWords.rpe, where: Self.isNumber) {
            let number = sheet.number(rpe)
            sheet.add(
                "rpe", "{from: \(FormatDraft.scalar(rpe.title))\(number)}",
                remark: sheet.note(rpe, "the rate of perceived exertion", .certain, "its name says so"))
        }
        guard let count, let repsLine else {
            if let repsLine { sheet.add(repsLine.field, repsLine.mapping, remark: repsRemark) }
            if let count { sheet.free.append(count) }
            return
        }
        sheet.note(count, "how many equal sets the line is", .certain, "its name says so")
        for set in 1...Self.mostSets {
            let words = (set...Self.mostSets).map { "\"\($0)\"" }.joined(separator: ", ")
            sheet.cases.append(
                DraftSheet.Case(
                    remark: set == 1
                        ? "\(repsRemark ?? "") A line of several equal sets becomes a row for each, \(Self.mostSets) at most."
                        : nil,
                    when: "{\(FormatDraft.scalar(count.title)): [\(words)]}",
                    lines: [.init(field: "set_order", mapping: "{constant: \"\(set)\"}"), repsLine]))
        }
    }

    /// The words of a column that are kinds of sets; nil where none is.
    private static func kinds(_ column: DraftColumn) -> String? {
        let known: [(Set<String>, String)] = [
            (DraftWords.warmUp, "warmup"), (DraftWords.dropSet, "drop"), (DraftWords.failure, "failure"),
            (DraftWords.working, "working"),
        ]
        let entries = Set(column.values).sorted().compactMap { word in
            known.first { $0.0.contains(DraftWords.phrase(word)) }.map { "\(FormatDraft.scalar(word)): \($0.1)" }
        }
        return entries.isEmpty ? nil : entries.joined(separator: ", ")
    }

    private func add(_ load: DraftColumn, to sheet: inout DraftSheet) {
        let beside = sheet.take(DraftWords.unit.union(["weight unit", "gewichtseinheit"])) { $0.content == .text }
        let place: DraftSheet.UnitPlace =
            DraftUnit(word: load.whole)?.unit.map { .known($0, .certain, "its name says it") }
            ?? sheet.unit(
                of: load, .mass, fits: [], tried: [.kilogram, .pound], setting: "weight_unit", beside: beside)
        if let beside { sheet.note(beside, "the unit of the weight", .certain, "its name says so") }
        add(load, "weight_kg", "as: mass", to: "kg", kept: "weight", place, &sheet)
    }

    /// A measure with its unit, which keeps the number and the unit as the source writes them.
    private func add(
        _ column: DraftColumn, _ field: String, _ conversion: String, to stored: String, kept: String,
        _ place: DraftSheet.UnitPlace, _ sheet: inout DraftSheet
    ) {
        let (unit, shown, confidence, why) = words(of: place)
        let from = "from: \(FormatDraft.scalar(column.title)), \(conversion), unit: \(unit), to: \(stored)"
        sheet.add(
            field, "{\(from), original: [\(kept), \(kept)_unit]\(sheet.number(column))}",
            remark: sheet.note(column, "the \(kept), in \(shown)", confidence, why))
    }

    private func words(of place: DraftSheet.UnitPlace) -> (unit: String, shown: String, Confidence, why: String) {
        switch place {
        case .known(let unit, let confidence, let why):
            (FormatDraft.scalar(unit.symbol), unit.symbol, confidence, "the name says so; unit: \(why)")
        case .cell: ("cell", "the unit of each cell", .certain, "units stand behind the numbers")
        case .word(let word): (FormatDraft.scalar(word), word, .certain, "as you say")
        case .column(let name):
            ("{from: \(FormatDraft.scalar(name))}", "the unit beside it", .certain, "a column beside it has the unit")
        case .asked(let setting, let units):
            (
                "{setting: \(setting)}", units.map(\.symbol).joined(separator: " or "), .guess,
                "nothing says the unit: the setting `\(setting)` does"
            )
        }
    }

    private func distance(_ table: String, _ sheet: inout DraftSheet) {
        guard let column = sheet.take(DraftWords.distance, where: Self.isNumber) else { return }
        let range = column.content.number?.range(sheet.form(column)) ?? (low: 0, middle: 0, high: 0)
        let tried: [Unit] = range.middle >= 300 ? [.metre, .yard] : [.kilometre, .mile]
        let place: DraftSheet.UnitPlace =
            DraftUnit(word: column.whole)?.unit.map { .known($0, .certain, "its name says it") }
            ?? sheet.unit(of: column, .length, fits: [], tried: tried, setting: "distance_unit")
        add(column, "\(table).distance_m", "as: length", to: "m", kept: "distance", place, &sheet)
    }

    private func duration(_ field: String, _ sheet: inout DraftSheet) {
        let suits = { (column: DraftColumn) in
            if case .clock = column.content { return true }
            return column.content.number != nil || column.content == .text && Self.areDurations(column.values)
        }
        guard let column = sheet.take(DraftWords.duration, where: suits) else { return }
        let from = "from: \(FormatDraft.scalar(column.title))"
        if case .clock = column.content {
            let firsts = column.values.compactMap { Int($0.prefix { $0 != ":" }) }
            let areWhole = column.values.allSatisfy { $0.count(where: { $0 == ":" }) == 2 }
            guard areWhole || (firsts.max() ?? 0) > 12 || field.hasPrefix("workout_sets") else {
                sheet.note(
                    column, "not used", .guess, "such durations may be hours and minutes, or minutes and seconds")
                return
            }
            sheet.add(
                field, "{\(from)}",
                remark: sheet.note(column, "the duration", .certain, "its name and its values say so"))
            return
        }
        if column.content == .text {
            sheet.add(
                field, "{\(from)}",
                remark: sheet.note(column, "the duration", .certain, "hours, minutes and seconds have their words"))
            return
        }
        let range = column.content.number?.range(sheet.form(column)) ?? (low: 0, middle: 0, high: 0)
        let isSet = field.hasPrefix("workout_sets")
        let fits: [Unit] = isSet ? [.second] : range.middle > 400 ? [.second] : range.middle >= 8 ? [.minute] : []
        let place: DraftSheet.UnitPlace =
            DraftUnit(word: column.whole)?.unit.map { .known($0, .certain, "its name says it") }
            ?? sheet.unit(
                of: column, .duration, fits: fits, tried: [.hour, .minute],
                setting: "\(sheet.name.replacing("-", with: "_"))_duration_unit")
        let (unit, shown, confidence, why) = words(of: place)
        let number = sheet.number(column)
        sheet.add(
            field, "{\(from), unit: \(unit)\(number)}",
            remark: sheet.note(column, "the duration, in \(shown)", confidence, why))
    }

    /// `1h 20m`, `45 min`
    private static func areDurations(_ values: [String]) -> Bool {
        let words: Set = [
            "h", "hr", "hrs", "hour", "hours", "std", "m", "min", "mins", "minutes", "minuten", "s", "sec", "sek",
            "seg",
        ]
        return ColumnContent.isMost(
            values.count { value in
                let parts = DraftWords.folded(value)
                return parts.count >= 2 && parts.count.isMultiple(of: 2)
                    && parts.enumerated().allSatisfy { $0.isMultiple(of: 2) ? Int($1) != nil : words.contains($1) }
            }, of: values.count)
    }

    private func workout(_ sheet: inout DraftSheet) {
        sheet.areActivities = true
        if let activity = sheet.take(DraftWords.activity, where: { $0.content == .text }) {
            sheet.add(
                "activity", from(activity), remark: sheet.note(activity, "the sport", .certain, "its name says so"))
        }
        duration("workouts.duration_s", &sheet)
        distance("workouts", &sheet)
        if let energy = sheet.take(DraftWords.energy, where: Self.isNumber) {
            let unit = energy.unit?.unit?.kind == .energy ? energy.unit?.unit?.symbol ?? "kcal" : "kcal"
            let number = sheet.number(energy)
            sheet.add(
                "workouts.energy_kcal",
                "{from: \(FormatDraft.scalar(energy.title)), as: energy, unit: \(unit), to: kcal\(number)}",
                remark: sheet.note(
                    energy, "the energy, in \(unit)", energy.unit == nil ? .likely : .certain, "its name says so"))
        }
        for (names, field, use) in [
            (DraftWords.maximumHeartRate, "maximum_heart_rate", "the greatest heart rate"),
            (DraftWords.averageHeartRate, "average_heart_rate", "the average heart rate"),
        ] {
            guard let column = sheet.take(names, where: Self.isNumber) else { continue }
            let number = sheet.number(column)
            sheet.add(
                field, "{from: \(FormatDraft.scalar(column.title))\(number)}",
                remark: sheet.note(column, use, .likely, "its name says so"))
        }
    }
}
