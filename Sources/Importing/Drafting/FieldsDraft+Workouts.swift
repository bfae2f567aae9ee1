internal import Definitions
internal import Normalising
internal import Reporting

// Training: a line for each set, for several equal sets, or for a workout.
extension FieldsDraft {
    /// Equal sets of one line that are told apart; a line of more is rejected.
    private static let mostSets = 20

    func workouts(_ sheet: inout DraftSheet) -> DraftFault? {
        // A time of day, or how long it took.
        if let time = sheet.find([.time], where: \.isClock), sheet.find([.duration], where: Self.isDuration) == nil,
            case .clock(isTimeOfDay: true, _) = time.content, ["time", "zeit", "tiempo"].contains(time.phrase),
            sheet.find([.exercise], where: \.isText) == nil
                || time.values.contains { (Int($0.prefix { $0 != ":" }) ?? 0) < 5 }
        {
            sheet.take(time)
            sheet.note(time, "not used", .guess, "it may be a time of day, or how long it took")
            sheet.unclear.append(
                "\"\(time.title)\" may be a time of day, or how long it took: call it Start or Duration")
        }
        let spans = sheet.free.filter { $0.role == .duration && $0.isNumber && sheet.given($0)?.unit != nil }
        if Set(spans.compactMap { sheet.given($0)?.unit }).count > 1, Self.exercise(sheet) == nil {
            sheet.unclear.append("several columns say how long it took: write one, as 1:10:00")
        }
        let exercise = Self.exercise(sheet).map { sheet.take($0) }
        let end = sheet.takeWhen([.end], else: false)
        guard var when = sheet.takeWhen() else {
            return DraftFault(
                "no column has the date of the workout", hint: "A training log has a column with the day of each line.")
        }
        if exercise == nil, Self.isLifted(sheet) {
            return DraftFault(
                "it has repetitions and weights, but no column of texts is named as the exercise",
                hint: "Name it Exercise in a copy of the file, and write its own name into `recognise` and `from` of "
                    + "the definition that is made of that.")
        }
        // A time of its own for each line is that of the set; the sets of a day are a workout.
        let areTimesOfSets = exercise != nil && when.content.hasTime && when.column.variety > 0.6
        if areTimesOfSets {
            guard !when.content.hasOffset, let days = when.content.days else {
                return DraftFault(
                    "each set has its own time, and nothing says which sets are a workout",
                    hint: "Add a column with the day, or the start, of the workout.")
            }
            when.patterns = days
            sheet.findings.removeAll { $0.column == when.column.title }
            when.remark = sheet.note(
                when.column, "the day of the workout", .likely, "each line has a time of its own: that of its set")
        }
        sheet.add("started_at", when.moment, remark: when.remark)
        if let end, exercise == nil {
            sheet.add("ended_at", end.moment, remark: end.remark)
        } else if exercise == nil, when.hasOwnTime,
            let clock = sheet.take(.end, where: { if case .clock(true, _) = $0.content { true } else { false } })
        {
            let end = sheet.joined(when, clock)
            sheet.add("ended_at", end.moment, remark: sheet.note(clock, "when it ended, on that day", .likely))
        }
        sheet.add("zone", "{setting: zone}")
        if !when.content.hasOffset { sheet.need("zone", [DraftSheet.zone]) }
        if let exercise { sets(exercise, areTimed: areTimesOfSets, &sheet) } else { activities(&sheet) }
        sheet.takePerson()
        sheet.takeNotes(exercise == nil ? "workouts.notes" : "workout_sets.notes")
        sheet.leave { column in
            column.isNumber ? "no field has this name" : "\(column.content.words), which no field takes"
        }
        return nil
    }

    static func isLifted(_ sheet: DraftSheet) -> Bool {
        sheet.find([.reps], where: \.isNumber) != nil && sheet.find([.load], where: \.isNumber) != nil
    }

