extension FieldMapping {
    /// Whether files of one format are written with either mark, so that each number, or else the setting
    /// `decimal_mark`, tells which.
    public enum Marks: String, CaseIterable, Sendable {
        case fixed, either
        /// Numbers are whole: both marks group thousands.
        case none
    }
}
