import Definitions
import Reading
import Records

/// All that a reader says of a text.
struct JSONProbe: Equatable {
    struct Row: Equatable {
        var record: Int
        var line: Int
        var offset: Int
        var cells: [String?]
        var raw: String
        var defects: [String]
    }

    var rows: [Row] = []
    var failure: ReadError?
    var total = 0

    /// Reads with a reader that `open` makes of the text in pieces.
    init(
        _ text: [UInt8], chunk: Int = .max, _ open: (any ByteSource) throws(ReadError) -> any RecordReader
    ) {
        do throws(ReadError) {
            let reader = try open(MemorySource(text, chunk: chunk))
            let batch = reader.makeBatch()
            while try reader.read(into: batch) {
                for row in 0..<batch.count {
                    let position = batch.position(at: row)
                    rows.append(
                        Row(
                            record: position.record, line: position.line, offset: position.byteOffset,
                            cells: (0..<batch.columnCount).map { batch.text(of: batch.column($0)[row]) },
                            raw: batch.text(of: batch.spans[row]) ?? "",
                            defects: batch.defects.filter { $0.index == row }.map { _, defect in
                                "\(defect.code.rawValue) \(defect.field) \(defect.byteOffset ?? -1)"
                            }))
                }
            }
            total = reader.account.total
        } catch { failure = error }
    }

    static func document(
        _ text: String, _ patterns: [String] = [], columns: [String], chunk: Int = .max,
        _ change: (inout JSONReaderDefinition) -> Void = { _ in }
    ) -> JSONProbe {
        var definition = JSONReaderDefinition(records: patterns.compactMap { JSONPath($0) })
        change(&definition)
        return JSONProbe(Array(text.utf8), chunk: chunk) { source throws(ReadError) in
            try JSONReader(source, definition, columns: columns)
        }
    }

    static func lines(
        _ text: String, _ patterns: [String] = [], columns: [String], chunk: Int = .max,
        _ change: (inout JSONLinesReaderDefinition) -> Void = { _ in }
    ) -> JSONProbe {
        lines(Array(text.utf8), patterns, columns: columns, chunk: chunk, change)
    }

    static func lines(
        _ text: [UInt8], _ patterns: [String] = [], columns: [String], chunk: Int = .max,
        _ change: (inout JSONLinesReaderDefinition) -> Void = { _ in }
    ) -> JSONProbe {
        var definition = JSONLinesReaderDefinition(records: patterns.compactMap { JSONPath($0) })
        change(&definition)
        return JSONProbe(text, chunk: chunk) { source throws(ReadError) in
            try ReaderOpening.open(source, .jsonl(definition), layout: Layout(), columns: columns)
        }
    }
}
