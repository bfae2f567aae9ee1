internal import Definitions

// Units.
extension DraftSheet {
    /// What is known of a unit, as a mapping writes it, and how that is said.
    struct UnitPlace {
        /// `kg`, `cell`, `{from: Unit}`, `{setting: weight_unit}`
        var text: String
        /// One that is known for all records.
        var unit: Unit?
        var shown: String
        var confidence: Confidence
        var why: String

        static func known(_ unit: Unit, _ confidence: Confidence, _ why: String) -> UnitPlace {
            UnitPlace(
                text: DraftText.scalar(unit.symbol), unit: unit, shown: unit.symbol, confidence: confidence, why: why)
        }
    }

    /// The unit that an option or an answer gives a column, or that its name has: a weight that is called `kg` has no other
    /// name.
    func given(_ column: DraftColumn) -> DraftUnit? {
        let named: Set<ColumnRole> = [.load, .duration, .distance, .energy]
        let isUnit = column.role.map(named.contains) ?? false
        return answers.units[column.title].flatMap { DraftUnit($0, words) } ?? column.unit
            ?? (isUnit ? DraftUnit(column.title, words) : nil)
    }

    /// Where the unit of a column is, of a kind.
    ///
    /// - Parameters:
    ///   - fits: the units in which its numbers are likely.
    ///   - tried: those that people use.
    ///   - setting: the setting that says it where nothing else does.
    mutating func unit(
        of column: DraftColumn, _ kind: Unit.Kind, fits: [Unit], tried: [Unit], setting: String,
        next: DraftColumn? = nil
    ) -> UnitPlace {
        if case .measured(_, let units) = column.content, units.allSatisfy({ $0.kind == kind }) {
            return UnitPlace(
                text: "cell", shown: "the unit of each cell", confidence: .certain,
                why: "units are behind the numbers")
        }
        if let unit = given(column)?.unit, unit.kind == kind {
            if answers.units[column.title] == nil { return .known(unit, .certain, "its name says it") }
            return answers.proposed.contains(.unit(column: column.title))
                ? .known(unit, .guess, "as proposed") : .known(unit, .certain, "as you say")
        }
        if let next {
            return UnitPlace(
                text: "{\(Self.from(next))}", shown: "the unit next to it", confidence: .certain,
                why: "a column has it")
        }
        if fits.count == 1, let one = fits.first {
            return .known(one, .likely, tried.count > 1 ? "its numbers fit no other" : "its numbers are usual in it")
        }
        let open = fits.isEmpty ? tried : fits
        if open.count == 1, let one = open.first {
            return .known(
                one, one.isOnly ? .certain : .guess, one.isOnly ? "it is the only one" : "it is the usual one")
        }
        // What the file says of another column of this kind it means here, too.
        let others = Set(all.compactMap { given($0)?.unit }.filter { $0.kind == kind && open.contains($0) })
        if others.count == 1, let one = others.first {
            return .known(one, .likely, "another column of this file says it")
        }
        let system = self.system
        let proposed = system.flatMap { found in open.first { Self.isMetric($0) == found.isMetric } } ?? open[0]
        if kind != .speed, let system { return .known(proposed, .likely, system.why) }
        let question = DraftQuestion(
            subject: .unit(column: column.title), text: "In which unit is column \"\(column.title)\"?",
            choices: open.map { .init(word: $0.symbol, about: Self.about($0)) },
            proposed: open.firstIndex(of: proposed) ?? 0)
        questions.append(question)
        need(setting, question.words)
        return UnitPlace(
            text: "{setting: \(setting)}", shown: open.map(\.symbol).joined(separator: " or "), confidence: .guess,
            why: "nothing says it: the setting `\(setting)` does")
    }

    /// What the units and words of the file say of where it comes from; nil where they say nothing.
    private var system: (isMetric: Bool, why: String)? {
        let units = all.compactMap { $0.unit?.unit }.filter { [.mass, .length].contains($0.kind) }
        let metric = units.count(where: Self.isMetric)
        if metric > 0, metric == units.count { return (true, "the file's other units are metric") }
        if !units.isEmpty, metric == 0 { return (false, "the file's other units are of the US") }
        if let language { return (true, "the names of the columns are \(language)") }
        return mark == .comma ? (true, "the file writes decimal commas") : nil
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
        case .inch: "inches"
        case .centimetre: "centimetres"
        case .foot: "feet"
        case .metre: "metres"
        case .kilometre: "kilometres"
        case .mile: "miles"
        case .yard: "yards"
        case .minute: "minutes"
        case .hour: "hours"
        default: unit.symbol
        }
    }
}
