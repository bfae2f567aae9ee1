internal import Definitions
internal import Discovering
internal import Loading
internal import Postgres
internal import Records

/// Rejects of a unit that the ledger keeps without text: where they are in the file.
struct CountedRecords {
    /// Records of one cause that follow one another.
    struct Range {
        let records: Swift.Range<Int>
        /// How often the rows to which they belong had come.
        let round: Int
    }

    /// In the order of the file.
    let ranges: [Range]
    /// How many wait, and how many of them were broken as text.
    let count: Int
    let broken: Int
    /// The lines of those that have no known places; nil where there are none.
    let lostLines: ClosedRange<Int>?
    let lost: Int
    /// The lines on which they begin, in order: other lines mean that the file is read otherwise now.
    let lines: [ClosedRange<Int>]
    /// The numbers of them all, as text.
    private let places: String

    private static let waits: SQL = "reject.replayed_at is null and reject.records is not null"
    private static let known: SQL = """
        (select coalesce(pg_catalog.sum(pg_catalog.upper(place) - pg_catalog.lower(place)), 0)::bigint
        from unnest(reject.records) as place)
        """

    init(of unit: Int64, on connection: Connection) throws {
        ranges = try connection.rows(
            """
            select pg_catalog.lower(place) as first, pg_catalog.upper(place) as behind, reject.round
            from scorebook.rejects as reject
            cross join lateral unnest(reject.records) as place
            where reject.unit_id = \(bind: unit)::bigint and \(Self.waits) and not \(ReplayUnit.isBroken)
            order by 1
            """
        ).map { row in
            try Range(records: row["first"]..<row["behind"], round: row["round"])
        }
        places =
            try connection.value("select \(Self.union) from scorebook.rejects as reject where \(Self.own(unit))") ?? ""
        lines = try connection.rows(
            """
            select pg_catalog.lower(line) as first, pg_catalog.upper(line) - 1 as last
            from (
                select pg_catalog.range_agg(coalesce(reject.lines, pg_catalog.int8multirange(
                    pg_catalog.int8range(coalesce(reject.line, 0), coalesce(reject.line, 0), '[]')))) as lines
                from scorebook.rejects as reject where \(Self.own(unit))
            ) as all_of_them, unnest(lines) as line
            order by 1
            """
        ).map { row in
            let (first, last): (Int, Int) = (try row["first"], try row["last"])
            return first...last
        }
        let sums = try connection.row(
            """
            select coalesce(pg_catalog.sum(reject.count), 0)::bigint as count,
                coalesce(pg_catalog.sum(reject.count) filter (where \(ReplayUnit.isBroken)), 0)::bigint as broken,
                coalesce(pg_catalog.sum(reject.count - \(Self.known)) filter (where not \(ReplayUnit.isBroken)), 0)::bigint
                    as lost,
                min(pg_catalog.lower(reject.lines)) filter (where \(Self.isLost)) as first_line,
                max(pg_catalog.upper(reject.lines) - 1) filter (where \(Self.isLost)) as last_line
            from scorebook.rejects as reject
            where reject.unit_id = \(bind: unit)::bigint and \(Self.waits)
            """)
        (count, broken, lost) = (try sums?["count"] ?? 0, try sums?["broken"] ?? 0, try sums?["lost"] ?? 0)
        let (first, last): (Int?, Int?) = (try sums?["first_line"], try sums?["last_line"])
        lostLines = first.flatMap { first in last.map { first...$0 } }
    }

    private static let isLost: SQL = "reject.count > \(known) and not \(ReplayUnit.isBroken)"

    /// Those of a unit that a replay can read again.
    private static func own(_ unit: Int64) -> SQL {
        """
        reject.unit_id = \(bind: unit)::bigint and \(waits) and reject.records <> '{}' and not \(ReplayUnit.isBroken)
        """
    }

    private static let union: SQL = "coalesce(pg_catalog.range_agg(reject.records), '{}')::text"

