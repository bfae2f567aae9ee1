public import Definitions

/// What recognition found out about a file's layout, for the reader to start from.
public struct Layout: Hashable, Sendable {
    /// Lines before the header, blank ones not counted; of CSV.
    public var preamble: Int
    /// What divides the cells; of CSV.
    public var delimiter: UInt8
    /// Columns that the file spells otherwise than the format, and their names in it; of CSV.
    public var spellings: [String: String]
    /// Whether the format's own files are divided so; otherwise a spreadsheet has saved them anew.
    public var isDelimiterOwn: Bool

    public init(
        preamble: Int = 0, delimiter: UInt8 = UInt8(ascii: ","), spellings: [String: String] = [:],
        isDelimiterOwn: Bool = true
    ) {
        self.preamble = preamble
        self.delimiter = delimiter
        self.spellings = spellings
        self.isDelimiterOwn = isDelimiterOwn
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
        case .csv(let csv):
            return try CSVReader(
                source, csv, delimiter: layout.delimiter, header: .after(layout.preamble), spellings: layout.spellings,
                columns: columns)
        case .json(let json):
            return try JSONReader(source, json, columns: columns)
        case .jsonl(let lines):
            let isFlat = lines.records.allSatisfy { $0.steps.isEmpty }
            return isFlat
                ? JSONLinesReader(source, lines, columns: columns) : try JSONReader(source, lines, columns: columns)
        case .xml(let xml): return XMLReader(source, xml, columns: columns)
        case .sql(let sql): return try SQLReader(source, sql, columns: columns)
        case .jpeg: return JPEGReader(source, about: facts, columns: columns)
        }
    }
}
