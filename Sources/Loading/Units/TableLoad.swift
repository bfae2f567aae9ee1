internal import Definitions
internal import Normalising
internal import Postgres

/// The state of one table in the load of a unit: its staged rows and their labels.
final class TableLoad {
    private(set) var staged: StagedTable
    private(set) var classification: Classification
    /// Columns of the unit's other tables that reference this table.
    var dependents: [(staged: StagedTable, column: TableColumn)] = []
    /// The unit's tables that this table references, with the referencing columns.
    var parents: [(load: TableLoad, column: TableColumn)] = []
    var stagedRows = 0 {
        didSet { classification.search = stagedRows <= StagedTable.rowsSoughtByKey ? .byKey : .joined }
    }
    /// Records that its rows gather, see `Table.series`.
    var samples = 0
    var suspects = 0
    var counted = 0
    /// Rows that reference a row which their own record does not contain.
    var orphans = 0
    /// Records of files that begin with the newest.
    var newestFirst: [ClosedRange<Int>] = []
    /// By label: `i` insert, `u` update, `c` edited in the app, `d` deleted in the app; of rows that the source no longer
    /// has `x` delete, `k` kept because the app has edited them.
    var labelled: [String: Labelled] = [:]
    /// Whether the target has none of the rows, if that was asked.
    var freshness: Pending<Bool?>?
    /// What was asked of the rows that are written, for the report.
    var remarks: OutcomeReport.Remarks?
    /// Rows that the source no longer has, and that are kept because rejected records may contain them.
    var held = 0

    struct Labelled {
        var rows: Int
        var records: Int
        /// Dangling references that were set to null.
        var missing: Int
    }

    /// Sets the counts of rows by label.
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

    /// Treats every staged row as new, without labelling it.
    func markFresh(refused: Classification.Refused) {
        staged.fresh = classification.fresh(refused: refused)
        classification = Classification(staged: staged, overlay: classification.overlay, search: classification.search)
    }

    /// Its rows are only some of those that the source has.
    func markPartOfFile() {
        staged.isPart = true
        classification = Classification(staged: staged, overlay: classification.overlay, search: classification.search)
    }

    /// Its rows must be looked up and labelled after all.
    func clearFresh() {
        staged.fresh = nil
        classification = Classification(staged: staged, overlay: classification.overlay, search: classification.search)
    }

    var isFresh: Bool { staged.fresh != nil }

    var inserted: Int { labelled["i"]?.rows ?? 0 }
    var updated: Int { labelled["u"]?.rows ?? 0 }
    var deleted: Int { labelled["x"]?.rows ?? 0 }
    var isWritten: Bool { inserted + updated > 0 }

    /// The tables of a unit, in foreign-key order, with their references to one another.
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
