extension FieldMapping {
    /// Which moment of what a cell names is meant.
    public enum Moment: String, CaseIterable, Sendable {
        case written
        /// The end of the day or hour: of a day alone the next midnight, of a full hour the next one. Another time is a moment
        /// by itself and has no end. In a file that shows midnight only, a midnight is a day.
        case end
    }
}
