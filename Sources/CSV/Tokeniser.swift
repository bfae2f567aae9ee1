internal import CScan

/// Bytes to cells and records, without copying one.
///
/// 64 bytes at a time are turned into masks by a few vector instructions; the walk then goes from set bit to set
/// bit and never looks at the bytes between them:
///
///     bytes    4 2 , " a , b " " c " , x CR LF 7 , ...
///     stops    . . 1 . . 1 . . . . . 1 .  1  .  . 1      delimiters and line breaks
///     breaks   . . . . . . . . . . . . .  1  .  . .      of CR LF only the CR
///     quotes   . . . 1 . . . 1 1 . 1 . .  .  .  . .
///     odd      . . . . . . . . . . . . .  .  .  . .      NUL and non-ASCII: only such records are looked at again
///
///                    stop                     quote before a delimiter, a line break or the end
///              +--------------+            +------------------------------------+
///              v              |            |                                    v
///          [ plain ] ---------+        [ quoted ] <---- quote at a cell's    [ closed ] -- stop --> plain
///              ^                        |      ^        first byte, in plain
///              +-- quote before text ---+      +-- quote + quote: one quote
///                  (stray)
///
/// In a block without quotes only the inner loop over `stops` runs, which stores eight bytes a cell. Inside quotes
/// line breaks are counted by population count. A record is handed out when it is complete: of one whose end is not
/// there yet nothing remains, and the caller comes again with more bytes behind it.
///
/// A quoted cell that runs past the limit or to the end of the input is no cell: its record is cut at the end of its
/// first line, marked, and the next line is read as if nothing had been; but no record that starts among the bytes
/// so passed may go over a line break again, so that time stays linear whatever the quotes.
public struct Tokeniser: Sendable {
    public let dialect: Dialect
    public let limits: Limits
    /// Number of the line at which the next record starts.
    public var line = 1
    /// Offset in the input of the first byte given to `tokenise`; the caller keeps it true.
    public var origin = 0
    /// Records that start before this offset in the input may not go over a line break.
    var singleLineUntil = 0

    public init(_ dialect: Dialect, limits: Limits = Limits()) {
        self.dialect = dialect
        self.limits = limits
    }

    /// Why `tokenise` came back.
    public enum Stop: Sendable {
        /// There is no more room.
        case full
        /// The record at `next` is not complete.
        case needsMore
        /// All bytes are read.
        case done
    }

    /// Reads records from `bytes`, beginning at `start`, which is the start of a record.
    ///
    /// - Returns: where the next record starts, and why it was not read. `isFinal` says that no byte follows.
    public mutating func tokenise(
        _ bytes: UnsafeRawBufferPointer, from start: Int, isFinal: Bool, maxRecords: Int = .max, into tokens: Tokens
    ) -> (next: Int, stop: Stop) {
        tokens.count = 0
        precondition(start >= 0 && start <= bytes.count && bytes.count < 1 << 30, "more bytes than a token can tell")
        precondition(tokens.cellCapacity > limits.columns + 128, "room for fewer cells than the limit")
        let room = min(maxRecords, tokens.recordCapacity)
        guard room > 0 else { return (start, .full) }
        guard let base = bytes.baseAddress, start < bytes.count else { return (start, isFinal ? .done : .needsMore) }
        var walk = Walk(
            bytes: base.assumingMemoryBound(to: UInt8.self), end: bytes.count, isFinal: isFinal, room: room,
            tokens: tokens, dialect: dialect, limits: limits, start: start, line: line,
            singleLineUntil: singleLineUntil - origin)
        let stop = walk.run()
        tokens.count = walk.recordCount
        line = walk.recordLine
        singleLineUntil = max(singleLineUntil, walk.singleLineUntil + origin)
        return (walk.recordStart, stop)
    }
}

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
