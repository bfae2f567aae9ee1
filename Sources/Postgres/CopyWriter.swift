/// Sends rows of a binary COPY, lent by `Connection.copy(into:)`.
///
/// ```swift
/// writer.buffer.beginRow(fields: 2)
/// writer.buffer.int64(7)
/// writer.buffer.null()
/// try writer.endRow()
/// ```
public struct CopyWriter: ~Copyable {
    /// Where the row is being written; it is sent whenever it has grown past a quarter of a megabyte.
    public var buffer: CopyBuffer
    private let connection: Connection
    private(set) var hasFailed = false

    @usableFromInline static let threshold = 256 << 10

    init(_ connection: Connection) {
        self.connection = connection
        buffer = CopyBuffer(capacity: CopyWriter.threshold + 64 << 10)
        buffer.header()
    }

    /// Ends a row; sends what has gathered.
    @inlinable
    public mutating func endRow() throws(DatabaseError) {
        if buffer.count >= CopyWriter.threshold { try flush() }
    }

    /// Sends whole rows that were written into a buffer elsewhere, as by another thread.
    public mutating func write(_ rows: borrowing CopyBuffer) throws(DatabaseError) {
        try flush()
        do throws(DatabaseError) {
            try rows.withBytes { (bytes) throws(DatabaseError) in try connection.put(bytes) }
        } catch {
            hasFailed = true
            throw error
        }
    }

    public mutating func flush() throws(DatabaseError) {
        do throws(DatabaseError) {
            try buffer.withBytes { (bytes) throws(DatabaseError) in try connection.put(bytes) }
        } catch {
            hasFailed = true
            throw error
        }
        buffer.removeAll()
    }
}
