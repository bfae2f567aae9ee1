internal import Records

/// What Reading sees of a source: a line of JSON a record.
///
///     {"record":1,"line":2,"byte_offset":14,"cells":{"Date":"2026-05-01","Weight":null}}
///
/// `cells` is an array where the source has no header. A cell that is not there is null; the empty cell is "".
/// Records with defects have them under `defects`, by code; their cells are those that could be read.
public struct Peek {
    private let reader: any RecordReader
    private let isHeadless: Bool
    private let cells: Cells
    private let names: [String]

    /// Which cells are shown.
    public enum Cells: Sendable {
        /// All; one that is not there is null.
        case all
        /// Those that are there: for files whose records have columns of their own.
        case present
    }

    public init(_ reader: any RecordReader, isHeadless: Bool = false, cells: Cells = .all) {
        self.reader = reader
        self.isHeadless = isHeadless
        self.cells = cells
        // Two columns without name shall not be one.
        names = reader.header.enumerated().map { JSONText.shown($1.isEmpty ? "#\($0 + 1)" : $1) }
    }

    /// Hands the first `count` records to `emit`, a line each, without line break; how many of them have defects.
    @discardableResult
    public func lines(_ count: Int = .max, emit: (String) -> Void) throws(ReadError) -> Int {
        let batch = reader.makeBatch()
        var (left, flawed) = (count, 0)
        while left > 0, try reader.read(into: batch) {
            for row in 0..<min(left, batch.count) { emit(line(batch, row)) }
            flawed += Self.flawed(batch, left)
            left -= batch.count
        }
        return flawed
    }

    /// How many of the first records of a batch have defects.
    static func flawed(_ batch: RawBatch, _ count: Int) -> Int {
        Set(batch.defects.map(\.index).filter { $0 < min(count, batch.count) }.map { batch.number(at: $0) }).count
    }

    private func line(_ batch: RawBatch, _ row: Int) -> String {
        let all = (0..<batch.columnCount).map { batch.column($0)[row] }
        let values = all.map { batch.text(of: $0).map { JSONText.shown($0) } ?? "null" }
        if isHeadless { return Self.line(batch, row, cells: "[" + values.joined(separator: ",") + "]") }
        let shown = all.indices.filter { cells == .all || all[$0] != .absent }
        let pairs = shown.map { "\(names[$0]):\(values[$0])" }
        return Self.line(batch, row, cells: "{" + pairs.joined(separator: ",") + "}")
    }

    /// A record's line around its cells.
    static func line(_ batch: RawBatch, _ row: Int, cells: String) -> String {
        let position = batch.position(at: row)
        let defects = batch.defects.filter { $0.index == row }.map { _, defect in
            let place = defect.byteOffset.map { ",\"byte_offset\":\($0)" } ?? ""
            let (code, field) = (JSONText.shown(defect.code.rawValue), JSONText.shown(defect.field))
            return "{\"code\":\(code),\"field\":\(field)\(place)}"
        }
        let faults = defects.isEmpty ? "" : ",\"defects\":[\(defects.joined(separator: ","))]"
        return "{\"record\":\(position.record),\"line\":\(position.line),\"byte_offset\":\(position.byteOffset)"
            + ",\"cells\":\(cells)\(faults)}"
    }
}

/// The value of a fill-down column, which continues from row to row and from batch to batch.
struct FillDown {
    private var text: [UInt8] = []
    private var isSet = false
    /// Its cell in the current batch.
    var cell: Cell?

    mutating func set(_ text: [UInt8]) { (self.text, isSet, cell) = (text, true, nil) }
    mutating func clear() { (text, isSet, cell) = ([], false, nil) }

    /// A cell of this batch is the value.
    mutating func follow(_ cell: Cell) { (self.cell, isSet) = (cell, true) }

    /// Copies the value out of a batch that is complete.
    mutating func detach(from batch: RawBatch) {
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