    /// In the replay's transaction: marks loaded records; those rejected again wait with their new cause.
    func finish(_ replay: Int64, of unit: Int64, _ connection: Connection) throws {
        let own = Self.own(unit)
        // Another replay, or the retention, may have come before this one.
        let waiting: String? = try connection.value(
            """
            select \(Self.union) from (
                select reject.records from scorebook.rejects as reject where \(own) order by reject.id for update
            ) as reject
            """)
        guard waiting == places else { throw LoadError.disturbed }
        // Records without a known place wait on.
        try connection.run(
            """
            insert into scorebook.rejects
                (unit_id, run_id, owner, source, record_number, line, byte_offset, field, code, message, hint, defects,
                 round, count, records, lines)
            select unit_id, run_id, owner, source, record_number, line, byte_offset, field, code, message, hint, defects,
                round, count - \(Self.known), '{}', lines
            from scorebook.rejects as reject
            where \(own) and reject.count > \(Self.known)
            """)
        try connection.run(
            """
            update scorebook.rejects as reject
            set records = reject.records - again.records, count = 0,
                replayed_at = (select unit.started_at from scorebook.units as unit where unit.id = \(bind: replay)::bigint)
            from (
                select coalesce(
                        pg_catalog.range_agg(coalesce(fresh.records, pg_catalog.int8multirange(
                            pg_catalog.int8range(fresh.record_number, fresh.record_number, '[]')))),
                        '{}') as records
                from scorebook.rejects as fresh
                where fresh.unit_id = \(bind: replay)::bigint
            ) as again
            where \(own)
            """)
        try connection.run(
            """
            update scorebook.rejects as reject set count = \(Self.known)
            where reject.unit_id = \(bind: unit)::bigint and reject.count = 0
            """)
        try connection.run(
            "delete from scorebook.rejects where unit_id = \(bind: unit)::bigint and count = 0")
        try connection.run(
            """
            update scorebook.rejects as fresh set unit_id = unit.id, run_id = unit.run_id
            from scorebook.units as unit
            where fresh.unit_id = \(bind: replay)::bigint and unit.id = \(bind: unit)::bigint
            """)
    }
}

/// Files that a run has read, found again: where they were, or in the job's archive or quarantine.
final class FilesOfRun {
    private let inputs: [String]
    private lazy var candidates = Inbox(owners: .one).discover(inputs).candidates

    init(_ request: RunRequest) { inputs = request.inputs.filter { $0 != "-" } }

    /// The file of a source of the ledger, or the entry of an archive, with this content; nil where it is not there.
    func file(of source: String, _ sha256: [UInt8], bytes: Int) -> SourceFile? {
        let parts = source.split(separator: "!", omittingEmptySubsequences: false)
        for count in (1...parts.count).reversed() {
            let name = parts.prefix(count).joined(separator: "!")
            let inner = source.dropFirst(name.count)
            for candidate in candidates where candidate.path == name || candidate.path.hasSuffix("/" + name) {
                guard let file = try? SourceFile.open(candidate) else { continue }
                guard let found = inner.isEmpty ? file : entry(candidate.name + inner, in: file) else { continue }
                guard found.isEntry || found.bytes == bytes else { continue }
                if let own = try? found.sha256(), own == sha256 { return found }
            }
        }
        return nil
    }

    private func entry(_ name: String, in file: SourceFile) -> SourceFile? {
        var found: SourceFile?
        try? ArchiveFile.open(file)?.forEach { entry in
            if entry.name == name, entry.fault == nil { found = entry.file } else { entry.file.forget() }
        }
        return found
    }

    /// How a file is read by today's definition of a format.
    static func match(
        _ file: SourceFile, _ format: String, _ catalogue: FormatCatalogue
    ) throws -> Recogniser.Match {
        let numbers = catalogue.entries.enumerated().filter { $0.element.name == format }.map(\.offset)
        return try FormatChoice.recognise(file, with: Recogniser(catalogue, taking: Set(numbers)))
    }
}
