public import Definitions
public import Records

/// Turns a source into batches of raw cells, each record with its position.
///
/// A reader belongs to one thread. What it puts into a batch it never looks at again, so that another thread may
/// work on that batch while the next one is read.
public protocol RecordReader: AnyObject {
    /// Names of the columns, outer blanks off; in a headless source their numbers.
    var header: [String] { get }
    /// Where the bytes went that were read so far.
    var account: ByteAccount { get }
    /// Keeps the cells of these columns only, in this order; before the first batch is made.
    func select(columns: [Int])
    /// A batch of the size that this reader fills.
    func makeBatch() -> RawBatch
    /// A batch for a source of so many bytes: a small one needs no room for thousands of records.
    func makeBatch(forBytes bytes: Int) -> RawBatch
    /// Fills `batch` with the next records; false if there are none.
    ///
    /// A record with defects stands in the batch like any other; its cells are to be left alone.
    func read(into batch: RawBatch) throws(ReadError) -> Bool
    /// Puts the source's next chunk into `batch` as far as one thread must do it; false if there is none.
    ///
    /// What a parser of this reader makes of it may be no record at all; the batch's first record has no number yet.
    func take(into batch: RawBatch) throws(ReadError) -> Bool
    /// A helper that turns what `take` put into a batch into records, on any thread, whatever became of the chunk
    /// before; nil where the reader has to do all of it itself.
    ///
    /// It knows nothing of the reader, which goes on meanwhile: columns are selected before, and the reader looks at
    /// the source's first bytes for it.
    func makeParser() throws(ReadError) -> (any ChunkParser)?
}

/// The part of a reader's work that one chunk of the source is enough for.
public protocol ChunkParser: AnyObject {
    /// Turns the chunk that was taken into records; where its bytes went.
    @discardableResult
    func parse(_ batch: RawBatch) throws(ReadError) -> ByteAccount
}

extension RecordReader {
    public func makeBatch(forBytes bytes: Int) -> RawBatch { makeBatch() }
    public func take(into batch: RawBatch) throws(ReadError) -> Bool { try read(into: batch) }
    public func makeParser() throws(ReadError) -> (any ChunkParser)? { nil }
}

/// Where the bytes of a source belong: each to exactly one of these.
public struct ByteAccount: Hashable, Sendable {
    /// The byte order mark.
    public var mark = 0
    /// Records before the header.
    public var preamble = 0
    public var header = 0
    public var records = 0
    /// Line breaks between records, blank lines.
    public var separators = 0
    /// Rows that hold no record but say something of those after them: titles, dividers, a date that stands alone.
    public var structure = 0

    public init() {}

    public var total: Int { mark + preamble + header + records + separators + structure }

    /// Adds what one chunk of the source held.
    mutating func add(_ chunk: ByteAccount) {
        records += chunk.records
        separators += chunk.separators
    }
}

/// A record as it stands in its source, read once more.
public struct RereadRecord: Hashable, Sendable {
    public var position: Position
    public var raw: [UInt8]
    /// All cells by column; nil for one that is not there.
    public var cells: [Cell]

    /// One column's name and text.
    public struct Cell: Hashable, Sendable {
        public var name: String
        public var value: String?
    }
}

/// Reads a source once more and gives the records that are asked for by number: for what was decided late.
public final class RecordRereader {
    private let reader: any RecordReader
    private let batch: RawBatch
    private let rawLimit: Int
    /// The last number that was asked for: the next ones must be greater.
    public private(set) var last = 0
    private var isAtEnd = false

    /// - Parameters:
    ///   - reader: a fresh one; all its columns are selected.
    ///   - rawLimit: most bytes of a record that are given.
    public init(_ reader: any RecordReader, rawLimit: Int = 1 << 20) {
        self.reader = reader
        self.rawLimit = rawLimit
        reader.select(columns: Array(reader.header.indices))
        batch = reader.makeBatch()
    }

    /// The records of these numbers, in their order, as far as there are any.
    public func records(_ numbers: Set<Int>) throws(ReadError) -> [RereadRecord] {
        guard let first = numbers.min(), let most = numbers.max() else { return [] }
        precondition(first > last, "records are read again in their order")
        last = most
        var found: [RereadRecord] = []
        // What is left of the batch comes first.
        take(numbers, into: &found)
        while found.count < numbers.count, !isAtEnd, !hasReached(most) {
            isAtEnd = try !reader.read(into: batch)
            if !isAtEnd { take(numbers, into: &found) }
        }
        return found
    }

