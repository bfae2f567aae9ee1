/// One of the rows that a record becomes: its fields stand over the format's.
///
/// The row exists where any of the case's own fields that come from a column has a value, those of `needs` have one and,
/// if the case names a person, that person is the owner.
public struct UnpivotCase: Sendable {
    public var person: PersonRule?
    public var fields: [FieldMapping]
    /// What a record must be to become this row; empty: every record does.
    public var when: [Condition] = []
    /// Sets of conditions: a record that fulfils all of one does not become this row.
    public var unless: [[Condition]] = []
    /// Fields without which the case gives no row.
    public var needs: [String] = []

    public init(person: PersonRule?, fields: [FieldMapping]) {
        self.person = person
        self.fields = fields
    }
}
