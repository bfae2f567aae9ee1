/// A table that a second program took for less than it is and put into quotes again, on its way without them.
///
///     rows    "Date,""Workout Name"",Reps"      ->  Date,"Workout Name",Reps
///     cells   """Date""";"""Workout Name"""     ->  "Date";"Workout Name"
///
/// Lines and quoted cells that are not written so stay as they are. At most one cell is held.
final class NestedQuotes: ByteSource {
    /// What the quotes were put around.
    enum Level: Sendable {
        case rows(trailing: [UInt8])
        case cells
    }

    private let source: any ByteSource
    private let level: Level
    /// Whether more would follow the end of the source.
    private let isCut: Bool
    /// Bytes of the source that wait, from `from` on.
    private var held: [UInt8] = []
    private var from = 0
    private var sourceEnded = false
    private var isLineStart = true
    private var isCellStart = true
    private var text: [UInt8] = []
    private var at = 0
    private var written = 0
    /// Places of the text before which the source has bytes that the text does not, in their order, and how many there
    /// are up to each.
    private var removed: [(at: Int, sum: Int)] = []
    private var removedSum = 0
    /// How many stand before those.
    private var forgotten = 0

    private static let quote = UInt8(ascii: "\"")
    private static let mostCell = 1 << 20

    init(_ source: any ByteSource, _ level: Level, isCut: Bool = false) {
        self.source = source
        self.level = level
        self.isCut = isCut
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
        while at == text.count {
            text.removeAll(keepingCapacity: true)
            at = 0
            if from == held.count, sourceEnded { return 0 }
            if !advance() {
                guard !sourceEnded else { return 0 }
                held.removeFirst(from)
                from = 0
                let more = try source.next(1 << 16)
                sourceEnded = more.isEmpty
                held += more
            }
        }
        let count = min(buffer.count, text.count - at)
        buffer.copyBytes(from: text[at..<at + count])
        at += count
        return count
    }

    /// How many quotes and empty cells were left out up to a place of the text; of places that were let go none is known.
    func removed(before place: Int) -> Int {
        var (low, high) = (0, removed.count)
        while low < high {
            let middle = (low + high) / 2
            if removed[middle].at <= place { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? forgotten : removed[low - 1].sum
    }

    /// Lets go of what stands before a place of the text.
    func forget(before place: Int) {
        forgotten = removed(before: place)
        removed.removeFirst(removed.firstIndex { $0.at > place } ?? removed.count)
    }

    /// Writes what can be decided; false where that takes more bytes of the source.
    private func advance() -> Bool {
        let start = from
        while from < held.count {
            if held[from] == Self.quote, isCellStart {
                guard takeQuoted() else { return from > start }
                continue
            }
            if isLineStart, case .rows(let trailing) = level, held[from] == trailing.first {
                guard let isEmpty = isLine(trailing) else { return from > start }
                if isEmpty {
                    note(trailing.count)
                    from += trailing.count
                    isLineStart = false
                    continue
                }
            }
            let byte = held[from]
            from += 1
            write(byte)
            isLineStart = byte == 0x0A || byte == 0x0D
            isCellStart = isLineStart || Self.isDelimiter(byte)
        }
        return from > start
    }

    /// Whether the line holds these bytes alone: an empty row; nil where that takes more bytes of the source.
    private func isLine(_ text: [UInt8]) -> Bool? {
        let rest = held[from...].prefix(text.count + 1)
        guard rest.count > text.count || sourceEnded else { return nil }
        guard rest.prefix(text.count).elementsEqual(text) else { return false }
        return rest.count == text.count || rest.last == 0x0A || rest.last == 0x0D
    }

    /// Takes a quoted cell, or a whole row that is one; false where its end is not there yet.
    private func takeQuoted() -> Bool {
        let cell = QuotedCell(held, from: from, isFinal: sourceEnded)
        guard let cell else {
            if sourceEnded, isCut {
                from = held.count
                return true
            }
            guard sourceEnded || held.count - from > Self.mostCell else { return false }
            // Nothing closes it: it is as it is.
            write(held[from])
            from += 1
            (isLineStart, isCellStart) = (false, false)
            return true
        }
        switch level {
        case .rows(let trailing):
            guard isLineStart else { break }
            switch cell.following(in: held, trailing: trailing, isFinal: sourceEnded) {
            case .unknown: return false
            case .more: break
            case .lineEnd(let end):
                // A row of one cell shows it by quotes within its quotes.
                guard cell.widths(in: held).contains(where: { $0 > 1 }) || cell.isQuotedTwice(in: held) else { break }
                unwrap(cell, end: end)
                return true
            }
        case .cells:
            guard cell.isQuotedTwice(in: held) else { break }
            unwrap(cell, end: cell.end)
            return true
        }
        for index in from..<cell.end { write(held[index]) }
        from = cell.end
        (isLineStart, isCellStart) = (false, false)
        return true
    }

    private func unwrap(_ cell: QuotedCell, end: Int) {
        note(1)
        var index = cell.start
        while index < cell.close {
            write(held[index])
            if held[index] == Self.quote {
                note(1)
                index += 1
            }
            index += 1
        }
        note(end - cell.close)
        from = end
        (isLineStart, isCellStart) = (false, false)
    }

    private func write(_ byte: UInt8) {
        text.append(byte)
        written += 1
    }

    private func note(_ count: Int) {
        removedSum += count
        if let last = removed.last, last.at == written {
            removed[removed.count - 1].sum = removedSum
        } else {
            removed.append((written, removedSum))
        }
    }

    fileprivate static let delimiters = Array(",;\t|".utf8)

    fileprivate static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == 0x2C || byte == 0x3B || byte == 0x09 || byte == 0x7C
    }
}

/// A cell in quotes: where its text starts, where the quote stands that closes it, and what follows it.
private struct QuotedCell {
    var start: Int
    var close: Int
    var end: Int { close + 1 }

