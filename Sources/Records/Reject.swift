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
