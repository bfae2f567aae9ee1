public import Definitions

/// Whose records a file holds.
public enum Ownership: Equatable, Sendable {
    /// One user's, by id.
    case one(high: UInt64, low: UInt64)
    /// One user's whose id is not known yet (no database was asked).
    case unresolved
    /// Each row names its owner.
    case payload
}

/// A format made ready for one file: columns found, units and zones settled, words sorted.
public struct MappingPlan: Sendable {
    public let format: Format
    public let dataset: Dataset
    public let ownership: Ownership
    /// Header positions that Reading has to keep, in the order of the batch's columns.
    public let sourceColumns: [Int]
    /// Names of those columns.
    public let sourceNames: [String]
    /// Fields of the dataset that this file gives, in the dataset's order.
    public let fields: [Field]
    /// The rows a record may become; one without fields of its own where nothing is unpivoted.
    let cases: [Case]
    let base: [CompiledField]
    let skips: [(cells: [(column: Int, words: WordTable)], because: String)]
    let person: CompiledPerson?
    let missing: WordTable
    /// Field whose value is the row's id, if the source gives it.
    public let idField: Int?
    public let ownerField: Int?
    /// Fields that hold the source's own id of a record; empty where it has none.
    let sourceKey: [Int]
    /// Fields of the dataset's natural key: equal ones are several events, and are numbered.
    let naturalKey: [Int]
    let keyNamespace: (high: UInt64, low: UInt64)

    struct Case: Sendable {
        let person: CompiledPerson?
        let own: [CompiledField]
    }

    /// Compiles a format for a file with this header.
    public init(
        format: Format, dataset: Dataset, header: [String], settings: [String: String], ownership: Ownership
    ) throws(MappingError) {
        var columns = ColumnFinder(header: header)
        let missing = WordTable(format.missing)
        var base: [CompiledField] = []
        let required = Set(dataset.fields.filter(\.isRequired).map(\.name))
        for mapping in format.fields {
            let field = try CompiledField.make(
                mapping, dataset: dataset, columns: &columns, settings: settings,
                isRequired: required.contains(mapping.field))
            if let field { base.append(field) }
        }
        var cases: [Case] = []
        for unpivot in format.unpivot {
            var own: [CompiledField] = []
            for mapping in unpivot.fields {
                let field = try CompiledField.make(
                    mapping, dataset: dataset, columns: &columns, settings: settings, isRequired: false)
                if let field { own.append(field) }
            }
            let person = try CompiledPerson.make(unpivot.person, columns: &columns, settings: settings)
            // A case none of whose columns is in this file gives no rows.
            if own.contains(where: { $0.column != nil }) { cases.append(Case(person: person, own: own)) }
        }
        if format.unpivot.isEmpty { cases = [Case(person: nil, own: [])] }
        person = try CompiledPerson.make(format.person, columns: &columns, settings: settings)
        skips = format.skip.compactMap { rule in
            let cells = rule.when.compactMap { entry in
                columns.find([entry.column]).map { (column: $0, words: WordTable(entry.words)) }
            }
            return cells.count == rule.when.count ? (cells, rule.because) : nil
        }

        let table = dataset.tables.first
        let ownerName = table?.owner ?? ""
        let given = Set(base.map(\.name)).union(cases.flatMap { $0.own.map(\.name) })
        fields = dataset.fields.filter { given.contains($0.name) }
        var positions: [String: Int] = [:]
        for (index, field) in fields.enumerated() { positions[field.name] = index }
        self.base = base.map { $0.placed(at: positions[$0.name]) }
        self.cases = cases.map { unpivot in
            Case(person: unpivot.person, own: unpivot.own.map { $0.placed(at: positions[$0.name]) })
        }
        idField = table.flatMap { positions[$0.key] }
        ownerField = positions[ownerName]
        if ownership == .payload, ownerField == nil {
            throw .missingColumn(field: ownerName, columns: [ownerName])
        }
        sourceKey =
            format.key.count == format.key.filter({ positions[$0] != nil }).count
            ? format.key.compactMap { positions[$0] } : []
        naturalKey = (table?.identity ?? []).compactMap { positions[$0] }
        keyNamespace = Self.namespace(of: dataset.name)
        self.missing = missing
        self.format = format
        self.dataset = dataset
        self.ownership = ownership
        sourceColumns = columns.used
        sourceNames = columns.used.map { header[$0] }
    }

    /// Namespace of a dataset's ids: version 5 of its name in the URL namespace of RFC 9562.
    static func namespace(of dataset: String) -> (high: UInt64, low: UInt64) {
        let url: (high: UInt64, low: UInt64) = (0x6BA7_B811_9DAD_11D1, 0x80B4_00C0_4FD4_30C8)
        return Array("scorebook:\(dataset)".utf8).withUnsafeBytes { UUIDText.version5(namespace: url, name: $0) }
    }
}

/// Finds columns by name and remembers which were asked for.
struct ColumnFinder {
    let header: [String]
    private(set) var used: [Int] = []

    init(header: [String]) { self.header = header }

    /// Position among the used columns of the first name that the header has.
    mutating func find(_ names: [String]) -> Int? {
        for name in names {
            guard let index = header.firstIndex(where: { $0 == name }) else { continue }
            if let known = used.firstIndex(of: index) { return known }
            used.append(index)
            return used.count - 1
        }
        return nil
    }

    func name(_ column: Int) -> String { header[used[column]] }
}
