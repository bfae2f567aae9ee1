internal import Definitions
internal import Mapping
internal import Postgres

/// What a file that gives a workout again no longer has of it.
///
/// ```
/// rows of the given rows - staged rows --(record rejected)--> h held, left alone with a warning
///                                     \--(lineage: not ours)--> left alone
///                                      \-(lineage: edited)----> k kept, a conflict
///                                       \---------------------> x deleted, with a before-image
/// ```
extension UnitLoad {
    /// A table of which the unit gives whole what belongs to a row of the parent, of which it may bring no rows itself.
    private struct Whole {
        let table: TableLoad
        let column: TableColumn
        let parent: StagedTable
        let isParentFresh: Bool
    }

    private var wholes: [Whole] {
        tables.compactMap { table in
            guard let column = table.staged.whole, let name = table.staged.table.whole else { return nil }
            if let load = tables.first(where: { $0.staged.table.name == name }) {
                return Whole(table: table, column: column, parent: load.staged, isParentFresh: load.isFresh)
            }
            return unfed(name).map { Whole(table: table, column: column, parent: $0, isParentFresh: false) }
        }
    }

    /// Labels what is to be deleted; may come again, for what was refused since.
    func settleWhole() throws {
        let wholes = wholes
        // Of new rows only there is nothing yet.
        guard wholes.contains(where: { !$0.isParentFresh && !$0.table.isFresh }) else { return }
        for whole in wholes { whole.table.held = 0 }
        for whole in wholes where ["x", "k"].contains(where: { whole.table.labelled[$0] != nil }) {
            try connection.run("delete from \(whole.table.staged.labelTable) where label in ('x', 'k')")
            try countLabels(whole.table)
        }
        guard !isPart else { return }
        try markPartial()
        for whole in wholes.reversed() {
            try connection.run(whole.table.classification.notWhole(whole.column, parent: whole.parent))
        }
        for whole in wholes {
            try connection.run(whole.table.classification.notWholeBelow(whole.column, parent: whole.parent))
        }
        var isAny = false
        for whole in wholes where !whole.table.isFresh {
            let table = whole.table
            let found = try connection.run(
                table.classification.labelMissing(
                    whole.column, parent: whole.parent, isAny: rejectedBefore.isAny))
            guard found > 0 else { continue }
            isAny = true
            try judgeMissing(table, found)
        }
        guard isAny else { return }
        for whole in wholes where !whole.table.isFresh {
            whole.table.held = try connection.run(whole.table.classification.dropHeld())
        }
        for whole in wholes.reversed() where !whole.table.isFresh { try keepReferred(whole.table) }
        for whole in wholes where !whole.table.isFresh { try countLabels(whole.table) }
    }

    private func markPartial() throws {
        try connection.run("delete from pg_temp.partial")
        for (table, keys) in rejectedBefore.keys where !keys.isEmpty {
            let list = keys.map { UUIDText.text(high: $0.high, low: $0.low) }.joined(separator: ",")
            try connection.run(
                "insert into pg_temp.partial (table_name, key) select $1, unnest($2::uuid[])", [table, "{\(list)}"])
        }
    }

    private func judgeMissing(_ table: TableLoad, _ rows: Int) throws {
        let classification = table.classification
        if unit != nil {
            _ = try connection.undisturbed {
                try connection.rows(classification.lockMissing())
            }
        }
        let scope: Classification.LineageScope =
            rows <= Classification.LineageScope.rowsAskedByKey ? .keys(in: classification.missingKeys) : .owners
        let written = try connection.rows(classification.hasLineage(of: scope), [ownerArray])
            .compactMap { ($0.first ?? nil)?.split(separator: ",").map(String.init) }
        let statements = classification.judgeMissing(written: written, of: scope, keepsEdits: loader.winner == .app)
        try connection.run(statements[0], [ownerArray, plan.format.name])
        for statement in statements.dropFirst() { try connection.run(statement) }
    }

    private func keepReferred(_ table: TableLoad) throws {
        for dependent in try connection.dependents(of: table.staged.table) {
            let below = tables.first { $0.staged.table.name == dependent.table && !$0.isFresh }
            try connection.run(table.classification.keepReferred(by: dependent, below: below?.staged))
        }
    }

    /// Deletes what the source no longer has, what refers to others first.
    func deleteMissing(_ merges: [Merge]) throws {
        for (table, merge) in zip(tables, merges).reversed() where table.deleted > 0 {
            for statement in merge.delete() { try connection.run(statement) }
        }
    }
}
