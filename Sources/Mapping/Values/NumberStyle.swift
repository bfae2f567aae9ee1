internal import Definitions
internal import Records

/// How a field's numbers are written: small enough to be at hand beside each cell, where the field itself would be
/// counted in and out.
struct NumberStyle: Sendable {
    let marks: CompiledField.Marks
    let allowsGrouping: Bool

    /// A number with the decimal mark of the field.
    @inline(__always)
    func number(
        _ bytes: UnsafeRawBufferPointer, longDigits: ([UInt8]) -> Cell
    ) throws(Number.Failure) -> Decimal {
        let mark: UInt8
        switch marks {
        case .fixed(let fixed): mark = fixed
        case .either: mark = try Number.mark(of: bytes, grouping: allowsGrouping)
        case .none:
            if let value = try Number.grouped(bytes) { return Decimal(whole: value) }
            mark = 0x2E
        }
        return try Number.decimal(bytes, mark: mark, grouping: allowsGrouping, longDigits: longDigits)
    }
}

extension Kernel {
    var style: NumberStyle {
        NumberStyle(marks: field.marks, allowsGrouping: field.mapping.grouping == .allow)
    }
}
