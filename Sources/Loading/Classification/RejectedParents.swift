internal import Definitions
internal import Normalising
internal import Records

/// Parents of records that were rejected before they were staged: a workout with a set that cannot be read.
///
/// The file does not contain all of their rows, so nothing is deleted below them.
struct RejectedParents {
    /// Ids by the name of their table.
    private(set) var keys: [String: Set<UUIDText.Halves>] = [:]
    /// Whether the parent of such a record is unknown: then it may be any row.
    var isAny = false

    /// Most ids that are kept.
    private static let most = 10_000

    /// Adds the parents of a rejected record.
    mutating func add(_ index: Int, of batch: MappedBatch, _ tables: [TableLoad]) {
        guard !isAny else { return }
        for root in Set(tables.compactMap { $0.staged.replacedParent == nil ? nil : $0.staged.table.parent?.table })
        where !tables.contains(where: { $0.staged.table.name == root && $0.staged.replacedParent != nil }) {
            guard let found = ids(of: root, index, batch) else {
                isAny = true
                return
            }
            keys[root, default: []].formUnion(found)
            if keys[root, default: []].count > Self.most { isAny = true }
        }
    }

    /// Rows of a table turned out to be those of other ids.
    mutating func take(_ ids: [(old: UUIDText.Halves, new: UUIDText.Halves)], of table: String) {
        for id in ids where keys[table]?.contains(id.old) == true { keys[table, default: []].insert(id.new) }
    }

    /// The ids of a record's rows in a table; nil where they depend on rejected values.
    private func ids(of name: String, _ index: Int, _ batch: MappedBatch) -> Set<UUIDText.Halves>? {
        var found: Set<UUIDText.Halves> = []
        var parts: [(part: MappedBatch.Part, table: Int)] = []
        for part in batch.parts where part.examined[index] == 1 {
            if let table = part.plan.tables.firstIndex(where: { $0.table.name == name }) { parts.append((part, table)) }
        }
        // A record that no part examined may be anything. One of other datasets' parts has no row in this table.
        guard !parts.isEmpty else { return batch.parts.contains { $0.examined[index] == 1 } ? [] : nil }
        var end = index + 1
        while end < batch.count, !batch.raw.startsRecord(end) { end += 1 }
        for (part, number) in parts {
            let fields = part.plan.tables[number].table.identity + part.plan.record.key
            let key = part.plan.record.key.map { name in part.plan.fields.firstIndex { $0.name == name } }
            for row in index..<end {
                if fields.contains(where: { batch.hasDefect(row, field: $0) }) { return nil }
                for rows in part.rows where rows.present[row] == 1 {
                    let ids = rows.tables[number]
                    let hasKey = !key.isEmpty && key.allSatisfy { $0.flatMap { rows.columns[$0] }?.valid[row] == 1 }
                    guard ids.present[row] == 1 || hasKey else { return nil }
                    found.insert(UUIDText.Halves(high: ids.idHigh[row], low: ids.idLow[row]))
                }
            }
        }
        return found.isEmpty ? nil : found
    }
}
