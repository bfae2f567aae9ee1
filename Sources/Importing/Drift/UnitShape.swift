internal import Normalising
internal import Records

/// What a file shows of its form while its records pass: which columns it has, which of them hold anything, and in which
/// units its numbers are. No value is kept.
final class UnitShape {
    /// The names of a header line; nil where each record has columns of its own, of which only those that the format reads
    /// are known.
    private let header: [String]?
    /// Those that are read, in the order of a batch.
    private let names: [String]
    private let sources: [UnitSource]
    private var seen: [Seen]
    private var units: [[String]]

    private enum Seen {
        case absent
        /// It is there, and empty so far.
        case empty
        case filled
    }

    init(header: [String]?, _ plan: MappingPlan) {
        self.header = header
        names = plan.sourceNames
        sources = plan.unitSources
        seen = Array(repeating: .absent, count: names.count)
        units = Array(repeating: [], count: sources.count)
    }

    /// Forgets what was seen: the file is read once more.
    func restart() {
        seen = Array(repeating: .absent, count: names.count)
        units = Array(repeating: [], count: sources.count)
    }

    func add(_ batch: RawBatch) {
        for column in names.indices where seen[column] != .filled && column < batch.columnCount {
            let cells = batch.column(column)
            for index in 0..<batch.count where !cells[index].isAbsent {
                seen[column] = cells[index].length == 0 ? .empty : .filled
                if seen[column] == .filled { break }
            }
        }
        for (place, source) in sources.enumerated() {
            for unit in source.units(in: batch) where !units[place].contains(unit) { units[place].append(unit) }
        }
    }

    /// The columns of the file, each with whether it held anything; nil where that is not known, since nobody reads it.
    var columns: [(name: String, isFilled: Bool?)] {
        let read = Dictionary(zip(names, seen)) { $0 == .filled ? $0 : $1 }
        guard let header else {
            var known: Set<String> = []
            return names.filter { known.insert($0).inserted && read[$0] != .absent }.map { ($0, read[$0] == .filled) }
        }
        return header.map { name in (name, read[name].map { $0 == .filled }) }
    }

    /// Each unit that was seen, with the column or field that is measured in it.
    var measures: [FormatProfile.Measure] {
        zip(sources, units).flatMap { source, units in
            units.map { .init(field: String(source.name.prefix(FormatProfile.longestName)), unit: $0) }
        }
    }
}
