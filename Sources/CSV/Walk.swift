internal import CScan

/// One call of the tokeniser: the walk over the masks, with its state in registers.
struct Walk {
    let bytes: UnsafePointer<UInt8>
    let end: Int
    let isFinal: Bool
    let room: Int
    let cells: UnsafeMutablePointer<Token>
    let cellCapacity: Int
    let records: UnsafeMutablePointer<TokenRecord>
    let blocks: UnsafeMutablePointer<cscan_block>
    let dialect: Dialect
    let limits: Limits

    enum State { case plain, quoted, closed }
    var state = State.plain
    var recordCount = 0
    var cellCount = 0
    var firstCell = 0
    var recordStart: Int
    var cellStart: Int
    var recordLine: Int
    var line: Int
    var marks = TokenRecord.Marks()
    var fault = 0
    /// Whether the open quoted cell holds a doubled quote.
    var isEscaped = false
    /// Whether the first byte of the next block is the second of a doubled quote.
    var skipsByte = false
    /// End of the last block that held an odd byte.
    var oddEnd = 0
    var singleLineUntil: Int

    static let quote = UInt8(ascii: "\"")
    static let carriageReturn = UInt8(ascii: "\r")
    static let lineFeed = UInt8(ascii: "\n")

    init(
        bytes: UnsafePointer<UInt8>, end: Int, isFinal: Bool, room: Int, tokens: Tokens, dialect: Dialect,
        limits: Limits, start: Int, line: Int, singleLineUntil: Int
    ) {
        self.bytes = bytes
        self.end = end
        self.isFinal = isFinal
        self.room = room
        cells = tokens.cells
        cellCapacity = tokens.cellCapacity
        records = tokens.records
        blocks = tokens.blocks
        self.dialect = dialect
        self.limits = limits
        recordStart = start
        cellStart = start
        recordLine = line
        self.line = line
        self.singleLineUntil = singleLineUntil
    }

    /// What follows a step.
    enum Step {
        case onward
        /// Mask again from `recordStart`: the record was cut.
        case again
        case stop(Tokeniser.Stop)
    }

    mutating func run() -> Tokeniser.Stop {
        var window = recordStart
        var size = Tokens.window
        while true {
            while window < end {
                let windowEnd = min(window + size, end)
                cscan_masks(
                    bytes + window, windowEnd - window, dialect.delimiter, Self.quote,
                    window > 0 && bytes[window - 1] == Self.carriageReturn ? 1 : 0, blocks)
                switch walk(from: window, to: windowEnd) {
                case .onward:
                    window = windowEnd
                    size = min(size * 2, Tokens.window)
                case .again:
                    // Lines that are cut one after the other shall not be masked far beyond their ends.
                    window = recordStart
                    size = 64
                case .stop(let stop): return stop
                }
            }
            switch finishInput() {
            case .again: (window, size) = (recordStart, 64)
            case .onward: return .done
            case .stop(let stop): return stop
            }
        }
    }

    private mutating func walk(from window: Int, to windowEnd: Int) -> Step {
        var at = window
        var index = 0
        while at < windowEnd {
            let block = blocks[index]
            index += 1
            if cellCount + 64 > cellCapacity {
                if recordCount > 0 { return .stop(.full) }
                // Wider than the limit: what is beyond it is written over.
                cellCount = firstCell + limits.columns + 1
            }
            if block.odd != 0 { oddEnd = at + 64 }
            if block.quotes == 0 && state == .plain {
                if let stop = walkStops(block, at: at) { return .stop(stop) }
            } else {
                let step = walkQuotes(block, at: at)
                guard case .onward = step else { return step }
            }
            at += 64
        }
        return .onward
    }

    /// Walks a block without quotes, stop by stop; what changes at each of them is kept in registers.
    @inline(__always)
    private mutating func walkStops(_ block: cscan_block, at: Int) -> Tokeniser.Stop? {
        var breaks = block.breaks
        var delimiters = block.stops ^ breaks
        while true {
            let next = breaks & (0 &- breaks)
            // All bits where there is no line break.
            var before = delimiters & (next &- 1)
            delimiters ^= before
            var target = cells + cellCount
            var start = cellStart
            while before != 0 {
                let position = at &+ before.trailingZeroBitCount
                target.pointee = Token(offset: start, length: position &- start)
                target += 1
                start = position &+ 1
                before &= before &- 1
            }
            cellCount = target - cells
            cellStart = start
            if next == 0 { return nil }
            let position = at &+ breaks.trailingZeroBitCount
            cells[cellCount] = Token(offset: cellStart, length: position &- cellStart)
            cellCount &+= 1
            if let stop = finishRecord(at: position) { return stop }
            breaks ^= next
        }
    }

    /// Ends the record before the line break at `position`, unless it is a blank line.
    @inline(__always)
    mutating func finishRecord(at position: Int) -> Tokeniser.Stop? {
        var next = position &+ 1
        if bytes[position] == Self.carriageReturn {
            if next == end {
                if !isFinal { return .needsMore }
            } else if bytes[next] == Self.lineFeed {
                next += 1
            }
        }
        line &+= 1
        if position == recordStart { cellCount = firstCell } else { store(end: position) }
        begin(at: next)
        return recordCount == room ? .full : nil
    }

    @inline(__always)
    mutating func store(end: Int) {
        if end - recordStart > limits.cell || cellCount - firstCell > limits.columns { checkLimits(end: end) }
        if oddEnd > recordStart { marks.insert(.odd) }
        records[recordCount] = TokenRecord(
            start: recordStart, end: end, firstCell: firstCell, cellCount: cellCount &- firstCell, line: recordLine,
            marks: marks, fault: fault)
        recordCount &+= 1
    }

    @inline(__always)
    mutating func begin(at next: Int) {
        recordStart = next
        cellStart = next
        recordLine = line
        firstCell = cellCount
        marks = []
    }
}