    /// Nil where the quote that closes it is not there, or may be the first of two.
    init?(_ bytes: [UInt8], from opening: Int, isFinal: Bool) {
        start = opening + 1
        var index = start
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\"") else {
                index += 1
                continue
            }
            guard index + 1 < bytes.count else {
                guard isFinal else { return nil }
                close = index
                return
            }
            guard bytes[index + 1] == UInt8(ascii: "\"") else {
                close = index
                return
            }
            index += 2
        }
        return nil
    }

    /// What follows the cell.
    enum Following {
        /// The line ends here.
        case lineEnd(Int)
        /// Another cell, or text.
        case more
        /// Bytes that are not there yet.
        case unknown
    }

    /// Whether the line holds nothing else but the given empty cells.
    func following(in bytes: [UInt8], trailing: [UInt8], isFinal: Bool) -> Following {
        let rest = bytes[end...].prefix(trailing.count)
        let isTrailed = !rest.isEmpty && rest.elementsEqual(trailing.prefix(rest.count))
        if isTrailed, rest.count < trailing.count, !isFinal { return .unknown }
        let place = isTrailed && rest.count == trailing.count ? end + trailing.count : end
        guard place < bytes.count else { return isFinal ? .lineEnd(place) : .unknown }
        return bytes[place] == 0x0A || bytes[place] == 0x0D ? .lineEnd(place) : .more
    }

    /// The text, doubled quotes made one.
    private func text(in bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        var index = start
        while index < close {
            text.append(bytes[index])
            index += bytes[index] == UInt8(ascii: "\"") ? 2 : 1
        }
        return text
    }

    /// How many cells its text holds, by each delimiter.
    func widths(in bytes: [UInt8]) -> [Int] {
        var isQuoted = false
        var widths = NestedQuotes.delimiters.map { _ in 1 }
        for byte in text(in: bytes) {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, let place = NestedQuotes.delimiters.firstIndex(of: byte) { widths[place] += 1 }
        }
        return widths
    }

    /// Whether its text is a cell in quotes.
    func isQuotedTwice(in bytes: [UInt8]) -> Bool {
        let text = text(in: bytes)
        return text.count >= 2 && text.first == UInt8(ascii: "\"") && text.last == UInt8(ascii: "\"")
            && QuotedCell(text, from: 0, isFinal: true)?.end == text.count
    }
}

extension NestedQuotes {
    /// Records that are looked at.
    private static let sample = 20

    /// What a table's text shows of quotes that were put around its rows or cells; nil where there are none.
    ///
    /// Rows: one quoted cell that holds several is the header, over a row of as many cells, or half of the first records.
    /// Cells: the first record has cells whose text is in quotes, and none with other quotes.
    static func level(of text: ArraySlice<UInt8>) -> Level? {
        guard text.contains(quote) else { return nil }
        let bytes = Array(text)
        var rows: [Row] = []
        var at = 0
        while at < bytes.count, rows.count < sample {
            if bytes[at] == 0x0A || bytes[at] == 0x0D { at += 1 } else { rows.append(Row(bytes, &at)) }
        }
        guard let first = rows.first else { return nil }
        let wrapped = rows.compactMap(\.wrapped)
        if let found = wrapped.first {
            let isHeader =
                first.wrapped != nil
                && (rows.count == 1 || rows.dropFirst().contains { $0.fits(below: found.widths) })
            let isMost = wrapped.count * 2 >= rows.count
            // Empty cells behind a row count only where the header has as many.
            if isHeader || isMost, found.trailing.isEmpty || first.wrapped != nil {
                return .rows(trailing: found.trailing)
            }
        }
        return first.quotedTwice > 0 && first.quotedOnce == 0 ? .cells : nil
    }

    /// What one record shows.
    private struct Row {
        var quotedOnce = 0
        var quotedTwice = 0
        /// Cells by each delimiter.
        var widths = delimiters.map { _ in 1 }
        /// Where it is one quoted cell that holds several: what stands behind it, and how many they are.
        var wrapped: (trailing: [UInt8], widths: [Int])?

        /// Whether it has as many cells as a header, by one of the delimiters, or one fewer, as some vendors write rows.
        func fits(below header: [Int]) -> Bool {
            zip(widths, header).contains { $0 > 1 && ($0 == $1 || $0 + 1 == $1) }
        }

        /// Takes the record at a place and goes to its end.
        init(_ bytes: [UInt8], _ at: inout Int) {
            let start = at
            var isCellStart = true
            while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D {
                guard isCellStart, bytes[at] == quote else {
                    let delimiter = delimiters.firstIndex(of: bytes[at])
                    isCellStart = delimiter != nil
                    if let delimiter { widths[delimiter] += 1 }
                    at += 1
                    continue
                }
                guard let cell = QuotedCell(bytes, from: at, isFinal: true) else {
                    at = bytes.count
                    return
                }
                if cell.isQuotedTwice(in: bytes) { quotedTwice += 1 } else { quotedOnce += 1 }
                let rest = bytes[cell.end...].prefix { $0 != 0x0A && $0 != 0x0D }
                if at == start, rest.count < 1000, rest.allSatisfy(isDelimiter) {
                    let inner = cell.widths(in: bytes)
                    if inner.contains(where: { $0 > 1 }) { wrapped = (Array(rest), inner) }
                }
                at = cell.end
                isCellStart = false
            }
        }
    }
}
