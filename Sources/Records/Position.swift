/// Where a record stands in its source.
///
/// All three count what a person would find with an editor: `record` and `line` from 1, `byteOffset` from 0 at the
/// first byte of the source as it lies on disk (a byte order mark included).
public struct Position: Hashable, Sendable {
    /// Number of the record, the first one after the header being 1.
    public var record: Int
    /// Number of the line on which the record starts.
    public var line: Int
    /// Offset of the record's first byte.
    public var byteOffset: Int

    public init(record: Int, line: Int, byteOffset: Int) {
        self.record = record
        self.line = line
        self.byteOffset = byteOffset
    }
}
