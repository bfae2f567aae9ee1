extension FieldMapping {
    /// Whether the mark that is not the decimal one may group thousands.
    public enum Grouping: String, CaseIterable, Sendable { case reject, allow }
}
