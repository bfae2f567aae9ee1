internal import Records

/// Text that goes on from row to row and from batch to batch.
struct Carried {
    private var text: [UInt8] = []
    private var isSet = false
    /// Where it stands in the batch that is being filled.
    var cell: Cell?

    mutating func set(_ text: [UInt8]) { (self.text, isSet, cell) = (text, true, nil) }
    mutating func clear() { (text, isSet, cell) = ([], false, nil) }

    /// A cell of this batch is the value.
    mutating func follow(_ cell: Cell) { (self.cell, isSet) = (cell, true) }

    /// Copies the value out of a batch that is complete.
    mutating func leave(_ batch: RawBatch) {
        guard let cell else { return }
        text = Array(batch.bytes(of: cell))
        self.cell = nil
    }

    /// The value's cell in the batch.
    mutating func placed(in batch: RawBatch) -> Cell {
        guard isSet else { return .absent }
        if let cell { return cell }
        let placed = batch.append(text)
        cell = placed
        return placed
    }
}
