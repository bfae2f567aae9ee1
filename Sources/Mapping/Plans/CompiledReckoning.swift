internal import Definitions
internal import Records

/// What is made of a whole number once it is read, with its columns found.
struct CompiledReckoning: Sendable {
    let plus: [Int]
    let since: [Int]
    let only: [Int64]
    /// Tells this field's last values from those of others.
    let number: Int

    static func make(
        _ mapping: FieldMapping, columns: inout ColumnFinder
    ) throws -> CompiledReckoning? {
        let reckoning = mapping.reckoning
        guard !reckoning.columns.isEmpty || !reckoning.only.isEmpty else { return nil }
        var found: [[Int]] = []
        for names in [reckoning.plus, reckoning.since] {
            var positions: [Int] = []
            for name in names {
                guard let position = columns.find([name]) else {
                    throw MappingError.missingColumn(field: mapping.field, columns: [name])
                }
                positions.append(position)
            }
            found.append(positions)
        }
        return CompiledReckoning(plus: found[0], since: found[1], only: reckoning.only, number: columns.nextNumber())
    }
}

/// The last values of records that belong together, while a file is read.
final class LastValues {
    private let order: RecordOrder
    private var values: [Key: Int64] = [:]

    init(_ order: RecordOrder) { self.order = order }

    struct Key: Hashable {
        var field: Int
        var cells: [UInt8]
    }

    /// Most keys that are remembered; with more of them all are forgotten, and what comes next is a first again.
    static let most = 1 << 16

    func swap(_ key: Key, for value: Int64) -> Int64? {
        guard order == .ofTheFile else { return nil }
        if values.count >= Self.most, values[key] == nil { values.removeAll(keepingCapacity: true) }
        return values.updateValue(value, forKey: key)
    }
}
