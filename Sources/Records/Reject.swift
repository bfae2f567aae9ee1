/// A record that could not be loaded, whole, with every defect found in it.
public struct Reject: Sendable {
    public var position: Position
    public var defects: [Defect]
    /// The record's bytes as they stand in the source (at most 1 MB; longer ones are cut).
    public var raw: [UInt8]
    /// The cells as Reading resolved them: after filling down, sections and parents' fields, by name.
    public var cells: [(name: String, value: String?)]
    /// How often the row to which it belongs had come in its file: 2 in an exercise that is done once more.
    public var round: Int

    /// Whether anything of what stood in the source is kept.
    public var hasText: Bool { !raw.isEmpty || !cells.isEmpty }

    public init(
        position: Position, defects: [Defect], raw: [UInt8], cells: [(name: String, value: String?)], round: Int = 1
    ) {
        self.position = position
        self.defects = defects
        self.raw = raw
        self.cells = cells
        self.round = round
    }
}

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
