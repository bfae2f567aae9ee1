/// What the database, or the way to it, refused.
///
/// The text never holds a value of a record: no DETAIL, CONTEXT, HINT or STATEMENT is kept, and for errors about data
/// (SQLSTATE classes 22, 23, P0 and all that are not known to be safe) the wording is ours.
public struct DatabaseError: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Kind: String, CaseIterable, Sendable {
        case unavailable, connectionLost, commitUnknown
        case lockTimeout, statementTimeout, cancelled, deadlock, serialization
        case diskFull, outOfMemory, readOnly, adminShutdown
        case uniqueViolation, foreignKeyViolation, checkViolation, notNullViolation, invalidData
        case insufficientPrivilege, undefinedObject
        /// Called in a way that cannot work: a wrong URL, the transaction pooler, COPY inside `run`.
        case usage
        /// The embedded server cannot be set up or found.
        case installation
        case other
    }

    public var kind: Kind
    /// Five characters, where the server gave them.
    public var sqlstate: String?
    public var message: String
    /// Qualified name, where the server named it.
    public var table: String?
    public var column: String?
    public var constraint: String?
    /// Statements that give what was missing, where a privilege was.
    public var grants: [String] = []

    public init(
        _ kind: Kind, _ message: String, sqlstate: String? = nil, table: String? = nil, column: String? = nil,
        constraint: String? = nil
    ) {
        self.kind = kind
        self.sqlstate = sqlstate
        self.message = message
        self.table = table
        self.column = column
        self.constraint = constraint
    }

    /// Whether the same work may succeed later without anyone correcting the input.
    public var isTemporary: Bool {
        switch kind {
        case .unavailable, .connectionLost, .commitUnknown, .lockTimeout, .statementTimeout, .deadlock, .serialization,
            .diskFull, .outOfMemory, .readOnly, .adminShutdown:
            true
        case .cancelled, .uniqueViolation, .foreignKeyViolation, .checkViolation, .notNullViolation, .invalidData,
            .insufficientPrivilege, .undefinedObject, .usage, .installation, .other:
            false
        }
    }

    /// Whether the server refused what a row holds.
    public var isAboutData: Bool {
        switch kind {
        case .uniqueViolation, .foreignKeyViolation, .checkViolation, .notNullViolation, .invalidData: true
        default: sqlstate?.hasPrefix("P0") ?? false
        }
    }

    public var description: String {
        guard let sqlstate else { return message }
        let solution = grants.isEmpty ? "" : "; to fix it, an administrator runs: \(grants.joined(separator: "; "))"
        return "\(message) (SQLSTATE \(sqlstate))\(solution)"
    }
}

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

/// How a server error is named and worded: the server's own words only where they hold no value of a row.
extension DatabaseError {
    init(server fields: ServerFields, wasCancelled: Bool = false) {
        let kind = Kind(sqlstate: fields.sqlstate, wasCancelled: wasCancelled)
        let table = fields.table.map { table in fields.schema.map { "\($0).\(table)" } ?? table }
        let words =
            DatabaseError.wordsAreSafe(sqlstate: fields.sqlstate)
            ? fields.primary
            : DatabaseError.ownWords(
                sqlstate: fields.sqlstate, table: table, column: fields.column, constraint: fields.constraint)
        self.init(
            kind, "\(fields.severity): \(words)", sqlstate: fields.sqlstate, table: table, column: fields.column,
            constraint: fields.constraint)
    }

    /// Classes whose primary text names objects and states of the server, never a value of a row.
    private static let safeClasses: Set<String> = [
        "08", "0A", "25", "26", "28", "2B", "2D", "34", "3B", "3D", "3F", "40", "42", "44", "53", "54", "55", "57",
        "58", "F0",
    ]

    static func wordsAreSafe(sqlstate: String) -> Bool {
        safeClasses.contains(String(sqlstate.prefix(2)))
    }

    private static func ownWords(sqlstate: String, table: String?, column: String?, constraint: String?) -> String {
        let what =
            switch sqlstate {
            case "23505": "a row with this key exists already"
            case "23503": "a referenced row does not exist, or the row is still referenced"
            case "23514": "a row breaks a check"
            case "23502": "a value is missing where one is required"
            case "23P01": "a row overlaps another where none may"
            case "22001": "a text is longer than its column"
            case "22003": "a number is out of range for its type"
            case "22007", "22008": "an invalid date or time, or one out of range"
            case "22012": "division by zero"
            case "22021", "22P05": "a text has bytes that are invalid in its encoding"
            case "22P02": "a text is not a value of its type"
            case "22P03": "a binary value does not fit its type"
            case "22P04": "the COPY data are malformed"
            case "P0001": "a function or trigger raised an exception"
            default:
                if sqlstate.hasPrefix("22") {
                    "a value is not acceptable"
                } else if sqlstate.hasPrefix("23") {
                    "a row breaks a constraint"
                } else if sqlstate.hasPrefix("P0") {
                    "a function or trigger failed"
                } else {
                    "the server reported an error whose text may hold data"
                }
            }
        var text = what
        if let table { text += ", table \(table)" }
        if let column { text += ", column \(column)" }
        if let constraint { text += ", constraint \(constraint)" }
        return text
    }
}

/// The fields of a server error that may leave the wrapper.
struct ServerFields {
    var sqlstate: String
    var severity: String
    var primary: String
    var schema: String?
    var table: String?
    var column: String?
    var constraint: String?
}
