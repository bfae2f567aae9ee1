internal import Definitions
internal import Discovering
internal import Reading
internal import Records

/// A file that says more about those beside it: `photos.csv` with the columns `file`, `angle`, `taken_on`.
///
/// `file` is a path below the manifest's own folder. JSON holds the same as an array of objects, at the root or under
/// `photos`.
struct Manifest {
    /// What it says, by file and column; empty cells are left out.
    let entries: [String: [String: String]]

    static let key = "file"
    private static let mostBytes = 16 << 20

    /// Reads a manifest; columns that no format asks for are passed over.
    init(_ file: SourceFile, columns: [String]) throws {
        guard file.bytes <= Self.mostBytes else {
            throw Refusal(.tooLarge, reason: "it has more than 16 MB, too much for a manifest")
        }
        let reader: any RecordReader
        do {
            reader = try Self.reader(of: file, columns: [Self.key] + columns)
        } catch { throw Refusal(error) }
        guard let place = reader.header.firstIndex(of: Self.key) else {
            throw Refusal(
                .manifest,
                reason: "the manifest has no column `file`; beside it a manifest has columns such as "
                    + columns.joined(separator: ", "))
        }
        let wanted = columns.compactMap { name in
            reader.header.firstIndex(of: name).map { (name: name, place: $0) }
        }
        reader.select(columns: [place] + wanted.map(\.place))
        var entries: [String: [String: String]] = [:]
        let batch = reader.makeBatch()
        do {
            while try reader.read(into: batch) {
                if let defect = batch.defects.first {
                    let line = batch.lines[defect.index]
                    throw ReadError.manifest(line: line, code: defect.defect.code.rawValue)
                }
                for row in 0..<batch.count {
                    guard let file = batch.text(of: batch.column(0)[row])?.trimmingBlanks, !file.isEmpty else {
                        continue
                    }
                    let said = wanted.enumerated().compactMap { index, column -> (String, String)? in
                        let text = batch.text(of: batch.column(index + 1)[row])?.trimmingBlanks ?? ""
                        return text.isEmpty ? nil : (column.name, text)
                    }
                    let values = Dictionary(said) { first, _ in first }
                    if let known = entries[file], known != values {
                        throw ReadError.manifest(line: batch.lines[row], code: "conflicting_duplicate")
                    }
                    entries[file] = values
                }
            }
        } catch { throw Refusal(error) }
        self.entries = entries
    }

    private static func reader(of file: SourceFile, columns: [String]) throws -> any RecordReader {
        if file.name.lowercased().hasSuffix(".json") {
            let paths = ["[*]", "photos[*]"].compactMap { JSONPath($0) }
            return try JSONReader(file.open(), JSONReaderDefinition(records: paths), columns: columns)
        }
        var definition = CSVReaderDefinition()
        definition.delimiters = [",", ";", "\t"].map { UInt8(ascii: $0) }
        definition.ragged = .pad
        let head = try file.opening(CSVHead.size)
        let delimiter = try CSVHead(head.bytes, isWhole: head.isWhole).sniffedDelimiter(among: definition.delimiters)
        return try CSVReader(file.open(), definition, delimiter: delimiter, header: .after(0))
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var rest = Substring(self)
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
