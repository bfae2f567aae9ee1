internal import CSV
public import Definitions

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

    /// As UTF-8, without a byte order mark.
    public let text: [UInt8]
    private let isWhole: Bool
    private let quoting: Dialect.Quoting
    /// Candidates of formats with a plain header row, by delimiter, as far as they were asked for.
    var found: [UInt8: [(candidate: Candidate, isLast: Bool)]] = [:]

    /// Takes the first bytes of a file, as they lie on disk.
    ///
    /// - Parameter isWhole: whether they are all its bytes; otherwise the last record may be cut and is left out.
    /// - Throws: `.empty`, or `.content` where the file is something else than text in cells.
    public init(
        _ bytes: [UInt8], isWhole: Bool, quoting: CSVReaderDefinition.Quoting = .doubled
    ) throws(ReadError) {
        guard !bytes.isEmpty else { throw .empty }
        if let kind = ContentKind.recognise(bytes) { throw .content(kind) }
        let mark = Encoding.mark(of: bytes)
        let rest = Array(bytes.dropFirst(mark.length))
        if mark.encoding == .utf8 {
            text = rest
        } else {
            // A partner that stands beyond these bytes is no fault of theirs.
            let whole = isWhole ? rest : Array(rest.prefix(max(0, rest.count - rest.count % 2 - 2)))
            text = try UTF16Source(MemorySource(whole), encoding: mark.encoding).next(rest.count * 2)
        }
        self.isWhole = isWhole
        self.quoting = quoting.ofDialect
    }

    /// The first records as this delimiter divides them; `limit` at most.
    public func rows(delimiter: UInt8, limit: Int = 50) -> [Row] {
        rows(from: 0, delimiter: delimiter, limit: limit)
    }

    func rows(from start: Int, delimiter: UInt8, limit: Int) -> [Row] {
        var tokeniser = Tokeniser(Dialect(delimiter: delimiter, quoting: quoting))
        let tokens = Tokens(recordCapacity: max(1, limit))
        text.withUnsafeBytes {
            _ = tokeniser.tokenise($0, from: start, isFinal: isWhole, maxRecords: limit, into: tokens)
        }
        return (0..<tokens.count).map { number in
            let record = tokens.records[number]
            let cells = (record.firstCell..<record.firstCell + record.cellCount).map { index in
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
