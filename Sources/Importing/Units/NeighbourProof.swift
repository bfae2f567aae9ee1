internal import Definitions
internal import Discovering
internal import Normalising
internal import Reading
internal import Records

/// Proves a setting by neighbouring files that have equal values at equal moments in UTC.
struct NeighbourProof {
    let file: SourceFile
    let match: Recogniser.Match
    let place: FilePlace

    /// Least equal values on one day. Nine of ten have to be equal, as two devices may count the same minute.
    private static let fewest = 20
    /// Neighbours that are read, around the day in the file's own name.
    private static let most = (before: 2, after: 38)

    /// Whether the neighbours have the values of this file at its moments, on each of its days: a zone may agree with UTC
    /// for some days only, as before a change of clock or during a journey.
    func holds(_ rule: Format.Proof) throws -> Bool {
        let clock = DayReader(match.format, column: rule.columns.first ?? "", order: nil)
        var known: [Int: [Double]] = [:]
        let own = try match.reader(of: file.open())
        guard try read(own, rule.columns, clock, { known[$0, default: []].append($1) }) else { return false }
        var seen: Set<Int> = []
        var csv = CSVReaderDefinition()
        csv.ragged = .pad
        for neighbour in nearest(place.cache.neighbours(rule.beside, of: place)) {
            // An unreadable neighbour proves nothing, and is refused as a file of its own.
            guard let source = neighbour.open() else { continue }
            defer { source.forget() }
            let reader = try? CSVReader(source.open(), csv, delimiter: UInt8(ascii: ","), header: .after(0))
            guard let reader else { continue }
            _ = try? read(reader, rule.theirs, DayReader()) { moment, value in
                if known[moment]?.contains(value) == true { seen.insert(moment) }
            }
        }
        var days: [Int: (all: Int, equal: Int)] = [:]
        for (moment, values) in known where values.contains(where: { $0 != 0 }) {
            let day = moment / 86_400_000_000
            days[day, default: (0, 0)].all += 1
            if seen.contains(moment) { days[day, default: (0, 0)].equal += 1 }
        }
        return days.values.contains { $0.equal >= Self.fewest }
            && days.values.allSatisfy { $0.equal * 10 >= $0.all * 9 }
    }

    /// Selects the neighbours around the day in the file's name, if names have days.
    private func nearest(_ files: [ManifestCache.Neighbour]) -> ArraySlice<ManifestCache.Neighbour> {
        guard let day = Self.day(in: file.name) else { return files.prefix(Self.most.after) }
        let start = files.firstIndex { Self.day(in: $0.name).map { $0 >= day } ?? false } ?? files.count
        return files[max(0, start - Self.most.before)..<min(files.count, start + Self.most.after)]
    }

    private static func day(in name: String) -> Substring? { name.firstMatch(of: /\d{4}-\d\d-\d\d/)?.output }

    /// Reads moments and values; false if there are more than fit in memory, or a column is missing.
    private func read(
        _ reader: any RecordReader, _ columns: [String], _ clock: DayReader, _ body: (Int, Double) -> Void
    ) throws -> Bool {
        let places = columns.compactMap { reader.header.firstIndex(of: $0) }
        guard places.count == 2 else { return false }
        reader.select(columns: places)
        let batch = reader.makeBatch(forBytes: file.bytes)
        var count = 0
        while try reader.read(into: batch) {
            guard count < 500_000 else { return false }
            let (moments, values) = (batch.column(0), batch.column(1))
            for index in 0..<batch.count where !moments[index].isAbsent && !values[index].isAbsent {
                guard let moment = clock.moment(batch.bytes(of: moments[index])),
                    let value = batch.text(of: values[index]).flatMap(Double.init)
                else { continue }
                body(moment, value)
            }
            count += batch.count
        }
        return true
    }
}
