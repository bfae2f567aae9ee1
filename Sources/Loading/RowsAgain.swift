internal import Definitions
public import Normalising

/// Tells the rows of a table apart that are the same by their identity and begin again: an exercise of a workout that is done
/// once more, with another one in between.
///
/// ```
/// set      0  1  |  0  1  2  |  0        how often it came:  1 1 | 1 1 1 | 2
/// exercise squat | press     | squat     the most so far:    1   | 1     | 2, a second row
/// ```
///
/// By the most so far, so that a file in another order has as many rows. A reject is stored with its number, by which a
/// replay puts it into the row in which its record was.
public struct RowsAgain {
    private struct ID: Hashable {
        var high: UInt64
        var low: UInt64
    }

    private struct Seen {
        var round = 1
        var times: [ID: Int] = [:]
    }

    /// Position among the plan's parts, of the table in the part's dataset, and of the one whose rows come again.
    private let part: Int
    private let above: Int
    private let below: Int
    private var seen: [ID: Seen] = [:]
    /// Of the last batch: how often the row of a rejected record had come, where more than once.
    private(set) var rejected: [Int: Int] = [:]

    /// Most rows that are remembered: those of some years' workouts.
    private static let most = 100_000

    static func all(_ plan: MappingPlan) -> [RowsAgain] {
        plan.parts.indices.compactMap { part in
            let tables = plan.parts[part].dataset.tables
            guard let name = plan.parts[part].record.again, let above = tables.firstIndex(where: { $0.name == name }),
                let below = tables.firstIndex(where: { $0.columns.contains { $0.source == .row(of: name) } })
            else { return nil }
            return RowsAgain(part: part, above: above, below: below)
        }
    }

    private init(part: Int, above: Int, below: Int) {
        (self.part, self.above, self.below) = (part, above, below)
    }

    /// Gives rows that begin again ids of their own, and those below them.
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

    /// Gives rows of replayed records the ids that they had in their file, by the numbers stored with the rejects.
    public static func restore(_ rounds: [Int: Int], in batch: MappedBatch, _ plan: MappingPlan) {
        for again in all(plan) {
            for rows in batch.parts[again.part].rows {
                for ids in [rows.tables[again.above], rows.tables[again.below]] {
                    for (index, round) in rounds where ids.present[index] == 1 { renumber(ids, index, round) }
                }
            }
        }
    }

    /// Rows below have ids of their own, too: none moves from one row to the other when the source has one of them no longer.
    private static func renumber(_ ids: MappedBatch.Identities, _ index: Int, _ round: Int) {
        let again = UUIDText.again((ids.idHigh[index], ids.idLow[index]), "again \(round)")
        ids.idHigh[index] = again.high
        ids.idLow[index] = again.low
    }

    private mutating func round(of row: ID, _ below: ID) -> Int {
        if seen.count >= Self.most, seen[row] == nil { seen.removeAll(keepingCapacity: true) }
        seen[row, default: Seen()].times[below, default: 0] += 1
        let round = max(seen[row]?.round ?? 1, seen[row]?.times[below] ?? 1)
        seen[row]?.round = round
        return round
    }
}
