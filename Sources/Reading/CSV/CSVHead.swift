internal import CSV
public import Definitions
internal import Records

/// The beginning of a CSV file as it would be read with each delimiter: for recognition, before a reader is chosen.
public struct CSVHead: Sendable {
    /// One record of the beginning, faulty or not.
    public struct Row: Hashable, Sendable {
        /// Number of the record, the first of the file being 1.
        public var record: Int
        public var line: Int
        public var cells: [String]
    }

    /// Bytes that suffice for almost every header; 20,000 columns may need `wideSize`.
    public static let size = 1 << 16
    public static let wideSize = 1 << 20

    /// As UTF-8, from the first byte of the table on, see `TextForm`.
    public let text: [UInt8]
    private let isWhole: Bool
    private let quoting: Dialect.Quoting
    /// Candidates of formats with a plain header row, by delimiter, as far as they were asked for.
    var found: [UInt8: [(candidate: Candidate, isLast: Bool)]] = [:]

    /// Takes the first bytes of a file, as they lie on disk.
    ///
    /// - Parameters:
    ///   - isWhole: whether they are all its bytes; otherwise the last record may be cut and is left out.
    ///   - encoding: the one that is known; nil goes by the bytes.
    /// - Throws: `.empty`, `.content` where the file is something else than text in cells, or `.brokenHeader` where its
    ///   first line has more cells than a table may have columns.
    public init(
        _ bytes: [UInt8], isWhole: Bool, quoting: CSVReaderDefinition.Quoting = .doubled, encoding: Encoding? = nil
    ) throws(ReadError) {
        text = try TextForm.text(bytes, isWhole: isWhole, encoding: encoding)
        self.isWhole = isWhole
        self.quoting = quoting.ofDialect
        let isBreak = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
        var counts = [Int](repeating: 0, count: 256)
        for byte in text.drop(while: isBreak).prefix(while: { !isBreak($0) }) { counts[Int(byte)] += 1 }
        if ",;|\t".utf8.contains(where: { counts[Int($0)] >= Limits().columns }) {
            throw .brokenHeader(line: 1, fault: .tooManyColumns)
        }
    }

    /// The first records as this delimiter divides them; `limit` at most. One with more cells than a table may have
    /// columns has none.
    public func rows(delimiter: UInt8, limit: Int = 50) -> [Row] {
        rows(from: 0, delimiter: delimiter, limit: limit)
    }

    func rows(from start: Int, delimiter: UInt8, limit: Int) -> [Row] {
        // A short text has fewer cells than a table may: most files of an archive are short.
        let limits = Limits(columns: min(Limits().columns, text.count + 1))
        var tokeniser = Tokeniser(Dialect(delimiter: delimiter, quoting: quoting), limits: limits)
        let tokens = Tokens(limits: limits, recordCapacity: max(1, limit), leastCells: 0)
        text.withUnsafeBytes {
            _ = tokeniser.tokenise($0, from: start, isFinal: isWhole, maxRecords: limit, into: tokens)
        }
        return (0..<tokens.count).map { number in
            let record = tokens.records[number]
            let isTooWide = record.marks.contains(.tooManyColumns)
            let cells = (record.firstCell..<record.firstCell + (isTooWide ? 0 : record.cellCount)).map { index in
                CSVReader.trimmed(String(decoding: CSVReader.text(of: tokens.cells[index], in: text), as: UTF8.self))
            }
            return Row(record: number + 1, line: record.line, cells: cells)
        }
    }

    /// The delimiter that divides this file best, the header standing after `preamble` records.
    ///
    /// Best is what gives the header most cells and the rows as many; a delimiter that the header does not hold is
    /// chosen only if none of the others is there, and then the first.
    public func sniffedDelimiter(among delimiters: [UInt8], preamble: Int = 0) -> UInt8 {
        var best = (delimiter: delimiters.first ?? UInt8(ascii: ","), score: 0.0)
        guard delimiters.count > 1 else { return best.delimiter }
        for delimiter in delimiters {
            let rows = rows(delimiter: delimiter, limit: preamble + 50).dropFirst(preamble)
            guard let width = rows.first?.cells.count, width > 1 else { continue }
            let share = Double(rows.count { $0.cells.count == width }) / Double(rows.count)
            let score = share * share * Double(width)
            if score > best.score { best = (delimiter, score) }
        }
        return best.delimiter
    }
}

extension CSVHead {
    /// What a file may be known by, were its header to stand after so many lines.
    public struct Candidate: Sendable {
        /// Lines before the header, blank ones not counted.
        public var preamble: Int
        public var names: Set<String>
    }

