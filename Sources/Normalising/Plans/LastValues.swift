internal import Records

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
