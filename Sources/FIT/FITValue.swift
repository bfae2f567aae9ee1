/// One value of a field, as the file has it: without scale, offset or unit.
public enum FITValue: Hashable, Sendable {
    case integer(Int)
    case real(Double)
    case text([UInt8])

    /// The whole number that it is; nil for others.
    public var integer: Int? {
        if case .integer(let number) = self { return number }
        return nil
    }
}

/// How the bytes of a field are read: the protocol's base types.
struct FITBaseType {
    enum Form { case unsigned, signed, real, text }

    let size: Int
    let form: Form
    /// The bits that say that there is no value.
    private let invalid: UInt64

    /// What is not known is read as bytes, as the protocol asks for.
    init(_ code: UInt8) {
        // Whether values have several bytes stands in the highest bit, which some devices leave out.
        switch code & 0x1F {
        case 0x00, 0x02, 0x0D: (size, form, invalid) = (1, .unsigned, 0xFF)
        case 0x01: (size, form, invalid) = (1, .signed, 0x7F)
        case 0x03: (size, form, invalid) = (2, .signed, 0x7FFF)
        case 0x04: (size, form, invalid) = (2, .unsigned, 0xFFFF)
        case 0x05: (size, form, invalid) = (4, .signed, 0x7FFF_FFFF)
        case 0x06: (size, form, invalid) = (4, .unsigned, 0xFFFF_FFFF)
        case 0x07: (size, form, invalid) = (1, .text, 0)
        case 0x08: (size, form, invalid) = (4, .real, 0xFFFF_FFFF)
        case 0x09: (size, form, invalid) = (8, .real, .max)
        case 0x0A: (size, form, invalid) = (1, .unsigned, 0)
        case 0x0B: (size, form, invalid) = (2, .unsigned, 0)
        case 0x0C: (size, form, invalid) = (4, .unsigned, 0)
        case 0x0E: (size, form, invalid) = (8, .signed, UInt64(Int64.max))
        case 0x0F: (size, form, invalid) = (8, .unsigned, .max)
        case 0x10: (size, form, invalid) = (8, .unsigned, 0)
        default: (size, form, invalid) = (1, .unsigned, 0xFF)
        }
    }

    /// The value in these bytes, which are `size`; nil for none.
    func value(_ bytes: Slice<UnsafeRawBufferPointer>, isBigEndian: Bool) -> FITValue? {
        var bits: UInt64 = 0
        for byte in isBigEndian ? Array(bytes) : bytes.reversed() { bits = bits << 8 | UInt64(byte) }
        guard bits != invalid else { return nil }
        switch form {
        case .unsigned: return Int(exactly: bits).map { .integer($0) }
        case .signed:
            let unused = 64 - 8 * size
            return .integer(Int(Int64(bitPattern: bits << unused) >> unused))
        case .real:
            let number =
                size == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
            return number.isFinite ? .real(number) : nil
        case .text: return nil
        }
    }
}
