internal import Definitions
internal import Discovering
internal import Loading
internal import Normalising
internal import Postgres
internal import Reading
internal import Records

/// Where the records of a replay come from, in their order.
protocol ReplayedRecords {
    typealias Body = (_ position: Position, _ raw: [UInt8], _ cells: [String?], _ round: Int) throws -> Void

    var count: Int { get }
    /// The size of the file that they are read from; 0 where there is none.
    var bytes: Int { get }
    /// Whether records have their numbers of the file, and not those of the replay.
    var areNumbersOfFile: Bool { get }
    /// Those at some places, with the cells of the plan's columns and how often their rows had come.
    func each(at places: Range<Int>, _ plan: MappingPlan, _ body: Body) throws
    /// Those of some numbers, in their order.
    func each(numbered numbers: [Int], _ plan: MappingPlan, _ body: Body) throws
    func confirmUnchanged() throws
}

/// Rejects that the ledger keeps whole.
struct StoredRejects: ReplayedRecords {
    let ids: [Int64]
    let connection: Connection

    var count: Int { ids.count }
    var bytes: Int { 0 }
    var areNumbersOfFile: Bool { false }

    func each(at places: Range<Int>, _ plan: MappingPlan, _ body: Body) throws {
        try each(numbered: places.map { $0 + 1 }, plan, body)
    }

    func each(numbered numbers: [Int], _ plan: MappingPlan, _ body: Body) throws {
        let cells: [SQL] = plan.sourceNames.map { "reject.cells ->> \(literal: $0)" }
        try connection.each(
            """
            select coalesce(reject.line, 0) as line, coalesce(reject.byte_offset, 0) as byte_offset, asked.number,
                pg_catalog.encode(coalesce(reject.raw, ''), 'hex') as raw, reject.round, array[\(cells)]::text[] as cells
            from unnest(\(bind: numbers.map { ids[$0 - 1] })::bigint[], \(bind: numbers)::bigint[]) as asked (id, number)
            join scorebook.rejects as reject on reject.id = asked.id and reject.replayed_at is null and reject.raw is not null
            order by asked.number
            """
        ) { row in
            let position = try Position(record: row["number"], line: row["line"], byteOffset: row["byte_offset"])
            let raw: String = try row["raw"]
            try body(position, Hex.bytes(raw), row["cells"], row["round"])
        }
    }

    func confirmUnchanged() throws {}
}

/// Rejects that the ledger keeps without text, read once more from their file.
final class RereadRejects: ReplayedRecords {
    private let file: SourceFile
    private let match: Recogniser.Match
    private let ranges: [CountedRecords.Range]
    /// How many records come before each range.
    private let before: [Int]
    private let lines: [ClosedRange<Int>]
    private var rereader: RecordRereader?
    let count: Int
    var bytes: Int { file.bytes }
    var areNumbersOfFile: Bool { true }

    init(of records: CountedRecords, in file: SourceFile, _ match: Recogniser.Match) {
        self.file = file
        self.match = match
        ranges = records.ranges
        lines = records.lines
        var (before, count) = ([Int](), 0)
        for range in ranges {
            before.append(count)
            count += range.records.count
        }
        (self.before, self.count) = (before, count)
    }

    func header() throws -> [String] {
        guard match.format.reader.hasHeader else { return match.format.columns }
        do { return try match.reader(of: file.open()).header } catch { throw LoadError(error) }
    }

    func each(at places: Range<Int>, _ plan: MappingPlan, _ body: Body) throws {
        var numbers: [Int] = []
        var index = Self.last(before) { $0 <= places.lowerBound }
        while index < ranges.count, before[index] < places.upperBound {
            let own = places.clamped(to: before[index]..<before[index] + ranges[index].records.count)
            let shift = ranges[index].records.lowerBound - before[index]
            numbers += own.map { $0 + shift }
            index += 1
        }
        try each(numbered: numbers, plan, body)
    }

    func each(numbered numbers: [Int], _ plan: MappingPlan, _ body: Body) throws {
        guard let first = numbers.first else { return }
        if let known = rereader, known.last >= first { rereader = nil }
        let found: [RereadRecord]
        do throws(ReadError) {
            let source: RecordRereader
            if let rereader { source = rereader } else { source = RecordRereader(try match.reader(of: file.open())) }
            rereader = source
            found = try source.records(Set(numbers))
        } catch { throw LoadError(error) }
        guard found.count == numbers.count else { throw LoadError.source(.otherDocument, Self.isOther) }
        for record in found {
            let cells = plan.sourceColumns.map { record.cells.indices.contains($0) ? record.cells[$0].value : nil }
            let (number, line) = (record.position.record, record.position.line)
            guard !lines.isEmpty, lines[Self.last(lines) { $0.lowerBound <= line }].contains(line) else {
                throw LoadError.source(.otherDocument, Self.isOther)
            }
            try body(
                record.position, record.raw, cells, ranges[Self.last(ranges) { $0.records.lowerBound <= number }].round)
        }
    }

    private static let isOther = "its records are read otherwise than when it was imported: import the file again"

    /// The index of the last element for which a condition holds that holds for all before it, too; 0 where there is none.
    private static func last<Element>(_ elements: [Element], where holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, elements.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if holds(elements[middle]) { low = middle } else { high = middle }
        }
        return low
    }

    func confirmUnchanged() throws {
        guard file.isUnchanged else { throw LoadError.sourceChanged }
    }
}
