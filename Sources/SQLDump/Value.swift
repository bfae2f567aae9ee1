/// One value of a row as the scanner found it: where its text stands and how it is written.
public struct Value: Hashable, Sendable {
    /// How the text is written.
    public enum Form: Sendable {
        /// `NULL`, `\N`.
        case null
        /// `DEFAULT`: the row says nothing of this column.
        case absent
        /// Numbers, true, false and strings that hold nothing to be undone.
        case plain
        /// A string with doubled quotes.
        case doubled
        /// `E'...'`: backslash escapes and doubled quotes.
        case escaped
        /// A cell of COPY with backslash escapes.
        case copy
        /// `ARRAY[...]`, to be written as a literal, `{...}`.
        case array
        /// Something that the server would compute.
        case expression
    }

    public var start: Int
    public var end: Int
    public var form: Form

    /// Most bytes that the text may have once decoded.
    public var mostBytes: Int { form == .array ? 2 * (end - start) + 2 : end - start }
}
