internal import Definitions
internal import Records

/// A unit of measure and its exact factor to the unit of its dimension's base.
public struct Unit: Equatable, Sendable {
    public enum Dimension: Sendable {
        case mass, length, speed, percent, energy, rate, count, time

        /// The unit of numbers that need not say theirs.
        var usual: Unit? {
            switch self {
            case .percent: .percent
            case .time: .second
            default: nil
            }
        }
    }

    /// Its place among the symbols: a unit is copied with each number, and a text would be counted each time.
    private let number: UInt8
    public let dimension: Dimension
    /// Factor to the dimension's base as a fraction of whole numbers.
    let numerator: Int
    let denominator: Int

    static let all: [(words: [String], unit: Unit)] = (Conversion.quantity.units + Conversion.duration.units).map {
        named in
        let measures = Conversion.measures + [.duration]
        let measure = measures.first { $0.units.contains { $0.symbol == named.symbol } }
        return (
            named.words,
            Unit(
                named.symbol, measure.flatMap { dimension(of: $0) } ?? .count, named.factor.numerator,
                named.factor.denominator)
        )
    }

    private static let symbols = (Conversion.quantity.units + Conversion.duration.units).map(\.symbol).sorted()
    static let percent = Unit("%", .percent, 1, 1)
    static let fraction = Unit("fraction", .percent, 100, 1)
    static let second = Unit("s", .time, 1, 1)
    private static let table = WordTable(all.flatMap { entry in entry.words.map { ($0, entry.unit.symbol) } })
    /// In the order of the table.
    private static let known: [Unit?] = (0..<table.count).map { place in
        let symbol = String(decoding: table.value(place), as: UTF8.self)
        return all.first { $0.unit.symbol == symbol }?.unit
    }

    /// The same for trimmed bytes of a cell, without a string.
    init?(bytes: UnsafeRawBufferPointer) {
        guard let index = Self.table.index(of: bytes), let unit = Self.known[index] else { return nil }
        self = unit
    }

    init(_ symbol: String, _ dimension: Dimension, _ numerator: Int, _ denominator: Int) {
        number = UInt8(Self.symbols.firstIndex(of: symbol) ?? Self.symbols.count)
        self.dimension = dimension
        self.numerator = numerator
        self.denominator = denominator
    }

    public var symbol: String { Self.symbols[Int(number)] }

    /// Finds a unit by any of its words, without regard to case.
    public init?(word: String) {
        let lower = word.lowercased()
        guard let found = Self.all.first(where: { $0.words.contains(lower) }) else { return nil }
        self = found.unit
    }

    /// The dimension that a conversion measures; nil for those that measure nothing, or anything.
    static func dimension(of conversion: Conversion) -> Dimension? {
        switch conversion {
        case .mass: .mass
        case .length: .length
        case .duration: .time
        case .speed: .speed
        case .percent: .percent
        case .energy: .energy
        case .rate: .rate
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
        var up = UInt128(numerator) * UInt128(other.denominator)
        var down = UInt128(denominator) * UInt128(other.numerator)
        let common = Self.greatestCommonDivisor(up, down)
        up /= common
        down /= common
        let above = Self.product([UInt128(value.digits), up, 1_000_000_000])
        guard value.scale <= 30, let above,
            let below = Self.product([down] + [UInt128](repeating: 10, count: value.scale))
        else { return nil }
        let (quotient, rest) = above.quotientAndRemainder(dividingBy: below)
        var rounded = quotient + (rest >= below - rest ? 1 : 0)
        var scale = places
        while scale > 0, rounded % 10 == 0 {
            rounded /= 10
            scale -= 1
        }
        guard rounded < 1_000_000_000_000_000_000 else { return nil }
        return Decimal(digits: UInt64(rounded), scale: scale, isNegative: value.isNegative).normalised
    }

    private static func greatestCommonDivisor(_ one: UInt128, _ other: UInt128) -> UInt128 {
        var (high, low) = (one, other)
        while low != 0 { (high, low) = (low, high % low) }
        return high
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

extension Conversion {
    /// Whether a unit belongs to the number.
    var isMeasured: Bool { self == .quantity || self == .unit || self == .duration || Self.measures.contains(self) }
}
