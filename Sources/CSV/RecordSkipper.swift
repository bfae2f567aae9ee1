/// Finds the end of a record that is longer than memory should hold, byte by byte, keeping none of them.
///
/// A quoted cell that runs past the limit ends with its line, as in `Tokeniser`, but from where it is.
public struct RecordSkipper: Sendable {
    private enum State { case cellStart, plain, quoted, quoteInQuoted, afterCarriageReturn }

    private let dialect: Dialect
    private let cellLimit: Int
    private var state = State.cellStart
    private var cellLength = 0
    private var endsAfter = false
    /// Line breaks passed, that which ends the record among them.
    public private(set) var lines = 0

    public init(_ dialect: Dialect, limits: Limits) {
        self.dialect = dialect
        cellLimit = limits.cell
    }

    /// Passes over `bytes`; the number of them that belong to the record with its line break, if it ends here.
    public mutating func skip(_ bytes: UnsafeRawBufferPointer) -> Int? {
        for (index, byte) in bytes.enumerated() {
            if state == .afterCarriageReturn { return byte == 0x0A ? index + 1 : index }
            if step(byte) {
                if byte == 0x0A { return index + 1 }
                state = .afterCarriageReturn
            }
        }
        return nil
    }

    /// Takes a byte; true if it is the line break that ends the record.
    private mutating func step(_ byte: UInt8) -> Bool {
        let isBreak = byte == 0x0A || byte == 0x0D
        cellLength += 1
        switch state {
        case .quoted where isBreak && cellLength > cellLimit: break
        case .quoted:
            if byte == 0x22 { state = .quoteInQuoted }
            if isBreak { lines += byte == 0x0D || !endsAfter ? 1 : 0 }
            endsAfter = byte == 0x0D
            return false
        case .quoteInQuoted where byte == 0x22 && dialect.quoting != .unescaped:
            state = .quoted
            return false
        case .quoteInQuoted where dialect.quoting == .unescaped && !isBreak && byte != dialect.delimiter:
            state = byte == 0x22 ? .quoteInQuoted : .quoted
            return false
        case .cellStart where byte == 0x22:
            state = .quoted
            return false
        default: break
        }
        if isBreak {
            lines += 1
            return true
        }
        state = byte == dialect.delimiter ? .cellStart : .plain
        if byte == dialect.delimiter { cellLength = 0 }
        return false
    }
}
