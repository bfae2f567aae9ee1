public import Postgres

/// Why the schema could not be made or checked, in words.
public struct SchemaFailure: Error, CustomStringConvertible {
    public var description: String
    /// The database's own words, where it was the database.
    public var database: DatabaseError?
}
