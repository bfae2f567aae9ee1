/// Kinds by the five letters that the server gives.
extension DatabaseError.Kind {
    init(sqlstate: String, wasCancelled: Bool) {
        switch sqlstate {
        case "55P03": self = .lockTimeout
        case "57014": self = wasCancelled ? .cancelled : .statementTimeout
        case "40P01": self = .deadlock
        case "40001", "40002", "40003": self = .serialization
        case "53100": self = .diskFull
        case "53200": self = .outOfMemory
        case "53300", "57P03", "53000", "53400": self = .unavailable
        case "25006": self = .readOnly
        case "57P01", "57P02", "57P04": self = .adminShutdown
        case "25P03", "57P05": self = .connectionLost
        case "23505": self = .uniqueViolation
        case "23503": self = .foreignKeyViolation
        case "23514": self = .checkViolation
        case "23502": self = .notNullViolation
        case "42501": self = .insufficientPrivilege
        case "42P01", "42703", "42883", "42704", "3F000", "3D000", "42P02": self = .undefinedObject
        default:
            switch sqlstate.prefix(2) {
            case "08": self = .connectionLost
            case "22", "23": self = .invalidData
            case "28": self = .insufficientPrivilege
            default: self = .other
            }
        }
    }
}
