internal import Definitions
internal import Normalising
internal import Records

/// A metric of the register, by the names that people give it, and the numbers that athletes reach.
struct KnownMetric {
    var key: String
    var label: String
    /// The unit in which it is stored, as the register writes it.
    var unit: String?
    /// Least and greatest of athletes from ten years on, in that unit; nil where nothing is known of it.
    var usual: ClosedRange<Double>?

    /// The metrics of the register by folded names.
    static func byName(_ register: [Measure]) -> [String: KnownMetric] {
        var found: [String: KnownMetric] = [:]
        for metric in register where metric.dataset == "performance" && metric.key != "other" {
            let known = KnownMetric(
                key: metric.key, label: metric.label, unit: metric.unit, usual: metric.usual?.numbers)
            for name in [metric.key, metric.label] + metric.names where found[DraftWords.phrase(name)] == nil {
                found[DraftWords.phrase(name)] = known
            }
        }
        return found
    }

    /// Words beside the metric's name that change nothing: the best of several tries is what people write down.
    static let beside: Set<String> = [
        "max", "best", "peak", "top", "time", "dash", "zeit", "tiempo", "maximal", "maximum", "#",
    ]

    /// A metric by the words of a name.
    static func named(_ words: [String], in metrics: [String: KnownMetric]) -> KnownMetric? {
        if let exact = metrics[words.joined(separator: " ")] { return exact }
        let fewer = words.filter { !beside.contains($0) }
        return fewer.isEmpty || fewer.count == words.count ? nil : metrics[fewer.joined(separator: " ")]
    }

    /// The units in which numbers of this size are an athlete's.
    func units(of range: (low: Double, middle: Double, high: Double)) -> [Unit] {
        guard let usual, let stored = unit.flatMap({ Unit(word: $0) }) else { return [] }
        let likely = Self.tried[stored.kind] ?? [stored]
        return likely.filter { unit in
            let ratio = Self.ratio(unit, stored)
            return usual.contains(range.low * ratio) && usual.contains(range.middle * ratio)
                && usual.contains(range.high * ratio)
        }
    }

    /// The units that people measure in.
    static let tried: [Unit.Kind: [Unit]] = [
        .speed: [.mileAnHour, .kilometreAnHour], .length: [.inch, .centimetre, .foot, .metre],
        .mass: [.kilogram, .pound],
        .duration: [.second],
    ]

    static func ratio(_ unit: Unit, _ other: Unit) -> Double {
        Double(unit.factor.numerator) / Double(unit.factor.denominator) * Double(other.factor.denominator)
            / Double(other.factor.numerator)
    }
}

/// What is measured of a body, by the names that people give it.
struct KnownMeasure {
    /// Of a health sample; nil where it is none.
    var type: String?
    /// Of a body measurement; nil where it is none.
    var kind: String?
    var conversion: Conversion?
    /// Units in which it is stored, and in which people measure it.
    var unit: String
    var tried: [Unit] = []
    /// Of people from ten years on, in the stored unit.
    var usual: ClosedRange<Double>?
    /// Another unit that is kept as it is, and the numbers that people have in it.
    var other: (unit: String, usual: ClosedRange<Double>)?

    var title: String { type ?? kind ?? "" }

    /// The unit of a column, of those that are kept as they are: that in its name, or the one that its numbers fit.
    func unit(of column: DraftColumn, _ range: (low: Double, high: Double)) -> String {
        if let given = column.unit { return given.word }
        if let other, other.usual.contains(range.low), other.usual.contains(range.high) { return other.unit }
        return unit
    }

    /// Whether a unit in a column's name is one in which this is kept.
    private func takes(_ given: DraftUnit?) -> Bool {
        guard conversion == nil, let word = given?.word else { return true }
        return [unit, other?.unit].contains(word)
    }

    /// - Parameter measure: one of the register's.
    private init(_ measure: Measure) {
        (type, kind) = (measure.day == nil ? nil : measure.key, measure.body)
        (unit, usual) = (measure.unit ?? "", measure.usual?.numbers)
        switch unit {
        case "kg": (conversion, tried) = (.mass, [.kilogram, .pound])
        case "cm": (conversion, tried) = (.length, [.centimetre, .inch])
        case "%": (conversion, tried) = (.percent, [.percent])
        case "degC":
            other = usual.map {
                ("degF", ($0.lowerBound * 1.8 + 32).rounded(.down)...($0.upperBound * 1.8 + 32).rounded(.up))
            }
        default: break
        }
    }

    /// What of the register is measured of a body, by folded names.
    static func byName(_ register: [Measure]) -> [String: KnownMeasure] {
        var found: [String: KnownMeasure] = [:]
        for measure in register where measure.dataset == "health" {
            for name in measure.names.map({ DraftWords.phrase($0) }) where found[name] == nil {
                found[name] = KnownMeasure(measure)
            }
        }
        return found
    }

    /// Names that are of a body whatever else is measured; weight and height stand on a test day's list, too.
    var isOfHealthAlone: Bool { type != "body_mass" && type != "height" }

    static func named(_ column: DraftColumn, in measures: [String: KnownMeasure]) -> KnownMeasure? {
        // `Taille` is a waist in German and a height in French; its unit and numbers cannot decide.
        (measures[column.phrase] ?? measures[column.whole]).flatMap { $0.takes(column.unit) ? $0 : nil }
    }
}

extension Measure.Range {
    var numbers: ClosedRange<Double> { least.value.approximation...most.value.approximation }
}
