public import Definitions

/// What a text is, read as a cell of a mapping is: for proposals of mappings.
public enum CellText {
    /// A day and time, as a pattern reads them.
    public struct Moment: Sendable {
        /// Since 1970.
        public var days: Int
        /// Whether the text has a day that exists; one of February 30th has the form alone.
        public var exists: Bool
    }

    /// The day of a text of this form; nil where it has another form.
    public static func moment(_ text: String, _ pattern: DatePattern) -> Moment? {
        var text = text
        return text.withUTF8 { bytes in
            do throws(Timestamp.Failure) {
                return Moment(days: try pattern.parse(UnsafeRawBufferPointer(bytes)).days, exists: true)
            } catch {
                if case .impossible = error { return Moment(days: 0, exists: false) }
                return nil
            }
        }
    }
}
