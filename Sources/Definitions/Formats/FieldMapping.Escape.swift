extension FieldMapping {
    /// What a source writes in the place of a character.
    public enum Escape: String, CaseIterable, Sendable {
        /// A backslash and an `n` are a line break.
        case lineBreaks = "line_breaks"
        /// Two quotation marks are one, in a text where each is doubled.
        case quotes
    }
}
