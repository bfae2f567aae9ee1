internal import Definitions
internal import Filing
internal import Loading
internal import Postgres
internal import Records
internal import Reporting

/// What a run of a job leaves for other programs: metrics, lineage events, and the commands that follow it.
///
/// What fails here is a warning: it changes neither what was loaded nor how the run ended.
struct JobSignals {
    private let job: Job
    private let journal: Journal

    /// Nil where the request is no run of a job that asks for any.
    init?(_ request: RunRequest, _ journal: Journal) {
        guard request.mode == .run, let job = request.job else { return nil }
        self.job = job
        self.journal = journal
    }

    func begin() { append(LineageEvent(.start, at: Clock.text, of: journal.report)) }

    /// - Parameter session: the run's; nil where it never had one.
    func end(_ end: RunEnd, _ session: Session?) {
        var database: LineageEvent.Database?
        var ledger: (lastGood: Int?, openRejects: Int?)
        try? session?.lendForEnd { connection in
            database = LineageEvent.Database(server: connection.server, name: connection.databaseName)
            guard job.metrics != nil else { return }
            let reader = LedgerReader(connection)
            ledger = (try reader.lastGoodEnd(of: job.name), try reader.openRejects()[job.name] ?? 0)
        }
        append(
            LineageEvent(
                end.lineage, at: Clock.text, of: journal.report, failure: end.failure, database: database))
        writeMetrics(end, ledger)
        follow(end)
    }

    private func append(_ event: LineageEvent) {
        guard let path = job.lineage else { return }
        do throws(FileError) { try AppendedFile.append(event.line, to: path) } catch {
            warn("lineage", .fileFailed, "lineage: \(path) cannot be written (\(error.reason))")
        }
    }

    private func writeMetrics(_ end: RunEnd, _ ledger: (lastGood: Int?, openRejects: Int?)) {
        guard let path = job.metrics else { return }
        let isGood = end == .done
        var metrics = RunMetrics(
            journal.report, job: job.name, isGood: isGood, finished: Int(Clock.wall / 1_000_000))
        let earlier = TextFile.text(of: path).flatMap { RunMetrics.lastGood(of: job.name, in: $0) }
        metrics.lastGood = isGood ? metrics.finished : ledger.lastGood ?? earlier
        metrics.openRejects = ledger.openRejects
        let backlog = JobBacklog(of: job)
        if job.inbox != nil { metrics.waiting.append(("inbox", backlog.inbox)) }
        if job.quarantine != nil { metrics.waiting.append(("quarantine", backlog.quarantine)) }
        do throws(FileError) {
            try NewFile.write(Array(metrics.text.utf8), to: path, .passing, for: .everyone)
        } catch {
            warn("metrics", .fileFailed, "metrics: \(path) cannot be written (\(error.reason))")
        }
    }

    /// Runs the command for this end with the report on its standard input.
    private func follow(_ end: RunEnd) {
        let isGood = end == .done
        guard let words = isGood ? job.onSuccess : job.onFailure else { return }
        let command = FollowUpCommand(words: words, seconds: job.commandSeconds)
        guard let fault = command.run(input: journal.report.json.line + "\n", journal.hooks.shouldStop) else { return }
        let key: StaticText = isGood ? "on_success" : "on_failure"
        warn(key, .commandFailed, "\(isGood ? "on_success" : "on_failure"): \(words[0]) \(fault)")
    }

    private func warn(_ key: StaticText, _ event: LogLine.Event, _ text: String) {
        journal.report.warnings.add(text, 1)
        journal.hooks.log(LogLine(.warning, event, .run(journal.report.run), .key(key)))
    }
}

extension RunEnd {
    fileprivate var lineage: LineageEvent.Kind {
        switch self {
        case .done: .complete
        case .interrupted: .abort
        default: .fail
        }
    }

    /// What went wrong, without what a message may name.
    fileprivate var failure: StaticText? {
        switch self {
        case .done: nil
        case .overLimit: "more was rejected or refused than the job allows; what was good is loaded"
        case .unsatisfied, .unknownRun: "a check failed"
        case .badInput: "no file could be imported"
        case .noInput: "the inbox does not exist"
        case .databaseUnavailable: "the database is unavailable"
        case .temporary: "a temporary failure; running again is safe"
        case .cannotWrite: "files could not be put where they belong; what was loaded is loaded"
        case .configuration: "the configuration is faulty"
        case .interrupted: "the run was stopped"
        case .ourBug: "a bug in scorebook"
        }
    }
}

extension LedgerReader {
    /// When a run of a job last ended with exit code 0, in seconds since 1970; nil where none did.
    func lastGoodEnd(of job: String) throws -> Int? {
        try connection.value(
            """
            select extract(epoch from pg_catalog.max(finished_at))::bigint
            from scorebook.runs
            where job = \(bind: job) and mode = 'run' and status in ('succeeded', 'warned', 'nothing_to_do')
            """)
    }
}
