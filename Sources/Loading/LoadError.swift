internal import Postgres
public import Records

/// Why a unit could not be loaded; none of these is the fault of a record.
///
/// What the database refuses comes as its own `DatabaseError`.
public enum LoadError: Error, Equatable {
    /// The server counted other rows than were sent: nothing of the unit is kept.
    case countMismatch(table: String, sent: Int, stored: Int)
    /// The ledger does not balance: our bug, nothing is kept.
    case unbalanced
    /// The source could not be read to its end; the reason stands with the unit.
    case source(RefusalCode, String)
    /// The system failed while the source was read, or what belongs to its rows was kept, which says nothing of what is in it.
    case outage(String)
    /// The source changed while it was read.
    case sourceChanged
    /// A person or the system asked the run to stop.
    case interrupted
    /// Rejects cannot be stored.
    case spool(String)
    /// Another session was changing rows that the unit touches: nothing is kept, and the unit may be loaded again at once.
    case disturbed
    /// The unit has more new rows than are left of those that the run may load: nothing of it is kept.
    case overBudget(rows: Int, left: Int)
    /// The plan that is to be applied no longer holds: nothing of the unit is written.
    case notAsReviewed
    /// The run that this is a part of was finished: nothing of it may be committed any more.
    case runIsClosed
    /// The database does not have a view of ours, by its name, that a check reads.
    case noKeysView(String)

    /// Whether running again later may succeed without anyone correcting the input.
    public var isTemporary: Bool {
        switch self {
        case .sourceChanged, .interrupted, .spool, .outage, .disturbed: true
        case .countMismatch, .unbalanced, .source, .overBudget, .notAsReviewed, .noKeysView, .runIsClosed: false
        }
    }

    public var message: String {
        switch self {
        case .countMismatch(let table, let sent, let stored):
            "\(table): \(sent) rows sent, \(stored) stored; nothing was kept"
        case .unbalanced: "the ledger does not balance; nothing was kept"
        case .source(_, let reason), .outage(let reason): reason
        case .overBudget(let rows, let left):
            "it would add \(rows) rows, but this run may add only \(left) more (max_new_rows); nothing of it was kept"
        case .sourceChanged: "the file changed while it was read; run again when it is complete"
        case .interrupted: "interrupted; nothing of this file was kept, running again is safe"
        case .disturbed: "another session is changing rows of this file; nothing was kept, run it again"
        case .notAsReviewed: "rows that this file touches have changed since the plan was made; make a new plan"
        case .noKeysView(let name):
            "the view \(name) is missing, so the owners of this file's ids cannot be checked; run `scorebook schema up`"
        case .runIsClosed: "the run is finished, nothing more of it can be loaded; plan a new one"
        case .spool(let reason): "rejects cannot be stored: \(reason); nothing was kept"
        }
    }
}

extension Error {
    /// Whether it came of others who were writing at the same time, and may be over in a moment.
    public var isOfOthers: Bool {
        if let error = self as? DatabaseError { return error.kind == .deadlock || error.kind == .serialization }
        return self as? LoadError == .disturbed
    }
}

extension LoadError {
    /// The numbers of a column are those of the rows that they would replace, in another unit.
    static func unitChanged(column: String, ratio: Double) -> LoadError {
        .source(
            .unitChanged,
            "\(column) is \((ratio * 10_000).rounded() / 10_000) times as much as in the rows that it would replace: one of "
                + "the two is in another unit. If the stored rows are the wrong ones, --set unit_changed=yes replaces them"
        )
    }
}
