internal import Definitions
internal import Normalising
internal import Records

/// The measures of a dataset by the names that people give them.
struct KnownMeasures {
    private var byName: [String: Measure] = [:]
    private let words: ColumnWords

    init(_ register: [Measure], of dataset: Dataset?, _ words: ColumnWords) {
        self.words = words
        let measures = register.filter { measure in
            guard let dataset, measure.dataset == dataset.name, measure.key != "other" else { return false }
            return measure.body != nil || measure.field(of: dataset) != nil
        }
        // What people say is of one measure before a label is: a waist is what a tape measures.
        for names in [{ $0.names }, { [$0.key, $0.label] }] as [(Measure) -> [String]] {
            for measure in measures {
                for name in names(measure).map({ ColumnWords.phrase($0) }) where byName[name] == nil {
                    byName[name] = measure
                }
            }
        }
    }

    /// Words next to a name that change nothing: the best of several tries is what people write down.
    private static let further: Set<String> = [
        "max", "best", "peak", "top", "time", "dash", "zeit", "tiempo", "maximal", "maximum", "#",
    ]

    /// The measure of a column, where its unit is one of the measure's: a bench press in kilograms is not that of repetitions.
    func named(_ column: DraftColumn) -> Measure? {
        let fewer = column.words.filter { !Self.further.contains($0) }
        let names = [column.phrase, column.whole, fewer.joined(separator: " ")]
        guard let measure = names.lazy.compactMap({ byName[$0] }).first else { return nil }
        if case .measured(_, let units) = column.content {
            return measure.stored?.kind == units.first?.kind ? measure : nil
        }
        guard let given = column.unit else { return measure }
        if measure.otherUnits.contains(given.word) { return measure }
        if let stored = measure.stored { return given.unit?.kind == stored.kind ? measure : nil }
        return nil
    }

    func named(_ word: String) -> (measure: Measure, unit: DraftUnit?)? {
        let column = DraftColumn(word, [], words)
        return named(column).map { ($0, column.unit) }
    }
}

extension Measure {
    /// Nil where its unit is not one that is converted.
    var stored: Unit? { storedUnit.flatMap { Unit(word: $0) } }

    /// Units that are kept as they are, and not converted.
    var otherUnits: [String] {
        switch storedUnit {
        case "degC": ["degC", "degF"]
        case "mg/dL": ["mg/dL", "mmol/L"]
        case _ where key == "body_mass_index": ["kg/m2"]
        case let unit: [unit].compactMap { $0 }
        }
    }

    /// The field of a dataset that holds its key, among those that take it; nil where none does.
    func field(of dataset: Dataset) -> String? {
        dataset.measures?.by.first { name in
            let wanted = dataset.fields.first { $0.name == name }?.wanted
            return wanted.map { $0.usual.contains(key) } ?? true
        }
    }

    /// What a line of `measures` converts it by; nil where its number stays as it is.
    var conversion: Conversion? {
        stored.flatMap { unit in unit == .gram ? nil : Conversion.measures.first { $0.kind == unit.kind } }
    }

    /// The units that people measure it in.
    var tried: [Unit] {
        guard let stored else { return [] }
        switch stored.kind {
        case .speed: return [.mileAnHour, .kilometreAnHour]
        case .mass: return [.kilogram, .pound]
        case .length where stored == .centimetre: return [.centimetre, .inch]
        case .length where usual != nil: return [.inch, .centimetre, .foot, .metre]
        default: return [stored]
        }
    }

    /// The units in which numbers of this size are usual.
    func fits(_ range: NumberContent.Range) -> [Unit] {
        guard let usual, let stored else { return [] }
        let numbers = usual.least.value.approximation...usual.most.value.approximation
        return tried.filter { unit in
            let (one, other) = (unit.factor, stored.factor)
            let ratio =
                Double(one.numerator) / Double(one.denominator) * Double(other.denominator) / Double(other.numerator)
            return [range.low, range.middle, range.high].allSatisfy { numbers.contains($0 * ratio) }
        }
    }

    /// Whether numbers of this size are usual in the stored unit; true where nothing is known of that.
    func isUsual(_ range: NumberContent.Range) -> Bool {
        guard let usual else { return true }
        return [range.low, range.high].allSatisfy { number in
            (usual.least.value.approximation...usual.most.value.approximation).contains(number)
        }
    }

    /// Names that are of a body whatever else is measured; weight and height are on a test day's list, too.
    var isOfHealthAlone: Bool { dataset == "health" && key != "body_mass" && key != "height" }
}
