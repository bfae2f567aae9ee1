public import Definitions
internal import Discovering
public import Filing
internal import Loading
internal import Postgres
internal import Records
public import Reporting

/// `finish`: ends a run that several processes have loaded. It can be done again at any time.
///
/// ```
/// fence -> what the ledger has -> lines without an end -> files to archive and quarantine -> photos -> report
/// ```
///
/// It believes the ledger, and no figure of what has run the processes.
public final class RunFinishing {
    /// The run's report; nil where it did not come so far.
    public private(set) var report: RunReport?
    /// Where the run notes which files it is loading.
    public var inProgress: FilesInProgress?
    private let given: String
    private let lines: [UnitLine]
    private let pipelines: Pipelines
    private let database: DatabaseAccess
    private let hooks: Session.Hooks

    /// - Parameters:
    ///   - given: the run's id, or its first digits.
    ///   - lines: all that were planned.
    public init(
        _ given: String, lines: [UnitLine], pipelines: Pipelines, database: DatabaseAccess, hooks: Session.Hooks
    ) {
        self.given = given
        self.lines = lines
        self.pipelines = pipelines
        self.database = database
        self.hooks = hooks
    }

    /// Ends the run; the report is complete afterwards.
    public func execute() -> RunEnd {
        do { return try finish() } catch { return RunEnd(error) }
    }

    /// Lists the lines that are not settled, and changes nothing.
    public func listMissing(_ write: (UnitLine) -> Void) -> RunEnd {
        do {
            let (session, record) = try open()
            let parts = try session.lend { try RunParts(of: record.id, on: $0.connection) }
            let missing = lines.filter { !parts.isSettled($0.number) }
            missing.forEach(write)
            return missing.isEmpty
                ? .done : .temporary("\(missing.count) of \(lines.count) lines are not settled; give them to `exec`")
        } catch { return RunEnd(error) }
    }

    private func open() throws -> (Session, SharedRunRecord) {
        let session = try Session(database, hooks: hooks)
        try session.requireSchema()
        let id: String
        do { id = try session.lend { try LedgerReader($0.connection).run(named: given) } } catch let error
            as LedgerReader.Failure
        {
            throw RunEnd.unknownRun(error)
        }
        if let other = lines.first(where: { $0.run != id }) {
            throw RunEnd.configuration("line \(other.number) of the units is one of the run \(other.run.prefix(8))")
        }
        return (session, try session.lend { try SharedRunRecord(of: id, on: $0.connection) })
    }

    private func finish() throws -> RunEnd {
        let (session, record) = try open()
        var request = try record.request(pipelines)
        request.isShare = false
        try session.lend { try RunFence(run: record.id, connection: $0.connection, hooks: hooks).close() }
        let parts = try session.lend { try RunParts(of: record.id, on: $0.connection) }
        let journal = Journal(.run, request: request, run: record.id, hooks: hooks)
        try session.lend { try gather(parts, record, journal, on: $0.connection) }
        report = journal.report
        for line in lines where line.trial != nil && parts.hasReadToItsEnd(line.number) { inProgress?.clear(line.path) }
        move(parts, JobFolders(request, journal, now: record.asked.now), journal)
        let throttle = Throttle(nil, journal)
        try PhotoImport(request, pipelines, session, journal, throttle).finish()
        journal.compareSources(in: session, isShared: true)
        let end = journal.judge(request)
        if end == .done || end == .overLimit, request.asOf == nil {
            let purged = try session.lend {
                try Retention(pipelines).purge(on: $0.connection, within: 5, shouldStop: hooks.shouldStop)
            }
            if !purged.isNone { journal.report.purged = purged }
        }
        journal.report.note(pipelines)
        report = journal.report
        if record.status == nil {
            try session.lend { try complete(journal.report, on: $0.connection) }
            JobSignals(request, journal)?.end(end, session)
            journal.tellEnd(end)
            report = journal.report
        }
        return end
    }

    private func complete(_ report: RunReport, on connection: Connection) throws {
        try connection.run(
            """
            update scorebook.runs
            set status = \(bind: report.status.rawValue), report = \(bind: report.stored)::jsonb
            where id = \(bind: report.run)::uuid and status is null
            """)
    }

    /// The report as `run` would have it: the ledger's rows, what processes have left beside them, and lines without an end.
    private func gather(
        _ parts: RunParts, _ record: SharedRunRecord, _ journal: Journal, on connection: Connection
    ) throws {
        var report = try LedgerReader(connection).report(of: record.id)
        (report.tables, report.warnings, report.conflicts, report.triggers) = ([], Counter(), [], Counter())
        let loaded: [String] = try connection.values(
            """
            select pg_catalog.encode(ledger_key, 'hex') || ' ' || source
            from scorebook.units where run_id = \(bind: record.id)::uuid and status = 'loaded'
            """)
        parts.add(to: &report, loaded: Set(loaded))
        let missing = lines.filter { parts.settled[$0.number] == nil }
        report.units += missing.map { line in
            RunReport.Unit(
                source: line.source, bytes: line.bytes, status: .failed, code: .outage,
                reason: "no process finished loading it; the next run imports it")
        }
        var places: [String: Int] = [:]
        for line in lines.sorted(by: { $0.number > $1.number }) { places[line.source] = line.number }
        func place(_ unit: RunReport.Unit) -> Int {
            places[unit.source] ?? unit.source.split(separator: "!").first.flatMap { places[String($0)] } ?? .max
        }
        report.units = report.units.enumerated()
            .sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }.map(\.element)
        journal.take(over: report)
        if !missing.isEmpty {
            journal.outages.heldBack = .temporary(
                "\(missing.count) of \(lines.count) files were loaded by no process; they stay where they are, the next run takes them"
            )
        }
    }

    /// Files go where `run` would have moved them, as long as they are those that were loaded.
    private func move(_ parts: RunParts, _ folders: JobFolders, _ journal: Journal) {
        for line in lines.sorted(by: { $0.number < $1.number }) where !line.path.contains("://") {
            guard let settled = parts.settled[line.number], [.done, .refused].contains(settled.outcome) else {
                continue
            }
            var candidate = Candidate(path: line.path, name: line.source, ownerFolder: line.owner)
            guard let found = try? FileIdentity(path: line.path) else { continue }
            candidate.identity = found
            if found.text != settled.identity {
                guard let file = try? SourceFile.open(candidate), file.identity == found,
                    (try? file.sha256()) == settled.sha256
                else {
                    journal.report.warnings.add(
                        "\(line.source): replaced or changed since it was read; it stays in the inbox for the next run",
                        1)
                    continue
                }
            }
            if settled.outcome == .done {
                folders.archive(candidate, settled.isKnown ? .known : .new)
            } else {
                folders.quarantine(
                    candidate, settled.refusal ?? Refusal(.broken, reason: "refused", sha256: settled.sha256))
            }
            hooks.tick()
        }
    }
}
