internal import Definitions

/// A unit of measure and its exact factor to the unit of its dimension's base.
///
/// Factors: NIST SP 811, appendix B.8 (1 lb = 0.45359237 kg and 1 ft = 0.3048 m exactly).
public struct Unit: Equatable, Sendable {
    public enum Dimension: Sendable { case mass, length, speed, percent }

    public let symbol: String
    public let dimension: Dimension
    /// Factor to kg, m, m/s or percent as a fraction of whole numbers.
    let numerator: Int
    let denominator: Int

    static let all: [(words: [String], unit: Unit)] = [
        (["kg", "kgs", "kilogram", "kilograms"], Unit("kg", .mass, 1, 1)),
        (["g", "gram", "grams"], Unit("g", .mass, 1, 1000)),
        (["lb", "lbs", "pound", "pounds"], Unit("lb", .mass, 45_359_237, 100_000_000)),
        (["oz", "ounce", "ounces"], Unit("oz", .mass, 45_359_237, 1_600_000_000)),
        (["st", "stone"], Unit("st", .mass, 635_029_318, 100_000_000)),
        (["m", "meter", "meters", "metre", "metres"], Unit("m", .length, 1, 1)),
        (["km", "kilometer", "kilometers"], Unit("km", .length, 1000, 1)),
        (["cm", "centimeters"], Unit("cm", .length, 1, 100)),
        (["mm"], Unit("mm", .length, 1, 1000)),
        (["mi", "mile", "miles"], Unit("mi", .length, 1_609_344, 1000)),
        (["yd", "yds", "yard", "yards"], Unit("yd", .length, 9144, 10_000)),
        (["ft", "feet", "foot"], Unit("ft", .length, 3048, 10_000)),
        (["in", "inch", "inches"], Unit("in", .length, 254, 10_000)),
        (["m/s", "mps"], Unit("m/s", .speed, 1, 1)),
        (["km/h", "kph", "kmh"], Unit("km/h", .speed, 10, 36)),
        (["mph", "mi/h"], Unit("mph", .speed, 44_704, 100_000)),
        (["ft/s", "fps"], Unit("ft/s", .speed, 3048, 10_000)),
        (["%", "percent", "pct"], Unit("%", .percent, 1, 1)),
        (["fraction", "ratio"], Unit("fraction", .percent, 100, 1)),
    ]

    init(_ symbol: String, _ dimension: Dimension, _ numerator: Int, _ denominator: Int) {
        self.symbol = symbol
        self.dimension = dimension
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Finds a unit by any of its words, without regard to case.
    public init?(word: String) {
        let lower = word.lowercased()
        guard let found = Self.all.first(where: { $0.words.contains(lower) }) else { return nil }
        self = found.unit
    }

    /// The dimension that a conversion measures; nil for those that measure nothing.
    static func dimension(of conversion: Conversion) -> Dimension? {
        switch conversion {
        case .mass: .mass
        case .length: .length
        case .speed: .speed
        case .percent: .percent
        default: nil
        }
    }

    /// Converts exactly where the result is a finite decimal of at most 9 places, else rounds half away from zero.
    ///
    /// Nil where the value has more digits than fit.
    func convert(_ value: Decimal, to other: Unit) -> Decimal? {
        if self == other { return value }
        guard !value.isLong else { return nil }
        let places = 9
        let above = Self.product([UInt128(value.digits), UInt128(numerator), UInt128(other.denominator), 1_000_000_000])
        var factors = [UInt128(denominator), UInt128(other.numerator)]
        factors += [UInt128](repeating: 10, count: value.scale)
        guard let above, let below = Self.product(factors) else { return nil }
        let (quotient, rest) = above.quotientAndRemainder(dividingBy: below)
        let rounded = quotient + (rest >= below - rest ? 1 : 0)
        guard rounded < 1_000_000_000_000_000_000 else { return nil }
        return Decimal(digits: UInt64(rounded), scale: places, isNegative: value.isNegative).normalised
    }

    private static func product(_ factors: [UInt128]) -> UInt128? {
        var result: UInt128 = 1
        for factor in factors {
            let (value, overflow) = result.multipliedReportingOverflow(by: factor)
            if overflow { return nil }
            result = value
        }
        return result
    }
}