    /// Whether the batch holds the number, or one behind it.
    private func hasReached(_ number: Int) -> Bool { batch.count > 0 && batch.number(at: batch.count - 1) >= number }

    private func take(_ numbers: Set<Int>, into found: inout [RereadRecord]) {
        for row in rows(of: numbers) {
            let cells = reader.header.indices.map { column in
                RereadRecord.Cell(name: reader.header[column], value: batch.text(of: batch.column(column)[row]))
            }
            found.append(
                RereadRecord(
                    position: batch.position(at: row),
                    raw: Array(batch.bytes(of: batch.spans[row]).prefix(rawLimit)), cells: cells))
        }
    }

    /// The first rows of the wanted records that stand in the batch, in their order.
    private func rows(of numbers: Set<Int>) -> [Int] {
        if !batch.isExploded, numbers.count < batch.count {
            let range = batch.firstRecord..<batch.firstRecord + batch.count
            return numbers.filter(range.contains).sorted().map { $0 - batch.firstRecord }
        }
        return (0..<batch.count).filter { batch.startsRecord($0) && numbers.contains(batch.number(at: $0)) }
    }
}

/// What is known of a file beside its bytes, for readers whose files do not say it themselves.
public struct FileFacts: Hashable, Sendable {
    /// Its place, as far as that means something: folders and name, `front/IMG_0042.jpg`.
    public var path: String
    /// When it was last changed, in seconds since 1970.
    public var modified: Int?
    /// What a manifest beside it says of it, by the manifest's columns.
    public var manifest: [String: String]

    public init(path: String = "", modified: Int? = nil, manifest: [String: String] = [:]) {
        self.path = path
        self.modified = modified
        self.manifest = manifest
    }
}

/// What recognition found out about a file's layout, for the reader to start from.
public struct Layout: Hashable, Sendable {
    /// Lines before the header, blank ones not counted; of CSV.
    public var preamble: Int
    /// What divides the cells; of CSV.
    public var delimiter: UInt8
    /// Columns that the file spells otherwise than the format, and their names in it; of CSV.
    public var spellings: [String: String]
    /// Whether the format's own files are divided so; otherwise a spreadsheet has saved them again.
    public var isDelimiterOwn: Bool
    /// How its text is encoded where the header shows it; nil goes by the first bytes; of CSV.
    public var encoding: Encoding?

    public init(
        preamble: Int = 0, delimiter: UInt8 = UInt8(ascii: ","), spellings: [String: String] = [:],
        isDelimiterOwn: Bool = true, encoding: Encoding? = nil
    ) {
        self.preamble = preamble
        self.delimiter = delimiter
        self.spellings = spellings
        self.isDelimiterOwn = isDelimiterOwn
        self.encoding = encoding
    }
}

/// Opens the reader that a format names.
public enum ReaderOpening {
    /// A reader at the first record.
    ///
    /// - Parameters:
    ///   - facts: what is known of the file beside its bytes.
    ///   - columns: the names that the format mentions; what has no header line presents these as its header.
    public static func open(
        _ source: any ByteSource, _ definition: ReaderDefinition, layout: Layout, about facts: FileFacts = FileFacts(),
        columns: [String]
    ) throws(ReadError) -> any RecordReader {
        switch definition {
        case .csv(var csv):
            // A program that divides the cells anew writes their quotes anew.
            if !layout.isDelimiterOwn, csv.quoting == .unescaped { csv.quoting = .doubled }
            return try CSVReader(
                source, csv, delimiter: layout.delimiter, header: .after(layout.preamble), spellings: layout.spellings,
                encoding: layout.encoding, columns: columns)
        case .json(let json):
            return try JSONReader(source, json, columns: columns)
        case .jsonl(let lines):
            let isFlat = lines.records.allSatisfy { $0.steps.isEmpty }
            return isFlat
                ? JSONLinesReader(source, lines, columns: columns) : try JSONReader(source, lines, columns: columns)
        case .xml(let xml): return XMLReader(source, xml, columns: columns)
        case .sql(let sql): return try SQLReader(source, sql, columns: columns)
        case .activity(let activity): return ActivityReader(source, activity, columns: columns)
        case .jpeg: return JPEGReader(source, about: facts, columns: columns)
        }
    }
}
