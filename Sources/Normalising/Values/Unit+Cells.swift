package import Definitions
package import Records

/// Units in cells, and numbers from one unit to another.
extension Unit {
    private static let table = PlacedTable(allCases.flatMap { unit in unit.words.map { ($0, unit) } })

    /// Finds a unit by the trimmed bytes of a cell, without a string.
    package init?(bytes: UnsafeRawBufferPointer) {
        guard let index = Self.table.index(of: bytes) else { return nil }
        self = Self.table[index]
    }

    /// Converts exactly where the result is a finite decimal of at most 9 places, else rounds half away from zero.
    ///
    /// Nil where the value has more digits than fit.
    package func convert(_ value: Decimal, to other: Unit) -> Decimal? {
        if self == other { return value }
        guard !value.isLong else { return nil }
        let (from, to) = (factor, other.factor)
        let places = 9
        var up = UInt128(from.numerator) * UInt128(to.denominator)
        var down = UInt128(from.denominator) * UInt128(to.numerator)
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

extension Unit.Kind {
    /// The unit of numbers that need not say theirs.
    var usual: Unit? {
        switch self {
        case .percent: .percent
        case .duration: .second
        default: nil
        }
    }
}
