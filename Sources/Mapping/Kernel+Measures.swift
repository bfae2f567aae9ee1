internal import Definitions
internal import Records

/// Numbers that mean nothing without their unit, and the units.
extension Kernel {
    /// A number with a unit that stands in the cell, in a column of its own, in the header, or is settled.
    func measure(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        each(column, cells) { index, bytes in
            guard let (digits, unit) = measured(index, bytes) else { return }
            do throws(Number.Failure) {
                let target = field.target ?? (unit.symbol == "fraction" ? Unit.percent : unit)
                guard target != unit else {
                    column.set(index, try number(digits) { raw.append($0) })
                    return
                }
                // A long number is not converted, so its digits need no place: `bytes` stays where it is.
                let value = try number(digits) { _ in Cell(offset: 0, length: 0) }
                guard let converted = unit.convert(value, to: target) else { throw .tooLarge }
                column.set(index, converted)
            } catch {
                fail(index, error, bytes)
            }
        }
    }

    /// The symbol of the unit that a measure is written in.
    func unit(_ column: Column, _ cells: UnsafeMutablePointer<Cell>) {
        each(column, cells) { index, bytes in
            guard let (_, unit) = measured(index, bytes) else { return }
            column.set(index, text: raw.append(unit.symbol.utf8))
        }
    }

    /// A measure's number and its unit; nil, with a defect, where the unit is none or unknown.
    private func measured(
        _ index: Int, _ bytes: UnsafeRawBufferPointer
    ) -> (number: UnsafeRawBufferPointer, unit: Unit)? {
        var number = bytes
        var unit: Unit?
        switch field.unit {
        case .none: break
        case .nowhere: return nil
        case .fixed(let fixed): unit = fixed
        case .column(let place):
            let cell = raw.column(place)[index]
            guard !cell.isAbsent, !Blank.trimmed(raw.bytes(of: cell)).isEmpty else {
                fail(index, .missingUnit, bytes, "a unit in its column")
                return nil
            }
            unit = unitOf(cell)
        case .cell(let other):
            let end = bytes.lastIndex { $0 &- 0x30 < 10 || $0 == 0x2E || $0 == 0x2C }.map { $0 + 1 } ?? 0
            let rest = Blank.trimmed(UnsafeRawBufferPointer(rebasing: bytes[end...]))
            number = Blank.trimmed(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
            unit = rest.isEmpty ? other : Unit(bytes: rest)
            if rest.isEmpty, other == nil {
                fail(index, .missingUnit, bytes, "a unit behind the number, as in 80.0 kg")
                return nil
            }
        }
        guard let unit, unit.dimension == Unit.dimension(of: field.mapping.conversion) else {
            let kind = field.mapping.conversion.rawValue.replacing("-unit", with: "")
            fail(index, .unknownUnit, bytes, "a unit of \(kind)")
            return nil
        }
        return (number, unit)
    }

    func unitOf(_ cell: Cell) -> Unit? {
        cell.isAbsent ? nil : Unit(bytes: Blank.trimmed(raw.bytes(of: cell)))
    }
}
