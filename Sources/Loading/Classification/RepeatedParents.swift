internal import Definitions
public import Normalising

/// Separates rows of a table that have the same identity but are repeated: an exercise of a workout that is done once more, with
/// another exercise in between.
///
/// ```
/// set      0  1  |  0  1  2  |  0        how often it came:  1 1 | 1 1 1 | 2
/// exercise squat | press     | squat     the most so far:    1   | 1     | 2, a second row
/// ```
///
/// The number of a row is the highest count so far of any row below it, so that the order of the file does not matter. A reject
/// is stored with its number, so that a replay puts it below the same row.
public struct RepeatedParents {
    private struct ID: Hashable {
        var high: UInt64
        var low: UInt64
    }

    private struct Seen {
        var round = 1
        var times: [ID: Int] = [:]
    }

    /// Positions of the plan's part, of the table in the part's dataset, and of the table below it.
    private let part: Int
    private let above: Int
    private let below: Int
    private var seen: [ID: Seen] = [:]
    /// By index in the last batch: the number of a rejected record's row, where more than one.
    private(set) var rejected: [Int: Int] = [:]

    /// Most rows in memory: those of some years of workouts.
    private static let most = 100_000

    static func all(_ plan: MappingPlan) -> [RepeatedParents] {
        plan.parts.indices.compactMap { part in
            let tables = plan.parts[part].dataset.tables
            guard let name = plan.parts[part].record.again, let above = tables.firstIndex(where: { $0.name == name }),
                let below = tables.firstIndex(where: { $0.columns.contains { $0.source == .row(of: name) } })
            else { return nil }
            return RepeatedParents(part: part, above: above, below: below)
        }
    }

    private init(part: Int, above: Int, below: Int) {
        (self.part, self.above, self.below) = (part, above, below)
    }

    /// Gives repeated rows, and the rows below them, their own ids.
    mutating func number(_ batch: MappedBatch) {
        rejected = [:]
        for rows in batch.parts[part].rows {
            let (upper, lower) = (rows.tables[above], rows.tables[below])
            for index in 0..<batch.count
            where upper.present[index] == 1 && lower.present[index] == 1
                && (batch.isKept(index) || batch.isRejected(index))
            {
                let id = ID(high: upper.idHigh[index], low: upper.idLow[index])
                let round = round(of: id, ID(high: lower.idHigh[index], low: lower.idLow[index]))
                guard round > 1 else { continue }
                if batch.isRejected(index) { rejected[index] = round }
                for ids in [upper, lower] { Self.renumber(ids, index, round) }
            }
        }
    }

    /// Gives rows of replayed records the ids that they have in their file, by the numbers stored with the rejects.
    public static func restore(_ rounds: [Int: Int], in batch: MappedBatch, _ plan: MappingPlan) {
        for repeated in all(plan) {
            for rows in batch.parts[repeated.part].rows {
                for ids in [rows.tables[repeated.above], rows.tables[repeated.below]] {
                    for (index, round) in rounds where ids.present[index] == 1 { renumber(ids, index, round) }
                }
            }
        }
    }

    /// Rows below get their own ids too, so that none moves to another parent when the source no longer has one of them.
    private static func renumber(_ ids: MappedBatch.Identities, _ index: Int, _ round: Int) {
        let id = UUIDText.derived(from: (ids.idHigh[index], ids.idLow[index]), "again \(round)")
        ids.idHigh[index] = id.high
        ids.idLow[index] = id.low
    }

    private mutating func round(of row: ID, _ below: ID) -> Int {
        if seen.count >= Self.most, seen[row] == nil { seen.removeAll(keepingCapacity: true) }
        seen[row, default: Seen()].times[below, default: 0] += 1
        let round = max(seen[row]?.round ?? 1, seen[row]?.times[below] ?? 1)
        seen[row]?.round = round
        return round
    }
}
