internal import Definitions
internal import Discovering
internal import Loading
internal import Mapping
internal import Reading

/// A file whose format, owner, settings and ledger key are settled: ready to be read.
struct PreparedUnit {
    let file: SourceFile
    let match: Recogniser.Match
    let plan: MappingPlan
    /// Without the content's hash in `validate`, which takes it from the reading.
    let key: UnitKey
    let settings: [(name: String, value: String)]

    /// A reader at the first record.
    func reader(of source: any ByteSource) throws(ReadError) -> CSVReader {
        guard case .csv(let definition) = match.format.reader else { throw .empty }
        return try CSVReader(
            source, definition, delimiter: match.delimiter,
            header: .after(match.preamble))
    }

    func description(named name: String) -> UnitDescription {
        UnitDescription(
            key: key, source: name, bytes: file.bytes, format: match.format.name, datasets: [plan.dataset.name],
            settings: settings)
    }
}

/// Why a file is not imported, and nothing of it: bad input, for a person to mend.
struct Refusal: Error {
    var reason: String
    var sha256: [UInt8]?
    var bytes = 0
    var format: String?
}
