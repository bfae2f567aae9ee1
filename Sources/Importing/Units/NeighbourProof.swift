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

    /// Fewer equal values of a day say nothing, and nine of ten have to be equal: two devices may have counted one minute.
    private static let fewest = 20
    /// Files of so many days, from a little before the file's own on.
    private static let most = (before: 2, after: 38)

    /// Whether the files beside have the values of this one at its moments, on each of its days: where a clock is changed, or
    /// on a journey, the times of a zone are those of UTC for a while.
    func holds(_ rule: Format.Proof) throws -> Bool {
        let clock = DayReader(match.format, column: rule.columns.first ?? "", order: nil)
        var known: [Int: [Double]] = [:]
        try read(match.reader(of: file.open()), rule.columns, clock) { known[$0, default: []].append($1) }
        var seen: Set<Int> = []
        var csv = CSVReaderDefinition()
        csv.ragged = .pad
        for beside in nearest(place.cache.files(beside: rule.beside, of: place)) {
            // What cannot be read proves nothing, and is refused by itself.
            guard let beside = beside.open() else { continue }
            defer { beside.forget() }
            let reader = try? CSVReader(beside.open(), csv, delimiter: UInt8(ascii: ","), header: .after(0))
            guard let reader else { continue }
            try? read(reader, rule.theirs, DayReader()) { moment, value in
                if known[moment]?.contains(value) == true { seen.insert(moment) }
            }
        }
        var days: [Int: (all: Int, equal: Int)] = [:]
        for (moment, values) in known where values.contains(where: { $0 != 0 }) {
            let day = moment / 86_400_000_000
            days[day, default: (0, 0)].all += 1
            if seen.contains(moment) { days[day, default: (0, 0)].equal += 1 }
        }
        // The first and the last day may have a few moments only.
        return days.values.contains { $0.equal >= Self.fewest }
            && days.values.allSatisfy { $0.equal * 10 >= $0.all * 9 }
    }

    /// Those whose names have the days of the file's own name, where names have days.
    private func nearest(_ files: [ManifestCache.Neighbour]) -> ArraySlice<ManifestCache.Neighbour> {
        guard let day = Self.day(in: file.name) else { return files.prefix(Self.most.after) }
        let start = files.firstIndex { Self.day(in: $0.name).map { $0 >= day } ?? false } ?? files.count
        return files[max(0, start - Self.most.before)..<min(files.count, start + Self.most.after)]
    }

    private static func day(in name: String) -> Substring? { name.firstMatch(of: /\d{4}-\d\d-\d\d/)?.output }

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
