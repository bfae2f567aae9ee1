public import CSV
public import Definitions
public import Records

/// CSV to batches of raw cells.
///
///     source --> | carry | next bytes ......... | unescaped cells |   the batch's bytes
///                  ^     tokenised to the last           arena
///                  |     complete record
///                  +---- its rest, copied out for the next batch
///
/// A batch is filled to its mark before it is tokenised, so that the size of the pieces in which the bytes come
/// makes no difference to any batch. Memory does not grow with the input: a record may have 32 MB, a cell 1 MB.
public final class CSVReader: RecordReader {
    /// Where the header is.
    public enum HeaderRow: Sendable {
        /// After this many lines that are not blank; the format's shape may say that there is none.
        case after(Int)
        /// Nowhere; the first record shows how many columns there are.
        case none
    }

    public let header: [String]
    public let isHeadless: Bool
    public internal(set) var account = ByteAccount()
    let ragged: CSVReaderDefinition.Ragged
    /// Whether a row that is the header again is a record, which the format passes over.
    let passesHeaders: Bool
    /// Whether a row that begins as the header does, and goes on otherwise, is the header of another table.
    let mayHoldOtherTables: Bool
    /// The line of the header of the table below the file's own in which the reader is.
    var otherTable: Int?
    let duplicateNames: CSVReaderDefinition.DuplicateNames
    let encoding: Encoding
    /// What takes off the quotes that a second program put around rows or cells; nil in almost every file.
    let nested: NestedQuotes?
    /// Where the batch's bytes stand in the text that `nested` gives.
    var textStart = 0
    let source: any ByteSource
    let tokens: Tokens
    var tokeniser: Tokeniser
    /// Bytes read but not yet given out; the first is the start of a record.
    var carry: [UInt8]
    var sourceEnded: Bool
    /// Offset in the source of the first byte of `carry`.
    var offset: Int
    var nextRecord = 1
    /// Bytes with which a batch is filled, next time.
    var fillMark = 1 << 18
    /// The header's cells as they stand, to know them again.
    var headerCells: [[UInt8]]
    /// Names of the columns that a record of the current table has; those of the header but for added ones.
    var names: [String]
    /// Columns kept, in the order of the batch.
    private(set) var selected: [Int]
    /// What there is beside a header row and data rows; nil on the fast path.
    var shaping: Shaping?
    /// Called for each section that begins, with the names of its columns.
    var onSection: ((_ title: String, _ names: [String]) -> Void)?

    static let cellBudget = 1 << 16
    static let largestFill = 1 << 20

    /// Reads up to and with the header.
    ///
    /// - Parameters:
    ///   - delimiter: the one chosen; nil takes the definition's first.
    ///   - header: by default the first record.
    ///   - spellings: names that stand in the header for others.
    ///   - encoding: the one that is known; nil goes by the first bytes.
    ///   - columns: those that are asked for, which a file of several tables presents as its header.
    public init(
        _ source: any ByteSource, _ definition: CSVReaderDefinition = CSVReaderDefinition(), delimiter: UInt8? = nil,
        header row: HeaderRow = .after(0), spellings: [String: String] = [:],
        encoding: Encoding? = nil, columns: [String] = [], limits: Limits = Limits()
    ) throws(ReadError) {
        let dialect = Dialect(
            delimiter: delimiter ?? definition.delimiters.first ?? UInt8(ascii: ","),
            quoting: definition.quoting.ofDialect)
        var opening = try Opening(source, Tokeniser(dialect, limits: limits), encoding: encoding)
        var shape: CSVShape?
        switch row {
        case .after(let preamble):
            shape = definition.shape.isPlain ? nil : definition.shape
            let found = try opening.takeNames(definition, after: preamble)
            (headerCells, names) = (found.cells, found.names.map { spellings[$0] ?? $0 })
            isHeadless = false
        case .none:
            headerCells = []
            names = (1...max(1, try opening.firstWidth())).map { "#\($0)" }
            isHeadless = true
        }
        let said = shape.map { opening.said(to: $0) } ?? [:]
        if shape?.sections != nil {
            header = columns
        } else {
            // A file without such a line before its header has no such column.
            let unsaid = (shape?.stateRows ?? []).filter { $0.isBefore && said[$0.into] == nil }.map(\.into)
            header =
                names + (shape?.addedColumns ?? []).filter { [names] in !names.contains($0) && !unsaid.contains($0) }
        }
        self.source = opening.source
        passesHeaders = definition.shape.isHeaderRepeated
        // Where rows of any width are borne, the format itself distinguishes its own from those of others.
        let hasOneTable =
            definition.shape.sections == nil && definition.shape.recordColumn == nil && definition.ragged != .skip
        let isKnownByTwo = headerCells.count > 2 && Self.isName(headerCells[0]) && Self.isName(headerCells[1])
        mayHoldOtherTables = hasOneTable && !passesHeaders && isKnownByTwo
        ragged = definition.ragged
        duplicateNames = definition.duplicateNames
        self.encoding = opening.encoding
        nested = opening.nested
        textStart = opening.at
        tokens = opening.tokens
        tokeniser = opening.tokeniser
        carry = Array(opening.bytes[opening.at...])
        sourceEnded = opening.sourceEnded
        offset = opening.offset
        account = opening.account
        selected = Array(header.indices)
        if let shape {
            shaping = Shaping(shape, said: said)
            resolveShape()
        }
    }

