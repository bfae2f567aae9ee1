import Definitions
import Discovering
import Foundation
import Reading
import Records

/// A file of `Samples/`, with where its records are.
struct Sample {
    let name: String
    let bytes: [UInt8]
    let match: Recogniser.Match
    /// Each record's bytes.
    private(set) var records: [Range<Int>] = []

    /// Nil where no format recognises it.
    init?(_ path: String, name: String, _ recogniser: Recogniser) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        bytes = Array(data)
        self.name = name
        let head = Array(bytes.prefix(CSVHead.wideSize))
        guard let match = try? recogniser.recognise(head, isWhole: head.count == bytes.count) else { return nil }
        self.match = match
        if let reader = try? ReaderOpening.open(
            MemorySource(bytes), match.format.reader, layout: match.layout, about: FileFacts(path: name),
            columns: match.format.columns)
        {
            let batch = reader.makeBatch()
            while (try? reader.read(into: batch)) == true {
                for row in 0..<batch.count where batch.startsRecord(row) {
                    let start = batch.offsets[row]
                    let end = min(bytes.count, start + batch.spans[row].length)
                    if start < end { records.append(start..<end) }
                }
            }
        }
        if case .jpeg = match.format.reader { records = [] }
    }

    /// What stands between a record and the next one.
    func separator(after place: Int) -> [UInt8] {
        if place + 1 < records.count, records[place].upperBound <= records[place + 1].lowerBound {
            return Array(bytes[records[place].upperBound..<records[place + 1].lowerBound])
        }
        if case .json = match.format.reader { return [0x2C] }
        return [0x0A]
    }

    /// All samples, the faulty ones among them.
    static func all(in folder: String, _ recogniser: Recogniser) -> [Sample] {
        let names = FileManager.default.subpaths(atPath: folder)?.sorted() ?? []
        return names.filter { !$0.hasSuffix(".md") && !$0.hasSuffix(".zip") }
            .compactMap { Sample("\(folder)/\($0)", name: $0, recogniser) }
    }
}
