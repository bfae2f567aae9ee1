public import Definitions
internal import Loading
internal import Postgres
public import Records
public import Reporting

/// Compares what a run has loaded with its sources: a table at a time, both ways.
///
/// The sources are read again, from where the run had them or from where it has put them, and mapped as they were then;
/// nothing is written.
public final class VerifyRun {
    public private(set) var report = VerifyReport()
    private let given: String
    private let pipelines: Pipelines
    private let database: DatabaseAccess
    private let hooks: Session.Hooks

    /// - Parameter run: the run's id, its first digits, or `latest`.
    public init(run: String, pipelines: Pipelines, database: DatabaseAccess, hooks: Session.Hooks) {
        given = run
        self.pipelines = pipelines
        self.database = database
        self.hooks = hooks
    }

    /// Does it all; the report is complete afterwards.
    public func execute() -> RunEnd {
        do { return try verify() } catch { return RunEnd(error) }
    }

    private func verify() throws -> RunEnd {
        let (units, request) = try Session(database, hooks: hooks).lend { try asked($0.connection) }
        let contents = Set(units.map(\.sha256))
        let tables = pipelines.datasets.flatMap(\.tables)
        var sink: Verification?
        let reading = Import(request: request, pipelines: pipelines, database: database, hooks: hooks) {
            [report] session, journal in
            let made = Verification(contents, for: report, among: tables, session, journal)
            sink = made
            return made
        }
        let end = reading.execute()
        // What was compared before a comparison failed is no comparison.
        guard let sink, [.done, .overLimit, .badInput].contains(end) else { return end }
        report = sink.report
        report.unreadable = units.filter { !sink.seen.contains($0.sha256) }.map(\.source)
        return report.isEqual ? .done : .overLimit
    }

    /// What the run has loaded, and the request to read it again.
    private func asked(_ connection: Connection) throws -> (units: [LoadedUnit], request: RunRequest) {
        let known = try KnownRun.find(given, on: connection)
        report.run = known.id
        report.database = connection.description
        let units = try UnitLedger(connection: connection).loadedUnits(of: known.id)
        guard !units.isEmpty else {
            let isUndone: Bool? = try connection.value(
                """
                select exists (
                    select from scorebook.units where run_id = \(bind: known.id)::uuid and status = 'rolled_back')
                """)
            let run = "the run \(known.id.prefix(8))"
            throw RunEnd.unsatisfied(
                isUndone == true ? "\(run) was rolled back: nothing to compare" : "\(run) loaded nothing")
        }
        for unit in units where pipelines.format(named: unit.format) == nil {
            throw RunEnd.configuration(
                "the format \(unit.format) of \(unit.source) is not defined here; give --pipelines as the run had it")
        }
        var request = try RunRequest(again: known.id, pipelines, on: connection)
        request.mode = .plan
        request.recalled = try RecalledSettings(of: known.id, on: connection)
        return (units, request)
    }
}

extension RunRequest {
    /// What a run was asked for, to find its files again.
    init(again run: String, _ pipelines: Pipelines, on connection: Connection) throws {
        let text = try connection.value("select options::text from scorebook.runs where id = $1::uuid", [run])
        let asked: PlanFile
        do { asked = try PlanFile.read(Array((text ?? "").utf8)) } catch {
            throw RunEnd.unsatisfied("the ledger does not say what the run \(run) was asked for")
        }
        self.init(applying: asked, pipelines: pipelines)
        applies = nil
        asOf = nil
        // Files that were loaded may lie in the archive by now; an archive of which an entry was refused, in the quarantine.
        inputs = inputs.isEmpty ? [job?.inbox].compactMap { $0 } : inputs
        inputs += [job?.archive, job?.quarantine].compactMap { $0 }
    }
}

/// What a comparison of sources and target found.
public struct VerifyReport: Sendable {
    /// One table, all of a run's files together.
    public struct Table: Sendable {
        public var table: String
        public var source = 0
        public var target = 0
        public var differing = 0
        public var extra = 0
        public var changed: [(column: String, rows: Int)] = []
        /// Sums of hashes, one a file; equal where every file's rows are there as the source has them.
        public var sourceSums: [String] = []
        public var targetSums: [String] = []
        public var missingKeys: [String] = []
        public var changedKeys: [String] = []
        public var extraKeys: [String] = []
        /// Rows that later files have changed or deleted: not compared with the earlier ones.
        public var superseded = 0
        /// Rows that no file gave and that were there before the run.
        public var earlier = 0
        /// Rows of the same owners that other runs gave.
        public var others = 0

