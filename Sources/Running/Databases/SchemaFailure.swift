/// Why a database's schema is not one to work with, in words.
public struct SchemaFailure: Error, CustomStringConvertible {
    public var description: String
}
