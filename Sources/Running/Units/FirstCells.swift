/// How the first cells of a column are written.
enum FirstCells {
    /// Whether a cell has this shape: `0` stands for a digit, every other character for itself.
    static func fit(_ shape: String, _ cell: UnsafeRawBufferPointer) -> Bool {
        let shape = Array(shape.utf8)
        guard shape.count == cell.count else { return false }
        return zip(shape, cell).allSatisfy { $0 == 0x30 ? $1 &- 0x30 < 10 : $0 == $1 }
    }

    /// Whether a cell's clock shows midnight; nil where it has no clock.
    static func isMidnight(_ cell: UnsafeRawBufferPointer) -> Bool? {
        guard let colon = cell.firstIndex(of: UInt8(ascii: ":")), colon >= 2 else { return nil }
        return cell[(colon - 2)...].prefix(8).allSatisfy { $0 == 0x30 || $0 &- 0x31 > 8 }
    }
}
