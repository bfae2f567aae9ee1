internal import Definitions

/// Which dataset a file's records are of, by the names of its columns and what they hold.
struct DatasetGuess {
    private let columns: [DraftColumn]
    private let metrics: [String: KnownMetric]
    private let measures: [String: KnownMeasure]
    /// The datasets that there are.
    private let datasets: [String]

    init(
        _ columns: [DraftColumn], metrics: [String: KnownMetric], measures: [String: KnownMeasure], datasets: [String]
    ) {
        (self.columns, self.metrics, self.measures, self.datasets) = (columns, metrics, measures, datasets)
    }

    /// What is proposed, and the question where that may be wrong.
    var made: (dataset: Supposition<String>, question: DraftQuestion?) {
        let found = all.filter { datasets.contains($0.value) }
        guard let best = found.first else {
            let first = datasets.contains("performance") ? "performance" : datasets.first ?? ""
            let proposal = Supposition(first, .guess, "no column of the file shows it")
            return (proposal, question([first] + datasets.filter { $0 != first }))
        }
        guard best.confidence == .guess else { return (best, nil) }
        let others = found.dropFirst().map(\.value)
        let rest = datasets.filter { $0 != best.value && !others.contains($0) }
        return (best, question([best.value] + others + rest))
    }

    /// What only a person can answer: figures under a wrong dataset look as right as others.
    private func question(_ names: [String]) -> DraftQuestion {
        let abouts = [
            "performance": "metrics of a sport: test days, velocities, statistics",
            "health": "weights, girths, samples of health",
            "workouts": "training: workouts, exercises, sets", "games": "games of pickleball",
        ]
        let choices = names.filter { abouts[$0] != nil }.prefix(4).map {
            DraftQuestion.Choice(word: $0, about: abouts[$0] ?? "")
        }
        return DraftQuestion(
            subject: .dataset, text: "What are the records of this file?", choices: Array(choices), isVital: true)
    }

    private func has(_ names: Set<String>, where suits: (DraftColumn) -> Bool = { _ in true }) -> Bool {
        columns.contains { $0.isNamed(names) && suits($0) }
    }

    private var numbers: [DraftColumn] {
        columns.filter { $0.content.number != nil && !$0.isNoMetric }
    }

    /// What it may be, the likeliest first.
    private var all: [Supposition<String>] {
        let isNumber = { (column: DraftColumn) in column.content.number != nil }
        let isText = { (column: DraftColumn) in column.content == .text }
        if has(DraftWords.exercise, where: isText) {
            if has(DraftWords.reps, where: isNumber) {
                return [Supposition("workouts", .certain, "it has exercises and repetitions")]
            }
            if has(DraftWords.load, where: isNumber) || has(DraftWords.sets, where: isNumber) {
                return [Supposition("workouts", .likely, "it has exercises and weights")]
            }
        }
        if has(DraftWords.reps, where: isNumber), has(DraftWords.load, where: isNumber) {
            return [
                Supposition(
                    "workouts", .guess, "it has repetitions and weights, but no column is named as the exercise")
            ]
        }
        if has(DraftWords.ownScore), has(DraftWords.otherScore) {
            let isPickleball = columns.contains { $0.words.contains("pickleball") || $0.words.contains("dupr") }
            return [
                Supposition(
                    "games", isPickleball ? .certain : .guess,
                    "it has scores of two sides, but does not say which sport")
            ]
        }
        if let long = ofWords { return long }
        let known = numbers.filter { KnownMetric.named($0.words, in: metrics) != nil }
        let health = numbers.filter { KnownMeasure.named($0, in: measures) != nil }
        let onlyHealth = health.filter { KnownMeasure.named($0, in: measures)?.isOfHealthAlone ?? false }
        let unknown = numbers.count - Set(known.map(\.title)).union(health.map(\.title)).count
        let hasPlace = has(DraftWords.distance, where: isNumber)
        if has(DraftWords.activity, where: isText), known.isEmpty, onlyHealth.isEmpty,
            hasPlace || has(DraftWords.duration)
        {
            return [Supposition("workouts", .certain, "it has kinds of sport with durations or distances")]
        }
        if known.isEmpty, !health.isEmpty {
            if unknown == 0 { return [Supposition("health", .certain, "its columns are body measurements")] }
            if health.count > unknown || !onlyHealth.isEmpty {
                return [Supposition("health", .likely, "most of its columns are body measurements")]
            }
            // A test day lists height and weight beside what it tests.
            return [Supposition("performance", .likely, "most of its numbers are no measures of a body")]
        }
        if !known.isEmpty {
            if onlyHealth.isEmpty {
                return [Supposition("performance", .certain, "columns are known metrics")]
            }
            return [
                Supposition("performance", .guess, "it has metrics of a sport and measures of a body"),
                Supposition("health", .guess, "it has both"),
            ]
        }
        if hasPlace, has(DraftWords.duration), unknown <= 2 {
            return [Supposition("workouts", .likely, "it has durations and distances")]
        }
        guard unknown > 0 else { return [] }
        return [
            Supposition("performance", .guess, "it has numbers under names of its own, which only metrics may have")
        ]
    }

    /// Where a column names what was measured, its words show it.
    private var ofWords: [Supposition<String>]? {
        guard let measure = columns.first(where: { $0.isNamed(DraftWords.measure) && $0.content == .text }),
            columns.contains(where: { $0.isNamed(DraftWords.value) && $0.content.number != nil })
        else { return nil }
        let words = Set(measure.values).map { DraftColumn($0, []) }
        let health = words.count { measures[$0.phrase] != nil }
        let known = words.count { KnownMetric.named($0.words, in: metrics) != nil }
        if health > known { return [Supposition("health", .certain, "its words are body measurements")] }
        if known > 0 { return [Supposition("performance", .certain, "it names known metrics")] }
        return [Supposition("performance", .likely, "a column names what was measured")]
    }
}
