internal import Migrating
public import Postgres
internal import Summarising

/// Why the schema could not be made or checked, in words.
public struct SchemaFailure: DatabaseFailure, CustomStringConvertible {
    public var description: String
    public var cause: DatabaseError?
}

extension SchemaFailure {
    public init(_ error: DatabaseError) { self.init(description: error.description, cause: error) }

    init(_ error: any Error) {
        switch error {
        case let error as SchemaError:
            if case .database(let cause) = error { self.init(cause) } else { self.init(description: error.description) }
        case let error as SummaryError:
            if case .database(let cause) = error { self.init(cause) } else { self.init(description: error.description) }
        case let error as SchemaFailure: self = error
        case let error as DatabaseError: self.init(error)
        default: self.init(description: "\(error)")
        }
    }
}
