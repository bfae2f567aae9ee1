/// Why a dump cannot be read on; nothing of it can be trusted then.
public enum DumpError: Error, Hashable, Sendable {
    /// It ends within something, which began on this line.
    case incomplete(Part, line: Int)
    /// Something that begins on this line is longer than memory should hold.
    case tooLong(Part, line: Int)
    /// `COPY` in another form than pg_dump writes.
    case unsupportedCopy(line: Int)
    /// Text in another encoding than UTF-8.
    case unsupportedEncoding(line: Int)

    /// A part of a dump.
    public enum Part: String, Hashable, Sendable {
        case copy
        case insert
        case row
        case statement
        case comment
        /// The dump as a whole: its closing comment is missing.
        case dump
    }
}
