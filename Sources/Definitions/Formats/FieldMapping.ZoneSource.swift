public import Records

extension FieldMapping {
    /// Where the zone of a wall time stands, first found wins; empty: in the setting `zone`.
    public enum ZoneSource: Sendable, Equatable {
        /// As an offset: `+0530`, `UTC+0530`.
        case column(String)
        case setting(String)
        case fixed(TimeZone)
        /// Nowhere: the instant is then absent, instead of the file refused.
        case none
    }
}
