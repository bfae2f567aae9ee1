public import Definitions
public import Records
internal import SQLDump

/// An SQL dump to batches of raw cells: the rows of all its tables, in the order of the file.
///
/// Every record has its table as `@record`. Memory does not grow with the dump: a row or statement may have 32 MB, a
/// value 1 MB. A dump that ends too early is refused as a whole.
public final class SQLReader: RecordReader {
    public let header: [String]
    public internal(set) var account = ByteAccount()
    let definition: SQLReaderDefinition
    let encoding: Encoding
    let source: any ByteSource
    var scanner: Scanner
    /// Bytes read but not yet given out; the first is where the next step begins.
    var carry: [UInt8]
    var sourceEnded = false
    /// Offset in the source of the first byte of `carry`.
    var offset: Int
    var nextRecord = 1
    /// Columns kept, in the order of the batch.
    private(set) var selected: [Int]
    /// Where their cells come from, in the current table.
    var origins: [Origin] = []
    /// Names of the current table's columns; empty where the dump does not say.
    var names: [String] = []
    var kind = FillDown()
    /// The table that names, origins and kind describe.
    var entered: DumpTable?
    /// Whether the current table's rows have cells.
    var isWanted = true
    /// Called for each table that begins.
    var onTable: ((_ name: String, _ columns: [String]) -> Void)?

    /// Where a kept cell comes from.
    enum Origin: Equatable {
        case value(Int)
        case kind
        case nowhere
    }

    static let fill = 1 << 20
    static let longestCell = 1 << 20

    /// - Parameter columns: those that are asked for, which it presents as its header.
    public init(
        _ source: any ByteSource, _ definition: SQLReaderDefinition = SQLReaderDefinition(), columns: [String],
        limit: Int = 32 << 20
    ) throws(ReadError) {
        let head = try source.next(1 << 16)
        guard !head.isEmpty else { throw .empty }
        if let kind = ContentKind.recognise(head) { throw .content(kind) }
        let mark = Encoding.mark(of: head)
        encoding = mark.encoding
        let rest = ReplayingSource(head: Array(head.dropFirst(mark.length)), rest: source)
        self.source = encoding == .utf8 ? rest : UTF16Source(rest, encoding: encoding)
        self.definition = definition
        scanner = Scanner(limit: limit)
        carry = []
        offset = mark.length
        account.mark = mark.length
        header = columns
        selected = Array(columns.indices)
    }

    public func select(columns: [Int]) {
        precondition(columns.allSatisfy(header.indices.contains), "a column that this source does not have")
        selected = columns
    }

    public func makeBatch() -> RawBatch {
        var capacity = min(8192, max(1, (1 << 16) / max(1, selected.count)))
        // Columns a power of two apart would all fall on the same lines of the cache.
        if capacity >= 64 && capacity % 16 == 0 { capacity -= 8 }
        return RawBatch(capacity: capacity, columnCount: selected.count, byteCount: Self.fill + Self.fill / 8)
    }

    /// Goes over to the scanner's table.
    func enterTable() {
        let table = scanner.table
        // pg_dump --inserts writes a statement a row.
        if table == entered { return }
        entered = table
        onTable?(table.name, table.columns)
        names = table.columns
        kind.set(Array(table.name.utf8))
        isWanted = definition.tables.isEmpty || definition.tables.contains(table.name)
        origins = selected.map { [isWanted] index in
            let name = header[index]
            if name == SQLReaderDefinition.kindColumn { return .kind }
            guard isWanted else { return .nowhere }
            if let column = names.firstIndex(of: name) { return .value(column) }
            guard names.isEmpty, name.first == "#", let place = Int(name.dropFirst()), place > 0 else {
                return .nowhere
            }
            return .value(place - 1)
        }
    }

    /// The tables of a dump and their columns, each once.
    public struct Names: Sendable {
        var found = (tables: NameList(), columns: NameList(), all: NameList())

        package init() {}

        public var tables: [String] { found.tables.names }
        public var columns: [String] { found.columns.names }
        /// `schema.table` and `schema.table(column)`, as a format is recognised.
        public var all: [String] { found.all.names }
    }

    /// Reads a dump for the names in it; what cannot be read ends it. At most 20,000 of each are returned.
    public static func names(_ source: any ByteSource) -> Names {
        var names = Names()
        guard let reader = try? SQLReader(source, columns: []) else { return names }
        reader.onTable = { table, columns in
            names.found.tables.add(table)
            names.found.all.add(table)
            for column in columns.prefix(NameList.most) {
                names.found.columns.add(column)
                names.found.all.add("\(table)(\(column))")
            }
        }
        let batch = reader.makeBatch()
        while (try? reader.read(into: batch)) == true {}
        return names
    }

    /// The names in the first bytes of a file; nil where they are not those of a dump.
    ///
    /// Any text is a statement until a semicolon comes: a dump says so by its first word.
    static func names(in head: [UInt8]) -> Set<String>? {
        let mark = Encoding.mark(of: head)
        let text = head.dropFirst(mark.length).filter { $0 != 0 }.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let start = String(decoding: text.prefix(64), as: UTF8.self).lowercased()
        let words = ["--", "/*", "\\restrict", "set ", "insert into ", "copy ", "begin", "select "]
        guard words.contains(where: start.hasPrefix) else { return nil }
        let names = names(MemorySource(head)).all
        return names.isEmpty && !start.hasPrefix("--") ? nil : Set(names)
    }
}

/// What is wrong with an SQL dump as a whole.
public enum DumpFault: Hashable, Sendable {
    case endsInCopy
    case endsInInsert
    case endsInStatement
    case endsInComment
    case lacksItsEnd
    case tooLong
    case copyOptions
    case encoding

    /// The fault that the scanner found, and the line on which what it concerns begins.
    static func of(_ error: DumpError) -> ReadError {
        switch error {
        case .incomplete(let part, let line):
            switch part {
            case .copy: .dump(.endsInCopy, line: line)
            case .insert, .row: .dump(.endsInInsert, line: line)
            case .statement: .dump(.endsInStatement, line: line)
            case .comment: .dump(.endsInComment, line: line)
            case .dump: .dump(.lacksItsEnd, line: line)
            }
        case .tooLong(_, let line): .dump(.tooLong, line: line)
        case .unsupportedCopy(let line): .dump(.copyOptions, line: line)
        case .unsupportedEncoding(let line): .dump(.encoding, line: line)
        }
    }

    /// What follows `line N:`.
    var wording: String {
        switch self {
        case .endsInCopy:
            "the file ends within the rows of a COPY, which `\\.` should close: it is truncated, dump again"
        case .endsInInsert: "the file ends within an INSERT: it is truncated, dump again"
        case .endsInStatement: "the file ends within a statement: it is truncated, dump again"
        case .endsInComment: "the file ends within a comment: it is truncated, dump again"
        case .lacksItsEnd:
            "the last line of the dump that begins here is missing, `PostgreSQL database dump complete`: dump again"
        case .tooLong: "a row or statement is longer than 32 MB"
        case .copyOptions: "COPY with options is not supported: dump again with pg_dump or `supabase db dump`"
        case .encoding: "the dump is not in UTF-8: dump again with --encoding=UTF8"
        }
    }
}