    /// The column of the exercises: the one that is named so, or in a log of repetitions one whose words are exercises.
    static func exercise(_ sheet: DraftSheet) -> DraftColumn? {
        if let named = sheet.find([.exercise], where: \.isText) { return named }
        if sheet.find([.grade], where: \.isText) != nil, let route = sheet.find([.route, .name], where: \.isText) {
            return route
        }
        guard sheet.find([.reps, .load, .sets], where: \.isNumber) != nil else { return nil }
        return sheet.find([.name, .workout, .activity, .kind, .measure]) { column in
            column.isText
                && column.values.count { sheet.words.exercises.contains($0.lowercased()) } * 2 >= column.values.count
        }
    }

    private func sets(_ exercise: DraftColumn, areTimed: Bool, _ sheet: inout DraftSheet) {
        let isClimb = exercise.role != .exercise && sheet.find([.grade], where: \.isText) != nil
        map(exercise, to: "source_name", isClimb ? "the route" : "the exercise", &sheet)
        if isClimb { climb(&sheet) }
        if areTimed, let plan = sheet.take(.sets) { sheet.note(plan, "not used", .certain, "each line is a set") }
        let reps = sheet.take(.reps, where: \.isNumber)
        let count = areTimed || reps == nil ? nil : sheet.take(.sets, where: \.isWhole)
        if count == nil { map([Use(roles: [.setNumber], field: "set_order", says: "the number of the set")], &sheet) }
        kind(&sheet)
        // Minutes are of the whole workout, and next to seconds both are of a rest.
        let isMinutes = sheet.free.contains { $0.role == .duration && sheet.given($0)?.unit == .minute }
        let isOfSet: @Sendable (DraftColumn) -> Bool = { [isMinutes] column in
            let isSeconds =
                column.phrase.hasPrefix("sec") || column.phrase.hasPrefix("sek") || column.phrase.hasPrefix("hold")
            return Self.isDuration(column) && !isMinutes
                && (column.isClock || isSeconds || column.unit?.unit == .second)
        }
        map(
            [
                Use(roles: [.workout, .session], field: "title", says: "the workout's name", suits: Self.isText),
                Use(roles: [.load, .lastName], field: "weight_kg", says: "the weight"),
                Use(
                    roles: [.duration], field: "workout_sets.duration_s", says: "the duration of the set",
                    suits: isOfSet),
                Use(roles: [.distance], field: "workout_sets.distance_m", says: "the distance"),
                Use(roles: [.rpe], field: "rpe", says: "the rate of perceived exertion"),
            ], &sheet)
        sheet.add("source", "{constant: \(DraftText.scalar(sheet.name))}")
        guard let reps else { return }
        guard let count else { return map(reps, to: "reps", "repetitions", &sheet) }
        let remark = sheet.note(reps, "repetitions")
        sheet.note(count, "how many equal sets the line is")
        if sheet.range(count).high > Double(Self.mostSets)
            || count.values.contains(where: { (Int($0) ?? 0) > Self.mostSets })
        {
            sheet.unclear.append("some lines are of more than \(Self.mostSets) sets")
        }
        if reps.values.count < count.values.count { sheet.unclear.append("some lines have sets, but no repetitions") }
        for set in 1...Self.mostSets {
            let words = (set...Self.mostSets).map { "\"\($0)\"" }.joined(separator: ", ")
            sheet.sections[0].cases.append(
                .init(
                    remark: set > 1
                        ? nil
                        : "\(remark) A line of several equal sets becomes a row for each, \(Self.mostSets) at most.",
                    when: "{\(DraftText.scalar(count.title)): [\(words)]}",
                    lines: [
                        .init(field: "set_order", mapping: "{constant: \"\(set)\"}"),
                        .init(field: "reps", mapping: "{\(DraftSheet.from(reps)), as: count}"),
                    ]))
        }
    }

