// numeric   number of digits int16, weight int16, sign uint16 (0x4000: negative), display scale int16, digits int16 each
//
// Digits are base 10,000, most significant first; the first one counts 10,000 to the power of `weight`. They are aligned at
// the decimal point, and zero digits at either end are left out: 85.50 is weight 0, scale 2, digits 85 5000.

extension CopyBuffer {
    /// `mantissa` times ten to the power of minus `scale`; the scale is kept for display, as in 85.50.
    @inlinable
    public mutating func numeric(mantissa: UInt64, scale: Int, negative: Bool) {
        precondition(scale >= 0 && scale <= 16383, "PostgreSQL keeps at most 16383 digits after the point")
        // Six digits at most, written behind the place where they go, then in their order.
        reserve(12 + 12 + 64)
        let scratch = base + used + 24
        var rest = mantissa
        var digits = 0
        let partial = scale & 3
        if partial != 0, rest != 0 {
            let unit: UInt64 = partial == 1 ? 10 : partial == 2 ? 100 : 1000
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: unit)
            scratch.storeBytes(of: UInt16(truncatingIfNeeded: remainder &* (10000 / unit)), as: UInt16.self)
            rest = quotient
            digits = 1
        }
        while rest != 0 {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10000)
            scratch.storeBytes(
                of: UInt16(truncatingIfNeeded: remainder), toByteOffset: digits &* 2, as: UInt16.self)
            rest = quotient
            digits &+= 1
        }
        var lowest = 0
        while lowest < digits, scratch.loadUnaligned(fromByteOffset: lowest &* 2, as: UInt16.self) == 0 { lowest &+= 1 }
        // Leading zero digits arise only where the partial group is all there is and is zero: then digits == lowest.
        let weight = mantissa == 0 ? 0 : digits &- 1 &- (scale &+ 3) / 4
        let kept = digits &- lowest
        store(Int32(truncatingIfNeeded: 8 &+ 2 &* kept))
        store(Int16(truncatingIfNeeded: kept))
        store(Int16(truncatingIfNeeded: weight))
        store(negative && mantissa != 0 ? 0x4000 : 0 as UInt16)
        store(Int16(truncatingIfNeeded: scale))
        // The order is turned in registers: source and destination may overlap.
        let first = scratch.loadUnaligned(as: UInt64.self)
        let second = scratch.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        var index = digits &- 1
        while index >= lowest {
            let word = index < 4 ? first : second
            store(UInt16(truncatingIfNeeded: word &>> UInt64((index & 3) &* 16)))
            index &-= 1
        }
    }

    /// A number of any length from its decimal digits without sign and point, the last `scale` of which are behind the point.
    ///
    /// Returns false, and writes nothing, where a byte is no digit or PostgreSQL has no room for so many (131,072 before the
    /// point, 16,383 behind it).
    public mutating func numeric(digits text: UnsafeRawBufferPointer, scale: Int, negative: Bool) -> Bool {
        guard scale >= 0, scale <= 16383 else { return false }
        var start = 0
        for (index, byte) in text.enumerated() {
            guard byte >= 0x30, byte <= 0x39 else { return false }
            if byte == 0x30, start == index { start += 1 }
        }
        // Groups of four lie on the decimal point; behind it the last group is filled with zeros.
        let whole = max(text.count - start - scale, 0)
        guard whole <= 131_072 else { return false }
        let groupsBefore = (whole + 3) / 4
        let groupsBehind = (scale + 3) / 4
        var groups: [UInt16] = []
        groups.reserveCapacity(groupsBefore + groupsBehind)
        for group in -groupsBefore..<groupsBehind {
            var value: UInt16 = 0
            for place in 0..<4 {
                // Position relative to the point: negative before it.
                let position = text.count - scale + group * 4 + place
                let isThere = position >= start && position < text.count
                value = value * 10 + (isThere ? UInt16(text[position] - 0x30) : 0)
            }
            groups.append(value)
        }
        let leading = groups.prefix { $0 == 0 }.count
        let kept = groups.dropFirst(leading)
        let trailing = kept.reversed().prefix { $0 == 0 }.count
        let digits = kept.dropLast(trailing)
        let isZero = digits.isEmpty
        reserve(12 + 2 * digits.count)
        store(Int32(8 + 2 * digits.count))
        store(Int16(digits.count))
        store(isZero ? 0 : Int16(groupsBefore - 1 - leading))
        store(negative && !isZero ? 0x4000 : 0 as UInt16)
        store(Int16(scale))
        for digit in digits { store(digit) }
        return true
    }
}
