internal import Definitions
internal import Records
internal import Reporting

/// What the records of a file are, by what its columns are: the dataset that holds them.
struct DatasetGuess {
    let sheet: DraftSheet
    let metrics: KnownMeasures
    let health: KnownMeasures
    /// The datasets that there are.
    let datasets: [String]

    typealias Found = (dataset: String, confidence: Confidence, why: String)

    /// What is proposed, and the question where that may be wrong; nil where none of the datasets holds it.
    var made: (found: Found, question: DraftQuestion?)? {
        let all = found.filter { datasets.contains($0.dataset) }
        guard let best = all.first else { return nil }
        guard best.confidence == .guess else { return (best, nil) }
        let abouts = [
            "performance": "metrics of a sport: test days, velocities, statistics",
            "health": "weights, girths, samples of health",
            "workouts": "training: workouts, exercises, sets", "games": "games of pickleball",
            "sleep": "nights: how long the athlete slept",
        ]
        var names = all.map(\.dataset)
        for name in ["performance", "health", "workouts", "games"]
        where datasets.contains(name) && !names.contains(name) {
            names.append(name)
        }
        let columns = sheet.all.prefix(4).map { "\"\($0.title)\"" }.joined(separator: ", ")
        // What only a person can answer: figures under a wrong dataset look as right as others.
        let choices = names.map { DraftQuestion.Choice(word: $0, about: abouts[$0] ?? "") }
        let question = DraftQuestion(
            subject: .dataset, text: "What are the records of this file, with \(columns)?", choices: choices,
            isVital: true)
        return (best, question)
    }

    /// What it may be, the likeliest first.
    private var found: [Found] {
        let isNumber = { (column: DraftColumn) in column.isNumber }
        func has(_ roles: ColumnRole..., where suits: (DraftColumn) -> Bool = { _ in true }) -> Bool {
            sheet.find(roles, where: suits) != nil
        }
        if FieldsDraft.exercise(sheet) != nil {
            if has(.reps, where: isNumber) { return [("workouts", .certain, "it has exercises and repetitions")] }
            if has(.grade, where: \.isText) { return [("workouts", .likely, "it has routes and their grades")] }
            if has(.load, .sets, where: isNumber) { return [("workouts", .likely, "it has exercises and weights")] }
        }
        if FieldsDraft.isLifted(sheet) {
            return [("workouts", .guess, "it has repetitions and weights, but no column is named as the exercise")]
        }
        if let own = sheet.find([.ownScore], where: isNumber), let other = sheet.find([.otherScore], where: isNumber) {
            let sports = sheet.find([.activity], where: \.isText)?.values.map { $0.lowercased() } ?? []
            let isOther = !sports.isEmpty && !sports.contains { $0.contains("pickleball") }
            if isOther {
                return [("performance", .guess, "its scores of two sides are of another sport than pickleball")]
            }
            let isPickleball =
                !sports.isEmpty || sheet.all.contains { $0.words.contains("pickleball") || $0.words.contains("dupr") }
            guard max(sheet.range(own).high, sheet.range(other).high) <= FieldsDraft.mostPoints else {
                return [("performance", .guess, "its scores of two sides are of another sport than pickleball")]
            }
            let why = "it has scores of two sides" + (isPickleball ? "" : ", but does not say which sport")
            return [("games", isPickleball ? .certain : .guess, why)]
        }
        if let long = ofWords { return long }
        let stages = FieldsDraft.stages.filter { role in has(role) { $0.isNumber || $0.isClock } }
        if stages.count > 1 || stages == [.asleep] {
            return [("sleep", .likely, "it has \(stages.count.of("stage")) of sleep")]
        }
        let isSport = has(.activity, where: \.isText)
        let hasPlace = has(.distance, where: isNumber)
        let ofActivity: Set<ColumnRole> = [.duration, .distance, .energy, .ascent]
        let numbers = sheet.free.filter { column in
            column.isNumber && !column.isNoMetric
                && !((isSport || hasPlace) && column.role.map(ofActivity.contains) ?? false)
        }
        let known = numbers.filter { metrics.named($0) != nil }
        let bodies = numbers.filter { health.named($0) != nil }
        let onlyHealth = bodies.filter { health.named($0)?.isOfHealthAlone ?? false }
        let unknown = numbers.count - Set(known.map(\.title)).union(bodies.map(\.title)).count
        let hasTime = has(.duration) || has(.time) { $0.isNumber || $0.isClock }
        if isSport, hasPlace || hasTime {
            return [("workouts", .certain, "it has kinds of sport with durations or distances")]
        }
        if known.isEmpty, !bodies.isEmpty {
            if unknown == 0 { return [("health", .certain, "its columns are body measurements")] }
            // A test day lists height and weight next to what it tests.
            return bodies.count > unknown || !onlyHealth.isEmpty
                ? [("health", .likely, "most of its columns are body measurements")]
                : [("performance", unknown > 5 ? .guess : .likely, "most of its numbers are no measures of a body")]
        }
        if !known.isEmpty {
            if onlyHealth.isEmpty {
                let isMost = known.count * 2 > unknown
                return [
                    (
                        "performance", isMost ? .certain : .likely,
                        isMost ? "columns are known metrics" : "some columns are known metrics"
                    )
                ]
            }
            return [
                ("performance", .guess, "it has metrics of a sport and measures of a body"),
                ("health", .guess, "it has both"),
            ]
        }
        if hasPlace, hasTime, unknown <= 4 { return [("workouts", .likely, "it has durations and distances")] }
        let own = numbers.filter { $0.role != .value && $0.role != .measure }.map { "\"\($0.title)\"" }
        guard !own.isEmpty else { return [] }
        let more = own.count > 4 ? " and \(own.count - 4) more" : ""
        let columns = own.prefix(4).joined(separator: ", ") + more
        let why = "no dataset knows the numbers of \(columns); metrics may have names of one's own"
        return [("performance", .guess, why)]
    }

    /// Where a column names what was measured, its words show it.
    private var ofWords: [Found]? {
        guard let name = MeasuresDraft.name(sheet), sheet.find([.value], where: \.isNumber) != nil else { return nil }
        let words = Set(name.values)
        let bodies = words.count { health.named($0) != nil }
        let known = words.count { metrics.named($0) != nil }
        if bodies > known { return [("health", .certain, "its words are body measurements")] }
        return [
            (
                "performance", known > 0 ? .certain : .likely,
                known > 0 ? "it names known metrics" : "a column names what was measured"
            )
        ]
    }
}
