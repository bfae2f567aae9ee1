internal import Definitions
internal import Records

/// Numbers with units: in the cell, in a column of their own, in the header, or settled.
extension Kernel {
    /// A number's bytes and the unit that goes with them.
    private struct Measured {
        var number: UnsafeRawBufferPointer
        var unit: Unit?
        /// The unit's word, where it is not known and may be kept as it is.
        var word: UnsafeRawBufferPointer?
        var isWhole = false
    }

    /// The number itself; one that is whole may have its thousands grouped by either mark.
    @inline(__always)
    private static func number(
        _ found: Measured, _ style: NumberStyle, longDigits: ([UInt8]) -> Cell
    ) throws(Number.Failure) -> Decimal {
        if found.isWhole, let value = try Number.grouped(found.number) { return Decimal(whole: value) }
        return try style.number(found.number, longDigits: longDigits)
    }

    func measure(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        var fractions = 0
        let (style, raw) = (style, raw)
        each(column, cells) { index, bytes in
            guard let found = split(index, bytes) else { return }
            if case .magnitude = field.unit, found.unit == Unit.fraction { fractions += 1 }
            let source = found.unit ?? Unit.percent
            let target = found.unit == nil ? source : self.target(of: source)
            let sign = isAssisted(index)
            do throws(Number.Failure) {
                guard target != source else {
                    column.set(index, try Self.number(found, style, longDigits: { raw.append($0) }).negated(if: sign))
                    return
                }
                // A long number is not converted, so its digits need no place.
                let value = try Self.number(found, style) { _ in Cell(offset: 0, length: 0) }
                guard let converted = source.convert(value, to: target) else { throw .tooLarge }
                column.set(index, converted.negated(if: sign))
            } catch {
                fail(index, error, bytes)
            }
        }
        if fractions > 0, !field.mapping.isOriginal {
            batch.warn("\(field.name): percentages below 1 were treated as fractions", fractions)
        }
    }

    /// What part of a hundred the number is of another's, to four places; nothing where there is no other.
    func share(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        guard let total = field.joined.first else {
            column.valid.update(repeating: 0, count: raw.count)
            return
        }
        let others = raw.column(total)
        let none = Cell(offset: 0, length: 0)
        each(column, cells) { index, bytes in
            let other = others[index]
            let text = other.isAbsent ? nil : Blank.trimmed(raw.bytes(of: other))
            do throws(Number.Failure) {
                let part = try number(bytes, none)
                guard let text, !text.isEmpty, let base = try? number(text, none), !base.isLong, base.digits > 0,
                    !base.isNegative, !part.isLong, part.scale <= 9, base.scale <= 9
                else { return }
                let up = UInt128(part.digits) * 1_000_000 * Self.power(base.scale)
                let down = UInt128(base.digits) * Self.power(part.scale)
                let share = (up + down / 2) / down
                guard share < 1_000_000_000_000 else { throw .tooLarge }
                column.set(
                    index, Decimal(digits: UInt64(share), scale: 4, isNegative: part.isNegative).normalised)
            } catch {
                fail(index, error, bytes)
            }
        }
    }

    private func number(_ bytes: UnsafeRawBufferPointer, _ none: Cell) throws(Number.Failure) -> Decimal {
        try style.number(bytes) { _ in none }
    }

    private static func power(_ exponent: Int) -> UInt128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }

    /// The symbol of each number's unit.
    func unit(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        let isConverted = !field.mapping.targets.isEmpty
        var known: [(unit: Unit, cell: Cell)] = []
        each(column, cells) { index, bytes in
            guard let found = split(index, bytes) else { return }
            guard let unit = found.unit else {
                if let word = found.word { column.set(index, text: raw.append(Array(word))) }
                return
            }
            let meant = isConverted ? target(of: unit) : unit
            if let one = known.first(where: { $0.unit == meant }) {
                column.set(index, text: one.cell)
            } else {
                let cell = raw.append(Array(meant.symbol.utf8))
                known.append((meant, cell))
                column.set(index, text: cell)
            }
        }
    }

    private func target(of unit: Unit) -> Unit {
        if field.mapping.isOriginal { return unit }
        return field.mapping.targets.first { $0.kind == unit.kind } ?? (unit == Unit.fraction ? Unit.percent : unit)
    }

    /// Finds a number's unit; nil where it has none that it can have, which is said.
    @inline(__always)
    private func split(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Measured? {
        var found = Measured(number: bytes)
        switch field.unit {
        case .none: break
        case .asked(let setting):
            fail(index, .missingUnit, bytes, "the setting \(setting)")
            return nil
        case .nowhere(let any):
            // The number is kept as it is written, whatever it counts.
            guard field.mapping.isOriginal, field.mapping.conversion != .unit else { return nil }
            found.unit = any
        case .fixed(let fixed):
            found.unit = fixed
            if fixed.kind == .length, let inches = FeetAndInches.inches(bytes) {
                (found.number, found.unit) = (raw.bytes(of: raw.append(inches)), .inch)
            }
        case .column(let place, let other):
            if let beside = unit(beside: index, in: place) {
                (found.unit, found.word) = beside
            } else if let other {
                found.unit = other
            } else {
                let isAny = field.mapping.conversion == .quantity || field.mapping.conversion == .unit
                fail(
                    index, .missingUnit, bytes,
                    isAny ? "a unit in its column, which categories such as sleep do not have" : "a unit in its column")
                return nil
            }
        case .cell(let other):
            let end = bytes.lastIndex { $0 &- 0x30 < 10 || $0 == 0x2E || $0 == 0x2C }.map { $0 + 1 } ?? 0
            let rest = Blank.trimmed(UnsafeRawBufferPointer(rebasing: bytes[end...]))
            found.number = Blank.trimmed(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
            found.unit = rest.isEmpty ? other : Unit(bytes: rest)
            found.word = rest
            if rest.isEmpty, other == nil {
                fail(index, .missingUnit, bytes, "a unit behind the number, as in 80.0 kg")
                return nil
            }
        case .magnitude:
            let none = Cell(offset: 0, length: 0)
            let value = try? style.number(bytes) { _ in none }
            found.unit = value.map { !$0.isLong && $0 < Self.one } ?? false ? Unit.fraction : Unit.percent
        }
        if let rule = field.unitOverride, let unit = found.unit {
            switch decision(on: found.number, unit, rule, index) {
            case .usual: break
            case .whole(let unit): (found.unit, found.isWhole) = (unit, true)
            case .unclear:
                let other = rule.unit(for: unit)
                let expected = "a time beside it that decides between \(unit.symbol) and \(other.symbol)"
                fail(index, .ambiguousUnit, bytes, expected)
                return nil
            }
        }
        let conversion = field.mapping.conversion
        if conversion == .quantity || conversion == .unit {
            if found.unit != nil || found.word != nil { return found }
        } else if let unit = found.unit, unit.kind == conversion.kind {
            return found
        }
        fail(index, .unknownUnit, bytes, "a unit of \(conversion.rawValue)")
        return nil
    }

    /// The unit that a record says in a column of its own, and its word; nil where it says none.
    func unit(beside index: Int, in place: Int) -> (unit: Unit?, word: UnsafeRawBufferPointer)? {
        let cell = raw.column(place)[index]
        let word = Blank.trimmed(raw.bytes(of: cell))
        guard !cell.isAbsent, !word.isEmpty, formatMissing.index(of: word) == nil else { return nil }
        if let known = field.unitWords.index(of: word) {
            return (field.unitWords[known], word)
        }
        return (Unit(bytes: word), word)
    }

    private static var one: Decimal { Decimal(digits: 1, scale: 0, isNegative: false) }
}
