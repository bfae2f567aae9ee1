extension FieldMapping {
    /// Where the unit of a measured value stands, first found wins.
    public enum UnitSource: Sendable, Equatable {
        case column(String)
        /// In the column's name: `Weight (lbs)`, `weight_kg`.
        case header
        /// Behind the number: `80.0 kg`.
        case cell
        case setting(String)
        /// By the number itself: a percentage below 1 is a fraction, with a warning.
        case magnitude
        case fixed(Unit)
        /// Nowhere: the measure is then absent, instead of the file refused. Only for what a record is whole without.
        case none
    }
}
