internal import CScan

/// The way through quoted cells.
extension Walk {
    /// Walks a block that holds quotes or stands within some.
    mutating func walkQuotes(_ block: cscan_block, at: Int) -> Step {
        var rest: UInt64 = skipsByte ? ~1 : ~0
        skipsByte = false
        while true {
            let isQuoted = state == .quoted
            let bits = (isQuoted ? block.quotes : block.stops | block.quotes) & rest
            let bit = bits & (0 &- bits)
            let passed = bits == 0 ? rest : rest & (bit &- 1)
            let position = bits == 0 ? min(at + 64, end) : at + bits.trailingZeroBitCount
            if isQuoted {
                let breaks = block.breaks & passed
                let limit = cellStart + 1 + limits.cell
                if breaks != 0 && recordStart < singleLineUntil && at + breaks.trailingZeroBitCount <= limit {
                    return cutRecord(.lineEnd, decided: 0)
                }
                line += breaks.nonzeroBitCount
                if position > limit { return cutRecord(.limit, decided: limit + 1) }
            }
            if bits == 0 { return .onward }
            rest &= ~(passed | bit)
            if block.quotes & bit == 0 {
                finishCell(at: position)
                if block.breaks & bit != 0, let stop = finishRecord(at: position) { return .stop(stop) }
            } else if isQuoted {
                if position + 1 == end && !isFinal { return .stop(.needsMore) }
                if passQuote(at: position) {
                    skipsByte = position == at + 63
                    rest &= ~(bit &<< 1)
                }
            } else if state == .plain && position == cellStart {
                state = .quoted
                isEscaped = false
            } else if dialect.quoting == .strict {
                strayQuote(at: position)
            }
        }
    }

    /// Takes a quote inside a quoted cell; true if the next byte belongs to it.
    private mutating func passQuote(at position: Int) -> Bool {
        guard position + 1 < end else {
            state = .closed
            return false
        }
        let next = bytes[position + 1]
        if next == dialect.delimiter || next == Self.lineFeed || next == Self.carriageReturn {
            state = .closed
        } else if dialect.quoting == .unescaped {
            return false
        } else if next == Self.quote {
            isEscaped = true
            marks.insert(.escaped)
            return true
        } else {
            strayQuote(at: position)
            state = .plain
        }
        return false
    }

    private mutating func strayQuote(at position: Int) {
        if marks.isDisjoint(with: .faults) { fault = position }
        marks.insert(.strayQuote)
    }

    @inline(__always)
    private mutating func finishCell(at position: Int) {
        if state == .closed {
            let bits = Token.quotedBit | (isEscaped ? Token.escapedBit : 0)
            cells[cellCount] = Token(offset: cellStart + 1, length: position - cellStart - 2, bits: bits)
            state = .plain
        } else {
            cells[cellCount] = Token(offset: cellStart, length: position - cellStart)
        }
        cellCount += 1
        cellStart = position + 1
    }
}
