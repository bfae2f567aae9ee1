internal import Postgres

/// Why a run cannot go on.
struct RunFailure: Error {
    var end: RunEnd

    init(_ end: RunEnd) { self.end = end }

    init(_ error: DatabaseError) {
        switch error.kind {
        case .unavailable: end = .databaseUnavailable(error.description)
        case .cancelled: end = .interrupted
        case .usage, .installation, .undefinedObject, .insufficientPrivilege: end = .configuration(error.description)
        default: end = error.isTemporary ? .temporary(error.description) : .ourBug(error.description)
        }
    }
}
