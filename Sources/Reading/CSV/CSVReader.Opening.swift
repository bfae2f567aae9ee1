internal import CSV
internal import Definitions

extension CSVReader {
    /// The first bytes of a source: byte order mark, lines before the header, header.
    struct Opening {
        let source: any ByteSource
        let encoding: Encoding
        let nested: NestedQuotes?
        let tokens: Tokens
        var tokeniser: Tokeniser
        var bytes: [UInt8]
        /// Start of the next record in `bytes`, and in the source.
        var at = 0
        var offset: Int
        var sourceEnded = false
        var account = ByteAccount()
        /// The lines before the header, of a format that takes something from them.
        private var linesBefore: [String] = []
        private var keepsLines = false

        static let head = 1 << 16

        init(_ raw: any ByteSource, _ tokeniser: Tokeniser, encoding known: Encoding?) throws(ReadError) {
            self.tokeniser = tokeniser
            tokens = Tokens(limits: tokeniser.limits, recordCapacity: 1)
            let first = try raw.next(Self.head + 1)
            let form = try TextForm(first, isWhole: first.count <= Self.head, encoding: known)
            encoding = form.encoding
            let rest = ReplayingSource(head: Array(first.dropFirst(form.mark)), rest: raw)
            let decoded = encoding.decoder(rest) ?? rest
            if case .cells? = form.nesting, tokeniser.dialect.quoting == .unescaped {
                let dialect = Dialect(delimiter: tokeniser.dialect.delimiter)
                self.tokeniser = Tokeniser(dialect, limits: tokeniser.limits)
            }
            nested = form.nesting.map { NestedQuotes(decoded, $0) }
            source = nested ?? decoded
            bytes = []
            offset = form.mark
            try readMore(Self.head)
            offset += (nested?.removed(before: 0) ?? 0) * encoding.unit
            let start = TextForm.start(of: bytes)
            offset += length(0..<start.marks)
            account.mark = offset
            account.preamble = length(start.marks..<start.offset)
            offset += account.preamble
            at = start.offset
            self.tokeniser.line += start.lines
        }

        private mutating func readMore(_ count: Int) throws(ReadError) {
            let more = try source.next(count)
            sourceEnded = more.count < count
            bytes += more
        }

        /// The next record and its cells; nil at the end of the source.
        private mutating func take() throws(ReadError) -> (record: TokenRecord, cells: [[UInt8]], nul: Bool)? {
            while true {
                var result = (next: at, stop: Tokeniser.Stop.done)
                let (tokens, start, isFinal) = (tokens, at, sourceEnded)
                bytes.withUnsafeBytes {
                    result = tokeniser.tokenise($0, from: start, isFinal: isFinal, maxRecords: 1, into: tokens)
                }
                if tokens.count == 1 {
                    let record = tokens.records[0]
                    let cells = (record.firstCell..<record.firstCell + record.cellCount).map {
                        CSVReader.text(of: tokens.cells[$0], in: bytes)
                    }
                    account.separators += length(at..<record.start) + length(record.end..<result.next)
                    offset += length(at..<result.next)
                    at = result.next
                    return (record, cells, bytes[record.start..<record.end].contains(0))
                }
                account.separators += length(at..<result.next)
                offset += length(at..<result.next)
                at = result.next
                if sourceEnded { return nil }
                guard bytes.count - at < tokeniser.limits.record else {
                    throw .brokenHeader(line: tokeniser.line, fault: .tooLong)
                }
                try readMore(max(Self.head, bytes.count))
            }
        }

        private func length(_ range: Range<Int>) -> Int {
            let removed =
                nested.map { $0.removed(before: range.upperBound) - $0.removed(before: range.lowerBound) } ?? 0
            return bytes.withUnsafeBytes { encoding.sourceLength(of: UnsafeRawBufferPointer(rebasing: $0[range])) }
                + removed * encoding.unit
        }

        /// Passes a byte order mark that a program wrote before the header although lines stand above it.
        private mutating func skipMark() {
            guard bytes.count >= at + 3, bytes[at..<at + 3].elementsEqual([0xEF, 0xBB, 0xBF]) else { return }
            account.separators += length(at..<at + 3)
            offset += length(at..<at + 3)
            at += 3
        }

        /// Passes the lines before the header, which need not be CSV; blank ones do not count.
        private mutating func skipLines(_ count: Int) throws(ReadError) {
            var passed = 0
            while passed < count {
                guard let end = try lineEnd() else { throw .noHeader(wanted: count + 1, found: passed) }
                if end.text > at {
                    passed += 1
                    if keepsLines, end.text - at < Self.longestLine { linesBefore.append(line(at..<end.text)) }
                    account.preamble += length(at..<end.text)
                }
                account.separators += length(end.text..<end.next)
                offset += length(at..<end.next)
                at = end.next
                tokeniser.line += end.next > end.text ? 1 : 0
            }
        }

        private static let longestLine = 2000

