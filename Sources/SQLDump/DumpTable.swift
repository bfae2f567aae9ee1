/// The table that rows belong to.
public struct DumpTable: Hashable, Sendable {
    /// `schema.table`; without a schema in the dump it is `public`.
    public var name: String
    /// Columns in the order of the values; empty where the dump does not say.
    public var columns: [String]
}
