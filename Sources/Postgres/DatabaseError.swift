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
        let solution = grants.isEmpty ? "" : "; an administrator solves it: \(grants.joined(separator: "; "))"
        return "\(message) (SQLSTATE \(sqlstate))\(solution)"
    }
}

/// An error of a stage that can carry an error of the database, so that a body lent to `transaction` or `copy` may throw it.
public protocol DatabaseFailure: Error {
    init(_ error: DatabaseError)
    /// The error of the database that it carries.
    var cause: DatabaseError? { get }
}

extension DatabaseError: DatabaseFailure {
    public init(_ error: DatabaseError) { self = error }
    public var cause: DatabaseError? { self }
}
