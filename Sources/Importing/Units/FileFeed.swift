internal import Definitions
internal import Discovering
internal import Glibc
internal import Loading
internal import Normalising
internal import Reading
internal import Records
internal import Reporting
internal import Validating

/// A file's way up to Loading: read ahead, mapped, validated, batch by batch.
final class FileFeed: RecordFeed {
    private typealias Chunk = ChunkProcessing.Chunk
    private typealias Source = (reader: any RecordReader, hashing: HashingSource)

    private let file: SourceFile
    private let unit: PreparedUnit
    private let options: Options
    private var ahead: ReadAhead<Source, Chunk>?
    private var current: Chunk?
    private var records = 0
    private var progressed = 0
    private var isAtEnd = false
    /// The people that the records name, as long as no record was kept.
    private var people: PeopleNamed? = PeopleNamed()
    /// What the thread that asks for records had worked when it last did.
    private var mark = ProcessorTime.Mark.now
    /// Where the file is read once more.
    private var rereading: RecordRereader?

    /// What holds for all files of a run.
    struct Options {
        /// "Now", in microseconds since 1970.
        var now: Int64
        var recordText = RunRequest.RecordText.kept
        var processorTime = ProcessorTime.Limit()
        var hooks: Session.Hooks
    }

    init(of unit: PreparedUnit, _ options: Options) {
        file = unit.file
        self.unit = unit
        self.options = options
        unit.shape?.restart()
    }

    var keepsRecordText: Bool { options.recordText == .kept }

    deinit { stopReading() }

    func next() throws -> MappedBatch? {
        options.hooks.tick()
        guard !options.hooks.shouldStop() else { throw LoadError.interrupted }
        guard !isAtEnd else { return nil }
        guard let chunk = try nextChunk() else {
            finish()
            if let reason = people?.refusal(unit.plan) { throw LoadError.source(.severalPeople, reason) }
            return nil
        }
        let (raw, mapped) = (chunk.raw, chunk.mapped)
        unit.shape?.add(raw)
        people?.add(mapped.people)
        if people != nil, (0..<mapped.count).contains(where: mapped.isKept) { people = nil }
        guard !unit.match.format.isWholeFile else {
            options.hooks.progress.add(bytes: file.bytes, records: raw.recordCount)
            file.time.addRead(bytes: file.bytes)
            return mapped
        }
        let end = raw.count == 0 ? 0 : raw.offsets[raw.count - 1] + raw.spans[raw.count - 1].length
        options.hooks.progress.add(bytes: max(0, end - progressed), records: raw.recordCount)
        file.time.addRead(bytes: max(0, end - progressed))
        progressed = max(progressed, end)
        return mapped
    }

    /// The next chunk that holds records.
    private func nextChunk() throws -> Chunk? {
        if ahead == nil { ahead = try startReading() }
        guard let ahead else { return nil }
        repeat {
            if let current { ahead.recycle(current) }
            do { current = try ahead.next() } catch { throw LoadError(error) }
            guard let current else { return nil }
            if current.parser != nil { current.raw.firstRecord = records + 1 }
            records += current.raw.count
            file.time.add(since: &mark)
            do { try options.processorTime.check(file.time, bytes: max(file.bytes, progressed)) } catch {
                throw LoadError(error)
            }
        } while current?.raw.count == 0
        return current
    }

    /// SHA-256 of what was read, once all was.
    private(set) var sha256: [UInt8]?