        /// As patterns see it: without quotes, cells by commas, none empty at the end.
        private func line(_ range: Range<Int>) -> String {
            let text = bytes[range].filter { $0 != 0x22 }.map { $0 == tokeniser.dialect.delimiter ? 0x2C : $0 }
            let isIdle = { (byte: UInt8) in byte == 0x2C || byte == 0x20 || byte == 0x09 }
            return String(decoding: text.drop(while: isIdle).reversed().drop(while: isIdle).reversed(), as: UTF8.self)
        }

        /// What the lines before the header say, by the column that holds it.
        func said(to shape: CSVShape) -> [String: String] {
            var said: [String: String] = [:]
            for row in shape.stateRows {
                guard case .before(let patterns) = row.sign else { continue }
                for line in linesBefore {
                    guard let text = patterns.lazy.compactMap({ $0.kept(of: line) }).first else { continue }
                    said[row.into] = text
                    break
                }
            }
            return said
        }

        /// Where the line ends and the next one starts; nil at the end of the source.
        private mutating func lineEnd() throws(ReadError) -> (text: Int, next: Int)? {
            var text = at
            while true {
                while text < bytes.count, bytes[text] != 0x0A, bytes[text] != 0x0D { text += 1 }
                if text + 1 < bytes.count || sourceEnded { break }
                guard bytes.count - at < tokeniser.limits.record else {
                    throw .brokenHeader(line: tokeniser.line, fault: .tooLong)
                }
                try readMore(max(Self.head, bytes.count))
            }
            guard at < bytes.count else { return nil }
            guard text < bytes.count else { return (text, text) }
            let isPair = bytes[text] == 0x0D && text + 1 < bytes.count && bytes[text + 1] == 0x0A
            return (text, text + (isPair ? 2 : 1))
        }

        /// The names of the columns, and the header's cells as they stand.
        mutating func takeNames(
            _ definition: CSVReaderDefinition, after preamble: Int
        ) throws(ReadError) -> (cells: [[UInt8]], names: [String]) {
            if definition.shape.sections != nil { return ([], []) }
            keepsLines = definition.shape.stateRows.contains(where: \.isBefore)
            try skipLines(max(0, preamble))
            if preamble > 0 { skipMark() }
            switch definition.shape.header {
            case .none(let names, let width):
                return ([], CSVReader.names(byPlace: names, width: max(width, try firstWidth())))
            case .row:
                let cells = try takeHeader(after: preamble)
                return (cells, try CSVReader.names([cells], definition))
            case .labelledRow:
                let labels = try takeHeader(after: preamble)
                let cells = try takeHeader(after: preamble + 1)
                return (cells, try CSVReader.names([labels, cells], definition))
            }
        }

        /// Takes a row of the header, which stands after `count` others.
        private mutating func takeHeader(after count: Int) throws(ReadError) -> [[UInt8]] {
            guard let (record, cells, holdsNUL) = try take() else {
                throw count == 0 ? .empty : .noHeader(wanted: count + 1, found: count)
            }
            let range = record.start..<record.end
            account.header += length(range)
            if let fault = ReadError.HeaderFault(record.marks) { throw .brokenHeader(line: record.line, fault: fault) }
            if holdsNUL { throw .brokenHeader(line: record.line, fault: .holdsNUL) }
            let invalid = bytes.withUnsafeBytes { Encoding.firstFault(in: UnsafeRawBufferPointer(rebasing: $0[range])) }
            if invalid != nil { throw .brokenHeader(line: record.line, fault: .notUTF8) }
            return cells
        }

        /// Number of cells of the first record, which stays where it is.
        mutating func firstWidth() throws(ReadError) -> Int {
            let before = (at, offset, account, tokeniser)
            guard let cells = try take()?.cells else { throw .empty }
            (at, offset, account, tokeniser) = before
            return cells.count
        }
    }

    /// A cell's text with doubled quotes made one.
    static func text(of token: Token, in bytes: [UInt8]) -> [UInt8] {
        let start = Int(token.offset)
        guard token.isEscaped else { return Array(bytes[start..<start + token.length]) }
        return [UInt8](unsafeUninitializedCapacity: token.length) { buffer, count in
            bytes.withUnsafeBytes {
                let source = UnsafeRawBufferPointer(rebasing: $0[start..<start + token.length])
                count = CSVReader.unescape(source, to: UnsafeMutableRawBufferPointer(buffer))
            }
        }
    }

    /// Copies text, doubled quotes made one; the number of bytes written, at most as many as there are.
    static func unescape(_ text: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer) -> Int {
        var (from, to) = (0, 0)
        while from < text.count {
            let byte = text[from]
            target[to] = byte
            to += 1
            from += byte == 0x22 ? 2 : 1
        }
        return to
    }
}

extension ReadError.HeaderFault {
    init?(_ marks: TokenRecord.Marks) {
        if marks.contains(.unterminatedQuote) {
            self = .unterminatedQuote
        } else if marks.contains(.tooManyColumns) {
            self = .tooManyColumns
        } else if !marks.isDisjoint(with: [.cellTooLong, .recordTooLong]) {
            self = .tooLong
        } else if marks.contains(.strayQuote) {
            self = .strayQuote
        } else {
            return nil
        }
    }
}
