internal import Records

/// What the files of one format looked like in one run: names of columns and units, and counts. Nothing of a record and
/// nothing of a person is in it, and it has a largest size.
public struct FormatProfile: Equatable, Sendable {
    public struct Column: Equatable, Sendable {
        public var name: String
        /// Files that have it.
        public var files: Int
        /// Files in which it holds something; nil where it is not read.
        public var filled: Int?
    }

    /// A column, or the field that it fills, and a unit in which its numbers came.
    public struct Measure: Hashable, Sendable {
        public var field: String
        public var unit: String
    }

    public var format: String
    public var files = 0
    public var records = 0
    public var rejected = 0
    public var columns: [Column] = []
    public var measures: [Measure] = []

    static let mostColumns = 500
    static let longestName = 100
    static let mostMeasures = 200

    init(_ format: String) { self.format = format }

    /// Adds a file.
    mutating func add(_ shape: UnitShape, _ ledger: Ledger) {
        files += 1
        records += ledger.read
        rejected += ledger.rejected
        var places = Dictionary(columns.enumerated().map { ($1.name, $0) }) { first, _ in first }
        for column in shape.columns {
            let name = String(column.name.prefix(Self.longestName))
            guard !name.isEmpty else { continue }
            let place: Int
            if let known = places[name] {
                place = known
            } else {
                guard columns.count < Self.mostColumns else { continue }
                columns.append(Column(name: name, files: 0, filled: column.isFilled == nil ? nil : 0))
                place = columns.count - 1
                places[name] = place
            }
            columns[place].files += 1
            if let isFilled = column.isFilled {
                columns[place].filled = (columns[place].filled ?? 0) + (isFilled ? 1 : 0)
            }
        }
        for measure in shape.measures where !measures.contains(measure) && measures.count < Self.mostMeasures {
            measures.append(measure)
        }
    }

    /// Adds what another process of the same run has seen.
    mutating func add(_ other: FormatProfile) {
        files += other.files
        records += other.records
        rejected += other.rejected
        var places = Dictionary(columns.enumerated().map { ($1.name, $0) }) { first, _ in first }
        for column in other.columns {
            guard let place = places[column.name] else {
                guard columns.count < Self.mostColumns else { continue }
                places[column.name] = columns.count
                columns.append(column)
                continue
            }
            columns[place].files += column.files
            if let filled = column.filled { columns[place].filled = (columns[place].filled ?? 0) + filled }
        }
        for measure in other.measures where !measures.contains(measure) && measures.count < Self.mostMeasures {
            measures.append(measure)
        }
    }

    /// The share of records that were rejected.
    public var share: Double { records == 0 ? 0 : Double(rejected) / Double(records) }
}
