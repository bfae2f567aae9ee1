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
