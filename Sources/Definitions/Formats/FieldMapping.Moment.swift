extension FieldMapping {
    /// Which moment of what a cell names is meant.
    public enum Moment: String, CaseIterable, Sendable {
        case written
        /// The end of the day or hour: of a day alone the next midnight. In a file that shows midnights only a midnight is a
        /// day, in one that shows full hours only each is an hour. Any other time is a moment by itself and has no end.
        case end
    }
}