    /// The names by which this beginning can be recognised, for each line that may be its header.
    ///
    /// With a header row: the columns. Without: `#1`, `#2`, ... up to the width of the first record, and the kinds
    /// of record seen. With sections: their titles and columns. Formats share what was found.
    public mutating func candidates(_ definition: CSVReaderDefinition, delimiter: UInt8) -> [Candidate] {
        let shape = definition.shape
        let count = definition.preambleLines + 1
        guard shape.header != .row || !shape.prefixes.isEmpty || shape.sections != nil else {
            let known = found[delimiter] ?? []
            if known.count >= count || known.last?.isLast == true { return known.prefix(count).map(\.candidate) }
            let all = candidates(CSVReaderDefinition(), delimiter, from: known.count, to: count)
            let isLast = known.count + all.count < count
            let more = all.enumerated().map { (candidate: $1, isLast: isLast && $0 == all.count - 1) }
            found[delimiter] = known + more
            return (known + more).map(\.candidate)
        }
        if shape.sections != nil {
            let found = CSVReader.sectionNames(
                MemorySource(text), definition, Layout(delimiter: delimiter), bytes: text.count)
            return [Candidate(preamble: 0, names: Set(found.titles + found.columns))]
        }
        return candidates(definition, delimiter, from: 0, to: count)
    }

    private func candidates(
        _ definition: CSVReaderDefinition, _ delimiter: UInt8, from first: Int, to end: Int
    ) -> [Candidate] {
        var definition = definition
        definition.duplicateNames = .number
        return lineStarts(end).enumerated().dropFirst(first).map { preamble, start in
            let rows = rows(from: start, delimiter: delimiter, limit: 2).map(\.cells)
            let names: [String]
            switch definition.shape.header {
            case .row: names = (try? CSVReader.names(Array(rows.prefix(1)), definition)) ?? []
            case .labelledRow: names = (try? CSVReader.names(rows, definition)) ?? []
            case .none:
                names =
                    CSVReader.names(byPlace: [], width: rows.first?.count ?? 0)
                    + kinds(Array(text[start...]), definition, delimiter)
            }
            return Candidate(preamble: preamble, names: Set(names))
        }
    }

    /// Where the first lines that are not blank start.
    private func lineStarts(_ limit: Int) -> [Int] {
        var starts: [Int] = []
        var isStart = true
        for (index, byte) in text.enumerated() {
            let isBreak = byte == 0x0A || byte == 0x0D
            if isStart, !isBreak {
                starts.append(index + (text[index...].starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
                if starts.count == limit { break }
            }
            isStart = isBreak
        }
        return starts
    }

    private func kinds(_ bytes: [UInt8], _ definition: CSVReaderDefinition, _ delimiter: UInt8) -> [String] {
        guard let reader = try? CSVReader(MemorySource(bytes), definition, delimiter: delimiter),
            let column = reader.header.firstIndex(of: CSVShape.kindColumn)
        else { return [] }
        reader.select(columns: [column])
        let batch = reader.makeBatch(forBytes: bytes.count)
        var kinds: Set<String> = []
        while (try? reader.read(into: batch)) == true, kinds.count < 1000 {
            for row in 0..<batch.count {
                if let kind = batch.text(of: batch.column(0)[row]) { kinds.insert(kind) }
            }
        }
        return Array(kinds)
    }
}

extension CSVReader {
    /// The titles of a source's sections and the names of their columns, each once.
    public struct SectionNames: Sendable {
        var found = (titles: NameList(), columns: NameList())

        public var titles: [String] { found.titles.names }
        public var columns: [String] { found.columns.names }
    }

    /// Reads a source of several tables for the names in it; what cannot be read ends it.
    ///
    /// At most 20,000 of either are returned, as many columns as one table may have.
    public static func sectionNames(
        _ source: any ByteSource, _ definition: CSVReaderDefinition, _ layout: Layout?, bytes: Int = .max
    ) -> SectionNames {
        var names = SectionNames()
        guard
            let reader = try? CSVReader(
                source, definition, delimiter: layout?.delimiter, encoding: layout?.encoding)
        else { return names }
        reader.onSection = { title, columns in
            names.found.titles.add(title)
            for column in columns where !column.isEmpty { names.found.columns.add(column) }
        }
        let batch = reader.makeBatch(forBytes: bytes)
        while (try? reader.read(into: batch)) == true {}
        return names
    }
}

extension CSVReaderDefinition.Quoting {
    /// The same for the tokeniser.
    var ofDialect: Dialect.Quoting {
        switch self {
        case .doubled: .doubled
        case .unescaped: .unescaped
        case .strict: .strict
        }
    }
}