    /// Each of some threads takes the chunk whose turn it is, and does all that is to be done to it; a single one where
    /// records depend on those before them. A small file needs no thread.
    private func startReading() throws -> ReadAhead<Source, Chunk> {
        let hashing = HashingSource(try openFile())
        let reader = try openReader(hashing)
        reader.select(columns: unit.plan.sourceColumns)
        let isLarge = file.bytes > 1 << 19 && !unit.match.format.isWholeFile
        let threads = !isLarge ? 0 : unit.plan.isOrderless ? Self.workers : 1
        let (plan, now) = (unit.plan, options.now)
        mark = .now
        // Without threads all of it is this one's.
        let time = threads > 0 ? file.time : nil
        var chunks: [Chunk] = []
        do throws(ReadError) {
            for _ in 0..<(isLarge ? threads + 2 : 1) {
                let raw = isLarge ? reader.makeBatch() : reader.makeBatch(forBytes: file.bytes)
                let mapped = MappedBatch(plan: plan, raw: raw)
                chunks.append(Chunk(raw: raw, mapped: mapped, parser: try reader.makeParser()))
            }
        } catch { throw LoadError(error) }
        return ReadAhead(chunks, from: (reader, hashing), threads: threads) { (source, chunk) throws(ReadError) in
            try source.reader.take(into: chunk.raw)
        } finish: {
            let work = ChunkProcessing(plan: plan, now: now)
            var mark = ProcessorTime.Mark.now
            return { (chunk) throws(ReadError) in
                try work.complete(chunk)
                time?.add(since: &mark)
            }
        }
    }

    private static let workers = min(max(2, Workers.cores), 4)

    /// Lets go of what the reading took: the feeds of a batch wait for one another.
    private func finish() {
        isAtEnd = true
        sha256 = stopReading()?.hashing.sha256
        current = nil
    }

    @discardableResult
    private func stopReading() -> Source? {
        defer { ahead = nil }
        return ahead?.stop()
    }

    private func openFile() throws -> any ByteSource {
        do { return try file.open() } catch { throw LoadError(error) }
    }

    private func openReader(_ source: any ByteSource) throws -> any RecordReader {
        do { return try unit.reader(of: source) } catch { throw LoadError(error) }
    }

    func records(
        _ numbers: Set<Int>,
        _ body: (Position, _ raw: [UInt8], _ cells: [(name: String, value: String?)]) throws -> Void
    ) throws {
        stopReading()
        if let known = rereading, numbers.contains(where: { $0 <= known.last }) { rereading = nil }
        let source: RecordRereader
        if let rereading {
            source = rereading
        } else {
            source = RecordRereader(try openReader(try openFile()))
            rereading = source
        }
        let found: [RereadRecord]
        do { found = try source.records(numbers) } catch { throw LoadError(error) }
        for record in found {
            guard keepsRecordText else {
                try body(record.position, [], [])
                continue
            }
            try body(
                record.position, record.raw,
                unit.plan.sourceColumns.filter(record.cells.indices.contains).map { column in
                    (record.cells[column].name, record.cells[column].value)
                })
        }
    }

    func confirmUnchanged() throws {
        guard file.isUnchanged, sha256 == unit.key.sha256 else { throw LoadError.sourceChanged }
    }
}

extension LoadError {
    init(_ error: ReadError) {
        self = error.isOutage ? .outage(error.description) : .source(error.code, error.description)
    }
}

/// What becomes of a chunk of a file by itself; each thread has one, which remembers the chunks before.
struct ChunkProcessing {
    private let mapper: Mapper
    private let validator: Validator

    /// Some records on their way.
    struct Chunk {
        let raw: RawBatch
        let mapped: MappedBatch
        /// Makes records of what the reader took; nil where it read them itself.
        var parser: (any ChunkParser)?
    }

    init(plan: MappingPlan, now: Int64) {
        mapper = Mapper(plan: plan)
        validator = Validator(plan: plan, now: now)
    }

    /// Records, values, defects: read |> map |> validate.
    func complete(_ chunk: Chunk) throws(ReadError) {
        try chunk.parser?.parse(chunk.raw)
        mapper.map(chunk.raw, into: chunk.mapped)
        if let code = chunk.mapped.unreadZone { throw .system(operation: "read the rules of a time zone", code: code) }
        validator.validate(chunk.mapped)
    }
}
