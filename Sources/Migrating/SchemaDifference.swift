/// One point in which a live table is not what the datasets need.
public struct SchemaDifference: Sendable, Equatable, CustomStringConvertible {
    public enum Weight: Sendable {
        /// The loader would write wrong rows, or none.
        case refuses
        /// It works, slower or under other rules of the app.
        case remark
    }

    /// Qualified name.
    public var table: String
    /// Column, constraint, index, policy, trigger; nil where it is the table itself.
    public var object: String?
    public var text: String
    public var weight: Weight

    public var description: String {
        (object.map { "\(table).\($0)" } ?? table) + ": \(text)"
    }
}
