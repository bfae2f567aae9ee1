public import Definitions
public import Records

/// Files of watches and bicycle computers as records with named cells: `session/total_distance`, `lap/start_time`.
///
/// FIT has such messages; of TCX and GPX they are made (see `TrackFeed`). A lap has its session's cells beside its own.
/// `@record` is a record's kind. Memory does not grow with the input but for a file's sessions and laps.
public final class ActivityReader: RecordReader {
    public let header: [String]
    public private(set) var account = ByteAccount()
    private let source: any ByteSource
    private var feed: any ActivityFeed
    private let kinds: [String]
    private var selected: [Int]
    private var queue: ActivityQueue?
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var isAtEnd = false
    private var nextRecord = 1

    /// The pseudo column that holds a record's kind.
    static let kindColumn = CSVShape.kindColumn

    /// - Parameter columns: names of the columns wanted, which become the header.
    public init(_ source: any ByteSource, _ definition: ActivityReaderDefinition, columns: [String]) {
        self.source = source
        feed =
            switch definition.form {
            case .fit: FITFeed()
            case .track: TrackFeed()
            }
        kinds = definition.kinds
        header = columns
        selected = Array(columns.indices)
    }

    deinit { buffer.deallocate() }

    /// Every column that a file of this form may have, for looking at one.
    public static func columns(of form: ActivityReaderDefinition.Form) -> [String] {
        [kindColumn]
            + FITProfile.messages.sorted { $0.key < $1.key }.flatMap { _, message in
                message.fields.map { "\(message.name)/\($0.name)" }
            } + ["session/end_time", "activity/utc_offset"]
    }

    public func select(columns: [Int]) { selected = columns }

    public func makeBatch() -> RawBatch { RawBatch(capacity: 1024, columnCount: selected.count, byteCount: 1 << 17) }

    public func read(into batch: RawBatch) throws(ReadError) -> Bool {
        batch.clear()
        batch.firstRecord = nextRecord
        var queue = self.queue ?? ActivityQueue(columns: selected.map { header[$0] }, kinds: kinds)
        self.queue = nil
        defer { self.queue = queue }
        while batch.count < batch.capacity {
            if let row = queue.next() {
                put(row, into: batch)
            } else if isAtEnd {
                break
            } else {
                try advance(&queue)
            }
        }
        nextRecord += batch.count
        return batch.count > 0
    }

    private func advance(_ queue: inout ActivityQueue) throws(ReadError) {
        let count = try source.read(into: buffer)
        account.records += count
        guard count > 0 else {
            isAtEnd = true
            if account.records == 0 { throw .empty }
            return try feed.finish(&queue)
        }
        try feed.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &queue)
    }

    private func put(_ row: ActivityQueue.Row, into batch: RawBatch) {
        let place = batch.count
        for (column, text) in row.cells.enumerated() {
            batch.column(column)[place] = text.map { batch.append(Array($0.utf8)) } ?? .absent
        }
        (batch.lines[place], batch.offsets[place]) = (row.line, row.offset)
        batch.spans[place] = Cell(offset: 0, length: 0)
        batch.count = place + 1
    }
}

/// Turns bytes into messages, in the order in which they come.
protocol ActivityFeed {
    mutating func take(_ bytes: UnsafeRawBufferPointer, into queue: inout ActivityQueue) throws(ReadError)
    /// No bytes follow.
    mutating func finish(_ queue: inout ActivityQueue) throws(ReadError)
}

/// Why a whole file of this kind is not read.
public enum ActivityFault: Hashable, Sendable {
    /// The file is of another kind than those that are imported: settings, a course.
    case otherKind(String)
    /// An activity without a session: without its times and sums.
    case noSession
    case tooManyLaps(limit: Int)
    /// A track without times: a route.
    case noTimes
}

extension ActivityFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .otherKind(let kind):
            "the FIT file is of kind `\(kind)` and holds no activity, heart rate or weight: nothing to import"
        case .noSession: "the activity has no session message, so its sums are missing: export it again"
        case .tooManyLaps(let limit): "the activity has more than \(limit) laps: export it in parts"
        case .noTimes: "the track has no times, so it is a route and not an activity: nothing to import"
        }
    }
}
