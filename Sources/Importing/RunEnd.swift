internal import Loading
internal import Migrating
internal import Postgres
internal import Storing
internal import Summarising

/// How a run ended, for the exit code; thrown where it cannot go on.
public enum RunEnd: Error, Equatable, Sendable {
    case done
    /// Rejects or refused files over the limit.
    case overLimit
    /// A check failed, and nothing was done.
    case unsatisfied(String)
    /// Nothing was loaded: the input is bad.
    case badInput
    case noInput(String)
    /// The ledger does not show which run is meant.
    case unknownRun(LedgerReader.Failure)
    case databaseUnavailable(String)
    case temporary(String)
    /// Files could not be put where they belong; what was loaded is loaded.
    case cannotWrite(String)
    case configuration(String)
    case interrupted
    case ourBug(String)

    /// Whether the database was away, or busy: the same may be asked for again.
    public var isOutage: Bool {
        switch self {
        case .databaseUnavailable, .temporary: true
        default: false
        }
    }

    /// Whether what was asked for cannot be done as it was asked: nothing went wrong.
    var isRefusal: Bool {
        switch self {
        case .unsatisfied, .unknownRun: true
        default: false
        }
    }
}

extension RunEnd {
    /// What an error of any stage means for the run.
    init(_ error: any Error) {
        switch error {
        case let end as RunEnd: self = end
        case let error as DatabaseError: self.init(error)
        case let error as LoadError: self.init(error)
        case let error as StoreError:
            self = error.isTemporary ? .temporary(error.message) : .configuration(error.message)
        case let error as SchemaFailure: self = .configuration(error.description)
        case let error as SchemaError: self = .configuration(error.description)
        case let error as SummaryError: self = .configuration(error.description)
        default: self = .ourBug("an error without a message of its own: \(type(of: error))")
        }
    }

    private init(_ error: DatabaseError) {
        switch error.kind {
        case .unavailable: self = .databaseUnavailable(error.description)
        case .cancelled: self = .interrupted
        case .usage, .installation, .undefinedObject, .insufficientPrivilege: self = .configuration(error.description)
        default: self = error.isTemporary ? .temporary(error.description) : .ourBug(error.description)
        }
    }

    private init(_ error: LoadError) {
        switch error {
        case .interrupted: self = .interrupted
        case .sourceChanged, .spool, .outage, .disturbed: self = .temporary(error.message)
        case .countMismatch, .unbalanced: self = .ourBug(error.message)
        case .noKeysView, .runIsClosed: self = .configuration(error.message)
        case .source, .overBudget, .notAsReviewed: self = .unsatisfied(error.message)
        }
    }
}
