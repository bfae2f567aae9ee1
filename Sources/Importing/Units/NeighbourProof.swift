internal import Definitions
internal import Discovering
internal import Normalising
internal import Reading
internal import Records

/// Finds what a format leaves open by files beside, which say the same of the same moments in UTC.
struct NeighbourProof {
    let file: SourceFile
    let match: Recogniser.Match
    let place: FilePlace

    /// Fewer equal values say nothing, and nine of ten have to be equal: two devices may have counted one minute.
    private static let fewest = 20
    private static let mostFiles = 40

    /// Whether the files beside have the values of this one at its moments.
    func holds(_ rule: Format.Proof) throws -> Bool {
        let clock = DayReader(match.format, column: rule.columns.first ?? "", order: nil)
        var known: [Int: [Double]] = [:]
        try read(match.reader(of: file.open()), rule.columns, clock) { known[$0, default: []].append($1) }
        guard !known.isEmpty else { return false }
        var seen: [Int: Bool] = [:]
        var csv = CSVReaderDefinition()
        csv.ragged = .pad
        for beside in place.cache.files(beside: rule.beside, of: place).prefix(Self.mostFiles) {
            // What cannot be read proves nothing, and is refused by itself.
            let reader = try? CSVReader(beside.open(), csv, delimiter: UInt8(ascii: ","), header: .after(0))
            guard let reader else { continue }
            try? read(reader, rule.theirs, DayReader()) { moment, value in
                guard let values = known[moment], value != 0 else { return }
                seen[moment] = seen[moment] == true || values.contains(value)
            }
        }
        let equal = seen.count { $0.value }
        return equal >= Self.fewest && equal * 10 >= seen.count * 9
    }

    /// Reads moments and values, at most so many that they fit in memory.
    private func read(
        _ reader: any RecordReader, _ columns: [String], _ clock: DayReader, _ body: (Int, Double) -> Void
    ) throws {
        let places = columns.compactMap { reader.header.firstIndex(of: $0) }
        guard places.count == 2 else { return }
        reader.select(columns: places)
        let batch = reader.makeBatch(forBytes: file.bytes)
        var count = 0
        while count < 500_000, try reader.read(into: batch) {
            let (moments, values) = (batch.column(0), batch.column(1))
            for index in 0..<batch.count where !moments[index].isAbsent && !values[index].isAbsent {
                guard let moment = clock.moment(batch.bytes(of: moments[index])),
                    let value = batch.text(of: values[index]).flatMap(Double.init)
                else { continue }
                body(moment, value)
            }
            count += batch.count
        }
    }
}
