internal import Definitions
internal import Discovering
internal import Loading
internal import Mapping
internal import Reading
internal import Records
internal import Reporting
internal import Validating

/// A file's way up to Loading: read ahead, mapped, validated, batch by batch.
final class FileFeed: RecordFeed {
    private let file: SourceFile
    private let unit: PreparedUnit
    private let validator: Validator
    private let mapper: Mapper
    private let progress: Progress
    private let recordText: RunRequest.RecordText
    private let shouldStop: () -> Bool
    private var ahead: Ahead<RawBatch>?
    private var current: RawBatch?
    private var batch: MappedBatch?
    private var progressed = 0
    private var isAtEnd = false
    private var hashing: HashingSource?
    private var bytesAhead: AheadSource?

    init(
        unit: PreparedUnit, now: Int64, progress: Progress, recordText: RunRequest.RecordText = .kept,
        shouldStop: @escaping () -> Bool
    ) {
        file = unit.file
        self.unit = unit
        mapper = Mapper(plan: unit.plan)
        validator = Validator(plan: unit.plan, now: now)
        self.progress = progress
        self.recordText = recordText
        self.shouldStop = shouldStop
    }

    var keepsRecordText: Bool { recordText == .kept }

    deinit { stopReading() }

    func next() throws(LoadError) -> MappedBatch? {
        guard !shouldStop() else { throw .interrupted }
        guard !isAtEnd else { return nil }
        let reading: Ahead<RawBatch>
        if let ahead {
            reading = ahead
        } else {
            let source = HashingSource(try openFile())
            hashing = source
            let reader = try openReader(isParserBusy ? ahead(of: source) : source)
            reader.select(columns: unit.plan.sourceColumns)
            reading = batches(of: reader)
            ahead = reading
        }
        let raw: RawBatch?
        if let current { reading.giveBack(current) }
        current = nil
        do throws(ReadError) { raw = try reading.next() } catch { throw LoadError(error) }
        current = raw
        guard let raw else {
            finish()
            return nil
        }
        let mapped = batch ?? MappedBatch(plan: unit.plan, raw: raw)
        batch = mapped
        mapper.map(raw, into: mapped)
        validator.validate(mapped)
        guard !unit.match.format.isPhoto else {
            progress.add(bytes: file.bytes, records: raw.recordCount)
            return mapped
        }
        let end = raw.count == 0 ? 0 : raw.offsets[raw.count - 1] + raw.spans[raw.count - 1].length
        progress.add(bytes: max(0, end - progressed), records: raw.recordCount)
        progressed = max(progressed, end)
        return mapped
    }

    /// SHA-256 of what was read, once all was.
    private(set) var sha256: [UInt8]?

    /// Whether parsing is so much work that reading, unpacking and fingerprinting should not wait for it.
    private var isParserBusy: Bool {
        ["xml", "jsonl"].contains(unit.match.format.reader.word) && file.bytes > 1 << 20
    }

    /// Batches of a reader: of a small file one, which needs no thread.
    private func batches(of reader: any RecordReader) -> Ahead<RawBatch> {
        let isLarge = file.bytes > 1 << 19 && !unit.match.format.isPhoto
        let batches = isLarge ? (0..<6).map { _ in reader.makeBatch() } : [reader.makeBatch(forBytes: file.bytes)]
        return Ahead(batches, isLarge ? .ahead : .whenAsked) { (batch) throws(ReadError) in
            try reader.read(into: batch)
        }
    }

    private func ahead(of source: any ByteSource) -> any ByteSource {
        let ahead = AheadSource(source)
        bytesAhead = ahead
        return ahead
    }

    /// Lets go of what the reading took: the feeds of units that are loaded together wait for one another.
    private func finish() {
        isAtEnd = true
        sha256 = hashing?.sha256
        stopReading()
        hashing = nil
        batch = nil
    }

    private func stopReading() {
        ahead?.stop()
        ahead = nil
        bytesAhead?.stop()
        bytesAhead = nil
    }

    private func openFile() throws(LoadError) -> any ByteSource {
        do throws(ReadError) { return try file.open() } catch { throw LoadError(error) }
    }

    private func openReader(_ source: any ByteSource) throws(LoadError) -> any RecordReader {
        do throws(ReadError) { return try unit.reader(of: source) } catch { throw LoadError(error) }
    }

    func records(
        _ numbers: Set<Int>,
        _ body: (Position, _ raw: [UInt8], _ cells: [(name: String, value: String?)]) throws(LoadError) -> Void
    ) throws(LoadError) {
        stopReading()
        let reader = try openReader(try openFile())
        let found: [RereadRecord]
        do throws(ReadError) { found = try reader.records(numbers: numbers) } catch { throw LoadError(error) }
        for record in found {
            guard recordText == .kept else {
                try body(record.position, [], [])
                continue
            }
            try body(
                record.position, record.raw,
                unit.plan.sourceColumns.map { column in
                    (reader.header[column], column < record.cells.count ? record.cells[column].value : nil)
                })
        }
    }

    func confirmUnchanged() throws(LoadError) {
        guard file.isUnchanged, sha256 == unit.key.sha256 else { throw .sourceChanged }
    }
}

extension LoadError {
    init(_ error: ReadError) {
        self = error.isOutage ? .outage(error.description) : .source(error.description)
    }
}
