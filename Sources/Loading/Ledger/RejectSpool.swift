internal import Filing
internal import Normalising
internal import Postgres
internal import Records
internal import Synchronization

/// The words of a reject, made where wording lives.
public struct RejectText: Sendable {
    public var message: String
    public var hint: String
    /// All defects as a JSON array.
    public var defects: String
    /// The resolved cells as a JSON object.
    public var cells: String

    public init(message: String, hint: String, defects: String, cells: String) {
        self.message = message
        self.hint = hint
        self.defects = defects
        self.cells = cells
    }
}

/// How many rejects are kept whole of a file, or of all files of an archive.
public final class WholeRejects: Sendable {
    private let kept = Mutex((count: 0, bytes: 0))

    public init() {}

    var hasRoom: Bool { kept.withLock { $0.count < 1_000 && $0.bytes < 16 << 20 } }

    func add(_ count: Int, bytes: Int) { kept.withLock { $0 = ($0.count + count, $0.bytes + bytes) } }
}

/// Rejects of one unit, on their way into `scorebook.rejects`.
///
/// The connection is busy with COPY while they are found, so they wait in memory up to 1 MB and beyond that in a file
/// without a name, which goes with the process. They are written in the unit's own transaction: no COMMIT without them.
///
/// The first thousand of a file, or of an archive, are kept whole, as far as 16 MB hold them. Of the others stay cause, count
/// and place: a few bytes may be many records, and each would take a kilobyte of the app's database.
final class RejectSpool {
    static let columns = [
        "unit_id", "run_id", "owner", "source", "record_number", "line", "byte_offset", "field", "code", "message",
        "hint", "defects", "raw", "cells", "round",
    ]
    private static let memory = 1 << 20

    private let unit: Int64?
    private let run: RowEncoder.Owner
    private let owner: RowEncoder.Owner?
    private let source: String
    private let wording: (Reject) -> RejectText
    /// All of them as lines for other programs; nil where nobody asked.
    let events: RejectEvents?
    private var buffer = CopyBuffer()
    private var file: SpillFile?
    /// How many are kept whole, and their bytes.
    private var whole = (count: 0, bytes: 0)
    /// What is kept of the archive's files together.
    private let kept: WholeRejects
    private var isStored = false
    private var counted: CountedRejects
    private let keeping: RejectKeeping
    private(set) var count = 0
    /// The first of them, for reports, without what the file has.
    private(set) var first: [Reject] = []
    private(set) var causes = RejectCauses()
    private static let mostListed = 1_000

    init(
        unit: Int64?, run: RowEncoder.Owner, owner: RowEncoder.Owner?, source: String, keeping: RejectKeeping,
        among kept: WholeRejects, wording: @escaping (Reject) -> RejectText, events: RejectEvents?
    ) {
        self.unit = unit
        self.run = run
        self.owner = owner
        self.source = source
        self.keeping = keeping
        self.kept = kept
        counted = CountedRejects(isBounded: keeping == .firstWhole)
        self.wording = wording
        self.events = events
    }

    /// Adds a reject; without a unit (plan, validate) only counts and remembers the first.
    func append(_ reject: Reject) throws {
        count += 1
        causes.add(reject)
        do { try events?.append(reject) } catch let error as FileError { throw LoadError.spool(error.reason) }
        if first.count < Self.mostListed {
            first.append(Reject(position: reject.position, defects: reject.defects, raw: [], cells: []))
        }
        guard let unit else { return }
        guard isNextWhole else { return counted.add(reject) }
        let before = buffer.count
        let text = wording(reject)
        let defect = reject.defects.first
        buffer.beginRow(fields: Self.columns.count)
        buffer.int64(unit)
        buffer.uuid(hi: run.high, lo: run.low)
        if let owner { buffer.uuid(hi: owner.high, lo: owner.low) } else { buffer.null() }
        buffer.text(source)
        buffer.int64(Int64(reject.position.record))
        buffer.int64(Int64(reject.position.line))
        buffer.int64(Int64(defect?.byteOffset ?? reject.position.byteOffset))
        buffer.text(defect?.field ?? "")
        buffer.text(defect?.code.rawValue ?? "")
        buffer.text(text.message)
        buffer.text(text.hint)
        buffer.jsonb(text.defects)
        if reject.hasText { reject.raw.withUnsafeBytes { buffer.bytea($0) } } else { buffer.null() }
        buffer.jsonb(text.cells)
        buffer.int64(Int64(reject.round))
        whole.count += 1
        whole.bytes += buffer.count - before
        kept.add(1, bytes: buffer.count - before)
        if buffer.count > Self.memory { try spill() }
    }

    private var isNextWhole: Bool {
        switch keeping {
        case .firstWhole: kept.hasRoom
        case .whole: true
        case .places: false
        }
    }

    private func spill() throws {
        do {
            let file = try self.file ?? SpillFile()
            self.file = file
            try buffer.withBytes { try file.append($0) }
        } catch let error as FileError { throw LoadError.spool(error.reason) }
        buffer.removeAll()
    }

    /// Writes all of them by one COPY, which the server does not take into a table with row-level security.
    func store(on connection: Connection) throws {
        guard let unit, count > 0 else { return }
        let columns = Self.columns.map { Identifier($0) }
        try connection.run(
            """
            create temporary table if not exists spooled on commit drop as
            select \(columns) from scorebook.rejects with no data
            """)
        try copy(on: connection)
        try connection.run(
            """
            insert into scorebook.rejects (\(columns), records)
            select \(columns),
                case when raw is null then
                    pg_catalog.int8multirange(pg_catalog.int8range(record_number, record_number, '[]')) end
            from pg_temp.spooled;
            delete from pg_temp.spooled
            """)
        let rest = counted.store(
            of: unit, run: UUIDText.text(high: run.high, low: run.low),
            owner: owner.map { UUIDText.text(high: $0.high, low: $0.low) }, source: source, wording)
        if let rest { try connection.run(rest) }
        isStored = true
    }

    /// What an attempt has found that failed is found again.
    deinit { if !isStored { kept.add(-whole.count, bytes: -whole.bytes) } }

    private func copy(on connection: Connection) throws {
        let stored = try connection.copy(into: Identifier("pg_temp.spooled"), columns: Self.columns) {
            writer in
            do { try file?.eachPiece { try writer.write($0) } } catch let error as FileError {
                throw LoadError.spool(error.reason)
            }
            try writer.write(buffer)
        }
        guard stored == whole.count else {
            throw LoadError.countMismatch(table: "scorebook.rejects", sent: whole.count, stored: stored)
        }
    }
}
