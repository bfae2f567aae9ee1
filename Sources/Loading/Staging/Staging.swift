internal import Definitions
public import Normalising
internal import Postgres
public import Records

/// Streams a unit's rows into the staging tables and checks the server's counts.
///
/// One table: one COPY from first to last, the server working while the next batch is made. Several: a connection does
/// one COPY at a time, so each table's rows gather in a buffer of their own that is sent when it is full. Few rows wait for
/// the next statement, since a COPY waits twice for the server.
final class Staging {
    private let connection: Connection
    private let table: TableLoad
    private var encoder: RowEncoder
    private var buffer = CopyBuffer()
    private var stored = 0
    private var inserted: Pending<Int>?

    /// Bytes that are sent together.
    private let threshold: Int

    private init(_ table: TableLoad, _ encoder: consuming RowEncoder, threshold: Int, connection: Connection) {
        self.table = table
        self.encoder = encoder
        self.threshold = threshold
        self.connection = connection
    }

    /// A unit's tables share one filter and the memory of what waits to be sent.
    static func all(_ tables: [TableLoad], ownership: Ownership, connection: Connection) -> [Staging] {
        let filter = DuplicateFilter()
        let threshold = max(1 << 17, (1 << 21) / max(1, tables.count))
        return tables.enumerated().map { number, table in
            let encoder = RowEncoder(staged: table.staged, number: number, filter: filter, ownership: ownership)
            return Staging(table, encoder, threshold: threshold, connection: connection)
        }
    }

    /// Streams all batches that `next` gives through one COPY.
    func stream(_ next: () throws -> MappedBatch?) throws {
        stored = try connection.copy(into: table.staged.copyTarget, columns: table.staged.copyColumns) {
            writer in
            while let batch = try next() {
                encoder.encode(batch, into: &writer.buffer, isSent: nil)
                try writer.endRow()
            }
        }
        describe()
        try confirm()
    }

    /// Takes a batch's rows; sends them if there are enough.
    ///
    /// - Parameter before: number of the last record of the units before.
    func add(
        _ batch: MappedBatch, after before: Int, isSent: UnsafeMutablePointer<UInt8>
    ) throws {
        encoder.before = before
        encoder.encode(batch, into: &buffer, isSent: isSent)
        if buffer.count >= threshold { try send() }
    }

    /// Sends what is left, or lets it wait.
    func finish() throws {
        let columns = table.staged.copyColumns
        if stored == 0, encoder.rows > 0, encoder.rows * columns.count <= Later.mostInserted {
            inserted = connection.later.insert(into: table.staged.copyTarget, columns: columns, buffer)
        } else {
            try send()
        }
        describe()
    }

    private func send() throws {
        guard buffer.count > 0 else { return }
        stored += try connection.copy(into: table.staged.copyTarget, columns: table.staged.copyColumns) {
            writer in
            try writer.write(buffer)
        }
        buffer.removeAll()
    }

    private func describe() {
        table.stagedRows = encoder.rows
        table.samples = table.staged.table.series == nil ? 0 : encoder.rows
        table.suspects = encoder.suspects
        table.counted = encoder.counted
        table.orphans = encoder.orphans
        table.newestFirst = encoder.newestFirst()
    }

    /// That the server has stored as many rows as were sent.
    func confirm() throws {
        let stored = try inserted?.get() ?? stored
        guard stored == encoder.rows else {
            throw LoadError.countMismatch(table: table.staged.table.name, sent: encoder.rows, stored: stored)
        }
    }

    var owners: Set<RowEncoder.Owner> { encoder.owners }
}

/// The stages before Loading, as Loading sees them: batches that are mapped and validated.
public protocol RecordFeed: AnyObject {
    /// The next batch, or nil at the end; the batch is valid until the next call.
    func next() throws -> MappedBatch?
    /// The records of these numbers again, as Reading sees them: rejects that the server decides need their text.
    ///
    /// Calls for growing numbers read the source once.
    func records(
        _ numbers: Set<Int>,
        _ body: (Position, _ raw: [UInt8], _ cells: [(name: String, value: String?)]) throws -> Void)
        throws
    /// Whether the source is still what it was when it was opened.
    func confirmUnchanged() throws
    /// Whether it has all records of its source. Only then are rows deleted that the source no longer has.
    var isComplete: Bool { get }
    /// Whether what stood in the file is kept beside a reject.
    var keepsRecordText: Bool { get }
}

extension RecordFeed {
    public var isComplete: Bool { true }
    public var keepsRecordText: Bool { true }
}
