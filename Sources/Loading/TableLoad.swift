internal import Definitions
internal import Normalising
internal import Postgres

/// One table's part of a unit's way: what was staged for it, and how that was labelled.
final class TableLoad {
    private(set) var staged: StagedTable
    private(set) var classification: Classification
    /// Columns of the unit's other tables that hold ids of rows of this one.
    var dependents: [(staged: StagedTable, column: TableColumn)] = []
    /// The unit's tables whose ids this one holds, with the columns that hold them.
    var parents: [(load: TableLoad, column: TableColumn)] = []
    var stagedRows = 0 {
        didSet { classification.search = stagedRows <= StagedTable.rowsSoughtByKey ? .byKey : .joined }
    }
    var suspects = 0
    var counted = 0
    /// Rows that name a row of another table which their own record does not give.
    var orphans = 0
    /// Records of files that begin with the newest.
    var newestFirst: [ClosedRange<Int>] = []
    /// By label: `i` insert, `u` update, `c` edited in the app, `d` deleted in the app; of rows that the source no longer
    /// has `x` delete, `k` kept because the app has edited them.
    var labelled: [String: Labelled] = [:]
    /// Whether the target has none of the rows, where that was asked.
    var freshness: Pending<Bool?>?
    /// What was asked of the rows that are written, for the report.
    var remarks: OutcomeReport.Remarks?
    /// Rows that the source no longer has and that stay, since rejected records may give them.
    var held = 0

    struct Labelled {
        var rows: Int
        var records: Int
        /// References that lead nowhere and were emptied.
        var missing: Int
    }

    /// Takes the counts of rows by label.
    func count(_ labels: [Row]) throws {
        labelled = [:]
        for row in labels {
            labelled[try row["label"]] = Labelled(
                rows: try row["rows"], records: try row["records"], missing: try row["missing"])
        }
    }

    init(staged: StagedTable, overlay: Classification.Overlay) {
        self.staged = staged
        classification = Classification(staged: staged, overlay: overlay)
    }

    /// Takes every staged row for new, without labelling it.
    func takeAsFresh(refused: Classification.Refused) {
        staged.fresh = classification.fresh(refused: refused)
        classification = Classification(staged: staged, overlay: classification.overlay, search: classification.search)
    }

    /// Takes its rows for some of those that the source has.
    func takeAsPart() {
        staged.isPart = true
        classification = Classification(staged: staged, overlay: classification.overlay, search: classification.search)
    }

    /// Its rows are to be looked for and labelled after all.
    func takeAsKnown() {
        staged.fresh = nil
        classification = Classification(staged: staged, overlay: classification.overlay, search: classification.search)
    }

    var isFresh: Bool { staged.fresh != nil }

    var inserted: Int { labelled["i"]?.rows ?? 0 }
    var updated: Int { labelled["u"]?.rows ?? 0 }
    var deleted: Int { labelled["x"]?.rows ?? 0 }
    var isWritten: Bool { inserted + updated > 0 }

    /// The tables of a unit, in foreign-key order, knowing one another.
    static func all(_ staged: [StagedTable], overlay: Classification.Overlay) -> [TableLoad] {
        let loads = staged.map { TableLoad(staged: $0, overlay: overlay) }
        for load in loads {
            for (column, table) in load.staged.parents {
                guard let parent = loads.first(where: { $0.staged.table.name == table }) else { continue }
                parent.dependents.append((load.staged, column))
                load.parents.append((parent, column))
            }
        }
        return loads
    }
}
