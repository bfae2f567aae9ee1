internal import Definitions
internal import Loading
internal import Normalising
internal import Postgres

/// Gives replayed rows the ids that they would have had in their file, as far as the ledger remembers it.
///
/// Two equal events of a file are the first and the second of their key. The file's good ones have been numbered without
/// the rejected, so a replayed one takes the next number that neither its unit nor a replay of it has written. Equal
/// events that the file's import found unchanged left no lineage; a replayed one is then taken for the first of them.
///
/// A row that a later file has written is left to that file.
struct ReplayNumbering {
    private struct ID: Hashable {
        var high: UInt64
        var low: UInt64
        var text: String { UUIDText.text(high: high, low: low) }
    }

    private let unit: ReplayUnit
    private let connection: Connection
    /// The number that the next event of a key tries first.
    private var next: [ID: Int] = [:]

    init(unit: ReplayUnit, connection: Connection) {
        self.unit = unit
        self.connection = connection
    }

    mutating func assignIDs(_ batch: MappedBatch) throws {
        for part in batch.parts {
            for rows in part.rows {
                for (plan, ids) in zip(part.plan.tables, rows.tables) {
                    try number(ids, of: plan.table.name, batch)
                    try leaveToLaterFiles(ids, of: plan.table.name, batch)
                }
            }
        }
        for index in 0..<batch.count where batch.isKept(index) {
            let rows = batch.parts.flatMap(\.rows).flatMap(\.tables)
            if rows.allSatisfy({ $0.present[index] == 0 }) { batch.skip(index, because: "a later file has it") }
        }
    }

    private mutating func number(
        _ rows: MappedBatch.Identities, of table: String, _ batch: MappedBatch
    ) throws {
        var open = indices(rows, batch).filter { rows.isCounted[$0] == 1 }
        while !open.isEmpty {
            let candidates = open.map { index in
                let occurrence = next[id(rows, index, 1), default: 1]
                next[id(rows, index, 1)] = occurrence + 1
                return id(rows, index, occurrence)
            }
            let taken = try written(candidates, of: table, by: "\(bind: unit.id)::bigint in (unit.id, \(Self.origin))")
            open = zip(open, candidates).compactMap { index, candidate in
                guard !taken.contains(candidate) else { return index }
                rows.idHigh[index] = candidate.high
                rows.idLow[index] = candidate.low
                // Numbered already: Loading has nothing to count.
                rows.isCounted[index] = 0
                return nil
            }
        }
    }

    private func leaveToLaterFiles(
        _ rows: MappedBatch.Identities, of table: String, _ batch: MappedBatch
    ) throws {
        let present = indices(rows, batch)
        let ids = present.map { id(rows, $0, 1) }
        let later = try written(ids, of: table, by: "coalesce(\(Self.origin), unit.id) > \(bind: unit.id)::bigint")
        for (index, id) in zip(present, ids) where later.contains(id) { rows.present[index] = 0 }
    }

    private static let origin: SQL = "(unit.settings ->> \(literal: ReplayUnit.origin))::bigint"

    private func indices(_ rows: MappedBatch.Identities, _ batch: MappedBatch) -> [Int] {
        (0..<batch.count).filter { rows.present[$0] == 1 && batch.isKept($0) }
    }

    /// The id of a row, or of its nth occurrence.
    private func id(_ rows: MappedBatch.Identities, _ index: Int, _ occurrence: Int) -> ID {
        let first = (high: rows.idHigh[index], low: rows.idLow[index])
        guard occurrence > 1 else { return ID(high: first.high, low: first.low) }
        let id = UUIDText.derived(from: first, String(occurrence))
        return ID(high: id.high, low: id.low)
    }

    /// Which of the ids stand in the lineage of the units that the condition names.
    private func written(_ ids: [ID], of table: String, by condition: SQL) throws -> Set<ID> {
        guard !ids.isEmpty else { return [] }
        let found: [String] = try connection.values(
            """
            select distinct block.key
            from scorebook.lineage
            join scorebook.units as unit on unit.id = lineage.unit_id and unit.status = 'loaded'
            cross join lateral unnest(lineage.keys) as block (key)
            where lineage.table_name = \(bind: table) and block.key = any (\(bind: ids.map(\.text))::uuid[])
                and (\(condition))
            """)
        return Set(found.compactMap { UUIDText.parse($0).map { ID(high: $0.high, low: $0.low) } })
    }
}
