public import Normalising
public import Records

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
    /// Whether it gives all records of its source; a part of them says nothing of what the source no longer has.
    var isWhole: Bool { get }
    /// Whether what stood in the file is kept beside a reject.
    var keepsRecordText: Bool { get }
}

extension RecordFeed {
    public var isWhole: Bool { true }
    public var keepsRecordText: Bool { true }
}
