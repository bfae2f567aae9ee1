extension FieldMapping {
    /// What a wall time is that the clocks skipped.
    public enum Gap: String, CaseIterable, Sendable {
        case reject
        /// The instant by the offset before the clocks were moved, as PostgreSQL has it: 02:30 is 03:30.
        case later
    }
}
