/// How the first cells of a column are written.
enum FirstCells {
    /// Whether a cell has this shape: `0` stands for a digit, every other character for itself.
    static func fit(_ shape: String, _ cell: UnsafeRawBufferPointer) -> Bool {
        let shape = Array(shape.utf8)
        guard shape.count == cell.count else { return false }
        return zip(shape, cell).allSatisfy { $0 == 0x30 ? $1 &- 0x30 < 10 : $0 == $1 }
    }

    enum Clock {
        case midnight
        case hour
        case other
    }

    /// What a cell's clock shows; nil where it has none.
    static func clock(_ cell: UnsafeRawBufferPointer) -> Clock? {
        guard let colon = cell.firstIndex(of: UInt8(ascii: ":")), colon >= 2 else { return nil }
        func isZero(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy { $0 == 0x30 || $0 &- 0x31 > 8 } }
        guard isZero(cell[colon...].prefix(6)) else { return .other }
        return isZero(cell[(colon - 2)..<colon]) ? .midnight : .hour
    }
}