    public func select(columns: [Int]) {
        precondition(columns.allSatisfy(header.indices.contains), "a column that this source does not have")
        selected = columns
        if shaping != nil { resolveShape() }
    }

    public func makeBatch() -> RawBatch { makeBatch(forBytes: .max) }

    public func makeBatch(forBytes bytes: Int) -> RawBatch {
        var capacity = min(8192, max(1, Self.cellBudget / max(1, selected.count)))
        // Records of a small file are taken for 16 bytes at least; more of them take several batches.
        capacity = min(capacity, max(64, bytes / 16))
        // Columns a power of two apart would all fall on the same lines of the cache.
        if capacity >= 64 && capacity % 16 == 0 { capacity -= 8 }
        if shaping?.shape.explode != nil { capacity = max(capacity, Shaping.mostRows) }
        return RawBatch(
            capacity: capacity, columnCount: selected.count, byteCount: Self.largestFill + Self.largestFill / 8)
    }
}

extension CSVReader {
    /// Column names without outer blanks, no-break spaces among them; equal ones refused or numbered.
    static func names(
        _ cells: [[UInt8]], _ duplicates: CSVReaderDefinition.DuplicateNames
    ) throws(ReadError) -> [String] {
        try names(cells.map { trimmed(String(decoding: $0, as: UTF8.self)) }, duplicates)
    }

    private static func names(
        _ plain: [String], _ duplicates: CSVReaderDefinition.DuplicateNames
    ) throws(ReadError) -> [String] {
        // Where each name stood first, and its last number; a name is given once only, as it is or made.
        var seen: [String: (first: Int, number: Int)] = [:]
        var names: [String] = []
        var taken = Set(plain)
        for (index, name) in plain.enumerated() {
            guard case (let first, var number)? = seen[name], !name.isEmpty else {
                seen[name] = (index, 1)
                names.append(name)
                continue
            }
            let isRefused =
                switch duplicates {
                case .refuse: true
                case .number: false
                case .numberUnless(let single): single.contains(name)
                }
            if isRefused { throw .duplicateName(first: first + 1, second: index + 1) }
            repeat { number += 1 } while !taken.insert("\(name)#\(number)").inserted
            seen[name] = (first, number)
            names.append("\(name)#\(number)")
        }
        return names
    }

    /// The names that a definition gives the columns of these header rows.
    static func names(_ rows: [[[UInt8]]], _ definition: CSVReaderDefinition) throws(ReadError) -> [String] {
        try names(rows.map { row in row.map { trimmed(String(decoding: $0, as: UTF8.self)) } }, definition)
    }

    static func names(_ texts: [[String]], _ definition: CSVReaderDefinition) throws(ReadError) -> [String] {
        guard var plain = texts.last else { return [] }
        if definition.shape.header == .labelledRow, texts.count > 1 {
            var label = ""
            for (index, name) in plain.enumerated() {
                if index < texts[0].count, !texts[0][index].isEmpty { label = texts[0][index] }
                if !label.isEmpty, !name.isEmpty { plain[index] = "\(label)/\(name)" }
            }
        }
        return try names(stripped(plain, definition.shape.prefixes), definition.duplicateNames)
    }

    /// Names without the prefixes; one whose plain name stands there too keeps its own.
    private static func stripped(_ names: [String], _ prefixes: [String]) -> [String] {
        guard !prefixes.isEmpty else { return names }
        let originals = Set(names)
        return names.map { name in
            for prefix in prefixes where name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count {
                let rest = String(name.dropFirst(prefix.count))
                if !originals.contains(rest) { return rest }
            }
            return name
        }
    }

    /// Names by place: those given, then `#3`, `#4`, ...
    static func names(byPlace given: [String], width: Int) -> [String] {
        (0..<max(1, width)).map { $0 < given.count ? given[$0] : "#\($0 + 1)" }
    }

    /// Whether a cell of the header has a letter.
    private static func isName(_ cell: [UInt8]) -> Bool { cell.contains { $0 > 0x40 } }

    static func trimmed(_ name: String) -> String {
        let blanks: Set<Unicode.Scalar> = [" ", "\t", "\u{A0}", "\u{202F}", "\u{FEFF}", "\r", "\n"]
        let scalars = name.unicodeScalars
        guard let first = scalars.firstIndex(where: { !blanks.contains($0) }),
            let last = scalars.lastIndex(where: { !blanks.contains($0) })
        else { return "" }
        return String(scalars[first...last])
    }
}
