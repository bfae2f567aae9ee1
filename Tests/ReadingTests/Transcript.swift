import CSV
import Definitions
import Reading
import Records

/// Everything that a reader said about a source, to be compared.
struct Transcript: Equatable, Sendable {
    struct Line: Equatable, Sendable {
        var record: Int
        var line: Int
        var offset: Int
        var raw: String
        var cells: [String?]
        var quoted: [Bool]
        var defects: [String]
    }
    var header: [String] = []
    var lines: [Line] = []
    var account = ByteAccount()
    var error: ReadError?

    init(
        _ source: any ByteSource, _ definition: CSVReaderDefinition = CSVReaderDefinition(), delimiter: UInt8? = nil,
        header row: CSVReader.HeaderRow = .after(0), columns asked: [String] = [], limits: Limits = Limits(),
        select columns: [Int]? = nil, capacity: Int? = nil
    ) {
        self.init(select: columns, capacity: capacity) { () throws(ReadError) in
            try CSVReader(source, definition, delimiter: delimiter, header: row, columns: asked, limits: limits)
        }
    }

    /// - Parameter capacity: rows of a batch, if not as many as the reader takes.
    init(
        select columns: [Int]? = nil, capacity: Int? = nil, _ open: () throws(ReadError) -> any RecordReader
    ) {
        do throws(ReadError) {
            let reader = try open()
            header = reader.header
            if let columns { reader.select(columns: columns) }
            let batch =
                capacity.map {
                    RawBatch(capacity: $0, columnCount: columns?.count ?? header.count, byteCount: 64)
                } ?? reader.makeBatch()
            while try reader.read(into: batch) { take(batch) }
            account = reader.account
        } catch {
            self.error = error
        }
    }

    init(_ reader: some RecordReader, select columns: [Int]? = nil) {
        header = reader.header
        do throws(ReadError) {
            if let columns { reader.select(columns: columns) }
            let batch = reader.makeBatch()
            while try reader.read(into: batch) { take(batch) }
            account = reader.account
        } catch {
            self.error = error
        }
    }

    init(_ text: String, _ definition: CSVReaderDefinition = CSVReaderDefinition()) {
        self.init(MemorySource(Array(text.utf8)), definition)
    }

    private mutating func take(_ batch: RawBatch) {
        for row in 0..<batch.count {
            let position = batch.position(at: row)
            let cells = (0..<batch.columnCount).map { batch.column($0)[row] }
            lines.append(
                Line(
                    record: position.record, line: position.line, offset: position.byteOffset,
                    raw: batch.text(of: batch.spans[row]) ?? "", cells: cells.map(batch.text),
                    quoted: cells.map(\.isQuoted), defects: []))
        }
        for (row, defect) in batch.defects {
            let place = defect.byteOffset.map { "@\($0)" } ?? ""
            let field = defect.field.isEmpty ? "" : " \(defect.field)"
            lines[lines.count - batch.count + row].defects.append("\(defect.code.rawValue)\(place)\(field)")
        }
    }
}