    /// As the logbooks of climbers are read: a day is a workout, a route an exercise, each line a set with its grade.
    private func climb(_ sheet: inout DraftSheet) {
        let columns = [sheet.take(.grade, where: \.isText), sheet.take(.style, where: \.isText), sheet.take(.notes)]
        let names = columns.compactMap { $0 }
        for column in names { sheet.note(column, "the note of the ascent") }
        let join = names.dropFirst().map { DraftText.scalar($0.title) }.joined(separator: ", ")
        sheet.add("activity", "{constant: Climbing}")
        sheet.add("workout_sets.notes", "{\(DraftSheet.from(names[0]))\(join.isEmpty ? "" : ", join: [\(join)]")}")
    }

    /// The kind of a set: by a column of its words, or by one that says yes or no.
    private func kind(_ sheet: inout DraftSheet) {
        let kinds = dataset.fields.first { $0.name == "kind" }?.oneOf ?? []
        let known = sheet.words
        func entries(_ column: DraftColumn) -> [(word: String, value: String)] {
            Set(column.values).sorted().compactMap { word in
                known.value(word).flatMap { kinds.contains($0) ? (word, $0) : nil }
            }
        }
        if let column = sheet.take(.setKind, .kind, where: { $0.isText && !entries($0).isEmpty }) {
            let others = Set(column.values).count - entries(column).count
            let why = "its words are kinds of sets" + (others > 0 ? ", but \(others.of("word")) not known" : "")
            sheet.add(
                "kind",
                "{\(DraftSheet.from(column)), map: \(DraftText.map(entries(column))), else: other, default: working}",
                remark: sheet.note(column, "the kind of set", others > 0 ? .likely : .certain, why))
            return
        }
        let warmUp = sheet.take(.warmUp, where: Self.isFlag)
        let word = warmUp == nil ? "failure" : "warmup"
        guard let flag = warmUp ?? sheet.take(.failed, where: Self.isFlag) else {
            return sheet.add("kind", "{constant: working}")
        }
        let yes = Set(flag.values).filter { ["1", "true", "yes", "y", "x", "1.0"].contains($0.lowercased()) }.sorted()
        sheet.add(
            "kind",
            "{\(DraftSheet.from(flag)), map: \(DraftText.map(yes.map { ($0, word) })), else: working, default: working}",
            remark: sheet.note(flag, "whether a set is a \(word)", .certain, "it says yes or no"))
    }

    private static let isFlag: @Sendable (DraftColumn) -> Bool = { column in
        !column.values.isEmpty
            && Set(column.values.map { $0.lowercased() }).isSubset(of: [
                "0", "1", "true", "false", "yes", "no", "y", "n", "x", "1.0", "0.0",
            ])
    }

    private func activities(_ sheet: inout DraftSheet) {
        // Of two apps that recorded one run both are kept, and one counts.
        let app = sheet.take(.app, where: \.isText)
        map(
            [
                Use(roles: [.activity, .kind], field: "activity", says: "the sport", suits: Self.isText),
                Use(
                    roles: [.workout, .name, .session], field: "title", says: "the workout's name", suits: Self.isText),
                Use(
                    roles: [.duration, .time], field: "workouts.duration_s", says: "the duration",
                    suits: Self.isDuration),
                Use(roles: [.distance], field: "workouts.distance_m", says: "the distance"),
                Use(roles: [.ascent], field: "ascent_m", says: "the ascent"),
                Use(roles: [.energy], field: "workouts.energy_kcal", says: "the energy"),
                Use(roles: [.maximumHeartRate], field: "maximum_heart_rate", says: "the greatest heart rate"),
                Use(roles: [.averageHeartRate], field: "average_heart_rate", says: "the average heart rate"),
            ], &sheet)
        if let app {
            map(app, to: "source", "the app that recorded it", &sheet)
        } else {
            sheet.add("source", "{constant: \(DraftText.scalar(sheet.name))}")
        }
        sheet.sections[0].key = "started_at"
    }
}
