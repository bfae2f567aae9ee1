/// How large the parts of a file may be; a record that breaks a limit is marked, the rest of the file goes on.
public struct Limits: Sendable {
    /// Most bytes of one cell.
    public var cell: Int
    /// Most bytes of one record.
    public var record: Int
    /// Most cells of one record.
    public var columns: Int

    public init(cell: Int = 1 << 20, record: Int = 32 << 20, columns: Int = 20_000) {
        self.cell = cell
        self.record = record
        self.columns = columns
    }
}