        public var missing: Int { source - target }
        public var isEqual: Bool { missing == 0 && differing == 0 && extra == 0 && sourceSums == targetSums }
    }

    public var run = ""
    public var database = ""
    public var tables: [Table] = []
    /// Records of the sources that never became rows: source and target agree about them.
    public var rejected = 0
    /// Records that are rejected now and were not when the run loaded them: a difference, as their rows are.
    public var rejectedSince = 0
    /// Rows that were changed on their way, as the dataset wants it.
    public var mapped = 0
    public var warnings = Counter()
    /// Files that could not be found again.
    public var unreadable: [String] = []

    /// Rows of files that later files have changed or deleted since.
    public var superseded: Int { tables.reduce(0) { $0 + $1.superseded } }

    /// Rows that no file gave and that were there before the run.
    public var earlier: Int { tables.reduce(0) { $0 + $1.earlier } }

    /// Rows of the same owners that other runs gave.
    public var others: Int { tables.reduce(0) { $0 + $1.others } }

    public var isEqual: Bool { unreadable.isEmpty && rejectedSince == 0 && tables.allSatisfy(\.isEqual) }

    mutating func add(_ unit: UnitComparison) {
        rejected += unit.rejected
        rejectedSince += unit.rejectedSince
        mapped += unit.mapped
        warnings.add(unit.warnings)
        for found in unit.tables {
            let index = tables.firstIndex { $0.table == found.table } ?? tables.count
            if index == tables.count { tables.append(Table(table: found.table)) }
            tables[index].source += found.source
            tables[index].target += found.target
            tables[index].differing += found.differing
            tables[index].superseded += found.superseded
            tables[index].sourceSums.append(found.sourceSum)
            tables[index].targetSums.append(found.targetSum)
            tables[index].missingKeys += found.missingKeys
            tables[index].changedKeys += found.changedKeys
            for (column, rows) in found.changed {
                if let known = tables[index].changed.firstIndex(where: { $0.column == column }) {
                    tables[index].changed[known].rows += rows
                } else {
                    tables[index].changed.append((column, rows))
                }
            }
        }
    }

    mutating func add(extra found: [ExtraRows]) {
        for rows in found {
            guard let index = tables.firstIndex(where: { $0.table == rows.table }) else { continue }
            tables[index].extra = rows.rows
            tables[index].extraKeys = rows.keys
            tables[index].earlier = rows.earlier
            tables[index].others = rows.others
        }
    }
}

extension VerifyReport {
    public var json: JSONValue {
        [
            "run": .text(run), "database": .text(database), "equal": .boolean(isEqual),
            "rejected": .integer(rejected), "rejected_since": .integer(rejectedSince),
            "changed_by_mapping": .integer(mapped),
            "unreadable": .array(unreadable.map(JSONValue.text)),
            "warnings": .object(warnings.map { JSONValue.Member($0.name, .integer($0.count)) }),
            "tables": .object(tables.map { JSONValue.Member($0.table, $0.json) }),
        ]
    }

    public var listing: Listing {
        Listing(
            [
                .init("table"), .init("source", nil, .right), .init("target", nil, .right),
                .init("missing", nil, .right), .init("extra", nil, .right), .init("changed", nil, .right),
                .init("content", fit: .cutEnd),
            ],
            rows: tables.map { table in
                [
                    .text(table.table), .integer(table.source), .integer(table.target), .integer(table.missing),
                    .integer(table.extra), .integer(table.differing),
                    .text(table.content),
                ]
            }, whenEmpty: "no rows to compare")
    }
}

extension VerifyReport.Table {
    /// Whether the sums over all rows are equal, and the columns that differ with the rows in which they do.
    fileprivate var content: String {
        guard sourceSums != targetSums else { return "equal" }
        let columns = changed.map { "\($0.column): \($0.rows)" }.joined(separator: ", ")
        return columns.isEmpty ? "differs" : columns
    }

    var json: JSONValue {
        [
            "source": .integer(source), "target": .integer(target), "missing": .integer(missing),
            "extra": .integer(extra), "changed": .integer(differing), "superseded": .integer(superseded),
            "earlier": .integer(earlier), "of_other_runs": .integer(others),
            "columns": .object(changed.map { JSONValue.Member($0.column, .integer($0.rows)) }),
            "checksums": [
                "source": .array(sourceSums.map(JSONValue.text)), "target": .array(targetSums.map(JSONValue.text)),
            ],
            "missing_keys": .array(missingKeys.map(JSONValue.text)),
            "extra_keys": .array(extraKeys.map(JSONValue.text)),
            "changed_keys": .array(changedKeys.map(JSONValue.text)),
        ]
    }
}
