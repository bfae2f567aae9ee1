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

/// What the walk does with records that break a rule.
extension Walk {
    /// Why a quoted cell cannot go on.
    enum CutReason { case limit, inputEnd, lineEnd }

    /// Cuts a record whose quoted cell does not close at the end of its first line.
    ///
    /// - Parameter decided: the end of the bytes that show that it does not.
    mutating func cutRecord(_ reason: CutReason, decided: Int) -> Step {
        var lineEnd = recordStart
        while lineEnd < end && bytes[lineEnd] != Self.lineFeed && bytes[lineEnd] != Self.carriageReturn { lineEnd += 1 }
        var next = lineEnd
        if lineEnd == end {
            if !isFinal { return .stop(.needsMore) }
        } else {
            next += 1
            if bytes[lineEnd] == Self.carriageReturn {
                if next == end && !isFinal { return .stop(.needsMore) }
                if next < end && bytes[next] == Self.lineFeed { next += 1 }
            }
        }
        // A cell that fills its line up to the limit is long; one that goes over a line break is not meant so.
        let isLong = reason == .limit && lineEnd >= decided
        if marks.isDisjoint(with: .faults) || fault >= lineEnd { fault = min(cellStart, lineEnd) }
        marks.subtract(.faults)
        // The line may reach beyond the blocks that were looked at.
        marks.formUnion(isLong ? [.cellTooLong, .odd] : [.unterminatedQuote, .odd])
        singleLineUntil = max(singleLineUntil, decided)
        while cellCount > firstCell && Int(cells[cellCount - 1].offset) + cells[cellCount - 1].length > lineEnd {
            cellCount -= 1
        }
        store(end: lineEnd)
        line = recordLine + (lineEnd < end ? 1 : 0)
        begin(at: next)
        state = .plain
        skipsByte = false
        return recordCount == room ? .stop(.full) : .again
    }

    /// Takes what stands after the last line break.
    mutating func finishInput() -> Step {
        guard recordStart < end else { return isFinal ? .onward : .stop(.needsMore) }
        guard isFinal else { return .stop(.needsMore) }
        if state == .quoted { return cutRecord(.inputEnd, decided: end) }
        let bits = Token.quotedBit | (isEscaped ? Token.escapedBit : 0)
        cells[cellCount] =
            state == .closed
            ? Token(offset: cellStart + 1, length: end - cellStart - 2, bits: bits)
            : Token(offset: cellStart, length: end - cellStart)
        cellCount += 1
        state = .plain
        store(end: end)
        begin(at: end)
        return recordCount == room ? .stop(.full) : .onward
    }

    /// Marks what is longer or wider than the limits.
    mutating func checkLimits(end: Int) {
        if end - recordStart > limits.record { mark(.recordTooLong, at: recordStart) }
        for index in firstCell..<cellCount where cells[index].length > limits.cell {
            mark(.cellTooLong, at: Int(cells[index].offset))
            break
        }
        if cellCount - firstCell > limits.columns {
            mark(.tooManyColumns, at: recordStart)
            cellCount = firstCell + limits.columns
        }
    }

    private mutating func mark(_ new: TokenRecord.Marks, at position: Int) {
        if marks.isDisjoint(with: .faults) { fault = position }
        marks.insert(new)
    }
}
