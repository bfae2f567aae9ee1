extension FieldMapping {
    /// What becomes of a word that `map` does not hold.
    public enum Unmapped: Sendable, Equatable {
        case reject
        case keep
        case value(String)
    }
}
