internal import Records

/// The last values of records that belong together, while a file is read.
final class LastValues {
    private let order: RecordOrder
    private var values: [Key: Int64] = [:]
    /// Zones that records have named, by their names; nil where there is no such zone.
    private var zones: [[UInt8]: TimeZone?] = [:]

    init(_ order: RecordOrder) { self.order = order }

    struct Key: Hashable {
        var field: Int
        var cells: [UInt8]
    }

    /// Most keys that are remembered; with more of them all are forgotten, and what comes next is a first again.
    static let most = 1 << 16

    /// Most names of zones that are remembered.
    private static let mostZones = 1000

    /// The zone of a name; nil where there is none.
    func zone(named name: UnsafeRawBufferPointer) throws(TimeZone.Unread) -> TimeZone? {
        guard name.count <= 64 else { return nil }
        let key = Array(name)
        if let known = zones[key] { return known }
        let found = try TimeZone(named: String(decoding: key, as: UTF8.self))
        if zones.count >= Self.mostZones { zones.removeAll() }
        zones[key] = .some(found)
        return found
    }

    func swap(_ key: Key, for value: Int64) -> Int64? {
        guard order == .ofTheFile else { return nil }
        if values.count >= Self.most, values[key] == nil { values.removeAll(keepingCapacity: true) }
        return values.updateValue(value, forKey: key)
    }
}
