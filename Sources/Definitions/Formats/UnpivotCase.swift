/// One of the rows that a record becomes: its fields stand over the format's.
///
/// The row exists where any of the case's own fields that come from a column has a value, those of `needs` have one and,
/// if the case names a person, that person is the owner.
public struct UnpivotCase: Sendable {
    public var person: PersonRule?
    public var fields: [FieldMapping]
    /// Fields without which the case gives no row.
    public var needs: [String] = []

    public init(person: PersonRule?, fields: [FieldMapping]) {
        self.person = person
        self.fields = fields
    }
}
