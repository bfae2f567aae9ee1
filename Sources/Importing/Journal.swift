internal import Definitions
internal import Discovering
internal import Loading
internal import Normalising
internal import Postgres
internal import Records
internal import Reporting

/// What a run says about itself: its report, its log lines, and its row in the ledger.
final class Journal {
    var report: RunReport
    let hooks: Session.Hooks
    private(set) var refusedFiles = 0
    private(set) var missing = MissingSettings()
    var outages = Outages()
    /// What the files of each format look like that were read.
    private(set) var profiles: [String: FormatProfile] = [:]
    /// The owner whose rows another session kept for longer than a load waits, and what the server said.
    private var kept: (owner: String, reason: String)?
    /// Whether the night brought far less or far more than nights do.
    var isVolumeUnusual = false
    private let isRedacted: Bool
    /// The id of the run, for what is asked while the report is written.
    private let run: String
    /// What was asked for, to be asked for again.
    private let request: RunRequest?
    private let started = Clock.monotonic
    /// Where this process loads a share of a run: who is told what became of each unit.
    var share: RunShare?
    /// Where the run has its row; nil as long as it has none.
    private var session: Session?

    /// - Parameter run: id of a run that was begun before.
    init(_ mode: RunReport.Mode, request: RunRequest? = nil, run begun: String? = nil, hooks: Session.Hooks) {
        run = begun ?? UUIDText.random()
        report = RunReport(run: run, job: request?.job?.name, mode: mode, database: nil)
        self.request = request
        self.hooks = hooks
        isRedacted = request?.recordText == .redacted
    }

    /// Writes the run's row, with the next statement.
    ///
    /// - Parameter options: what was asked for, as JSON.
    func begin(in session: Session, job: String? = nil, options: String = "{}") throws {
        _ = try session.lend {
            $0.connection.later.run(
                """
                insert into scorebook.runs (id, job, mode, database, options)
                values (\(bind: report.run)::uuid, \(bind: job), \(bind: report.mode.rawValue), \(bind: session.name),
                    \(bind: options)::jsonb)
                """)
        }
        self.session = session
        guard report.mode == .run, let request, request.inputs.isEmpty, let job = request.job, job.inbox != nil else {
            return
        }
        try session.lend { for folder in WrittenFolder.ofRun(job) { try folder.keep(on: $0.connection) } }
    }

    /// Does a run's work; afterwards the report and the row say how it ended.
    ///
    /// - Parameter last: what follows once the end is known.
    func conduct(_ work: () throws -> RunEnd, last: (RunEnd) -> Void = { _ in }) -> RunEnd {
        var end: RunEnd
        do { end = try work() } catch {
            end = RunEnd(error)
            report.status = end.isRefusal ? .refused : .failed
        }
        report.seconds = Clock.monotonic - started
        last(end)
        // The ledger holds the truth; a run whose end cannot be written shows as unfinished.
        try? session?.lendForEnd { connection in
            _ = try connection.run(
                """
                update scorebook.runs set status = $2, report = $3::jsonb, finished_at = pg_catalog.clock_timestamp()
                where id = $1::uuid
                """, [report.run, report.status.rawValue, report.stored])
        }
        return end
    }

    /// Writes down what the files of a share look like, for the end of the run that it is of.
    func noteSources(in session: Session?) {
        guard let session, session.isAlive, !profiles.isEmpty else { return }
        let seen = profiles.values.sorted { $0.format < $1.format }
        // What is lost here is missing from a comparison, and nowhere else.
        try? session.lend { lease in
            ProfileLedger(connection: lease.connection).write(seen, of: run)
            try lease.connection.flush()
        }
    }

    /// Compares what the files look like with earlier runs; a run writes it down for later ones. Where several processes have
    /// loaded it, they have done so.
    func compareSources(in session: Session?, isShared: Bool = false) {
        guard let session, session.isAlive, [.run, .plan].contains(report.mode), isShared || !profiles.isEmpty else {
            return
        }
        do {
            try session.lend { lease in
                let ledger = ProfileLedger(connection: lease.connection)
                let seen =
                    try isShared
                    ? ledger.newest(of: nil, 1, only: run).map(\.profile)
                    : profiles.values.sorted { $0.format < $1.format }
                if report.mode == .run, !isShared { ledger.write(seen, of: run) }
                let earlier = Dictionary(
                    grouping: try ledger.newest(of: seen.map(\.format), SourceDrift.base, without: run)
                ) { $0.profile.format }
                report.sourceChanges = seen.flatMap { profile in
                    SourceDrift.changes(in: profile, since: earlier[profile.format, default: []].map(\.profile))
                }
            }
        } catch {
            let reason = (error as? DatabaseError)?.description ?? "no reason given"
            report.warnings.add("the files could not be compared with those of earlier runs (\(reason))", 1)
        }
        for change in report.sourceChanges {
            hooks.log(
                LogLine(
                    .warning, .sourceChanged, .run(run), .definition(.format, change.format), .kind(change.kind)))
        }
    }

    /// Tells the log that the run begins, or how it ended.
    func tellStart() {
        hooks.log(LogLine(.info, .runStarted, .run(run), .definition(.job, report.job), .mode(report.mode)))
    }

    func tellEnd(_ end: RunEnd) {
        let level: LogLine.Level =
            switch end {
            case .done: .info
            case .overLimit: .warning
            default: .error
            }
        let counts = report.ledger.logged
        let refused = report.units.count { [.refused, .crashed].contains($0.status) }
        hooks.log(
            LogLine(
                level, .runFinished,
                [
                    .run(run), .definition(.job, report.job), .mode(report.mode), .status(report.status),
                    .seconds(report.seconds), .database(report.database), .count("files", report.units.count),
                    .count("refused", refused),
                ] + counts))
    }

    /// Takes over what other processes have done of the run, to be judged.
    func take(over done: RunReport) {
        report = done
        refusedFiles = done.units.count { $0.status == .refused || $0.status == .crashed }
        outages.files = done.units.count { $0.status == .failed }
    }

    /// Forgets what was found: what a plan found until it failed is no plan.
    func dropFigures() {
        report = RunReport(run: report.run, job: report.job, mode: report.mode, database: report.database)
    }

    /// New rows that the run may still load as far as this process knows; nil: any number.
    var rowsLeft: Int? { request?.rowsLeft(after: report.tables.reduce(0) { $0 + $1.inserted }) }

    /// Whether what was refused and rejected stays within the limits.
    ///
    /// - Parameters:
    ///   - refused: of files.
    ///   - warned: rejects up to which nothing is warned of.
    func judge(_ request: RunRequest) -> RunEnd {
        judge(
            request.limit ?? request.job?.maxRejects ?? .records(0),
            refused: request.refusalLimit ?? request.job?.maxRefused ?? .records(0),
            warned: request.warningLimit ?? request.job?.warnRejects ?? .records(0))
    }

    func judge(_ limit: RejectLimit?, refused: RejectLimit, warned: RejectLimit) -> RunEnd {
        let taken: Set<RunReport.Unit.Status> = [
            .loaded, .loadedWithRejects, .planned, .valid, .validWithRejects, .rejected, .invalid,
        ]
        report.limit = limit
        if let why = outages.end {
            report.status = .failed
            return why
        }
        let files = report.units.filter { $0.status != .ignored }.count
        let hasTooManyRefused = refused.isExceeded(by: refusedFiles, of: files)
        if hasTooManyRefused,
            !report.units.contains(where: { taken.contains($0.status) || $0.status == .alreadyLoaded })
        {
            report.status = .refused
            return .badInput
        }
        if hasTooManyRefused || limit?.isExceeded(by: report.ledger.rejected, of: report.ledger.read) ?? false {
            report.status = .limitExceeded
            return .overLimit
        }
        report.status = report.units.contains { taken.contains($0.status) } ? .succeeded : .nothingToDo
        let isWarned = warned.isExceeded(by: report.ledger.rejected, of: report.ledger.read)
        if isWarned || refusedFiles > 0 || isVolumeUnusual && report.status == .succeeded { report.status = .warned }
        return outages.unmoved.map(RunEnd.cannotWrite) ?? .done
    }
}

/// Files and units.
extension Journal {
    /// Adds what became of a file, and tells it with its rejects where events are asked for.
    ///
    /// - Parameters:
    ///   - owner: the id of the person whose file it is; that of the candidate where nothing else is said.
    ///   - key: in the ledger.
    func append(
        _ unit: RunReport.Unit, of candidate: Candidate, owner: String? = nil, key: [UInt8]? = nil,
        _ rejects: RejectEvents? = nil
    ) {
        report.units.append(unit)
        share?.note(unit, key: key, of: candidate)
        hooks.log(LogLine(unit, owner: owner ?? candidate.owner, run: report.run))
        guard let event = hooks.event else { return }
        Array(RunReport.event(unit).utf8).withUnsafeBytes(event)
        do { try rejects?.eachPiece(event) } catch { report.warnings.add("some rejects could not be listed", 1) }
    }

    /// The lines of a reject, where events are asked for.
    var rejectLines: ((Reject, _ source: String) -> String)? {
        hooks.event == nil ? nil : { RunReport.events($0, source: $1) }
    }

    func ignore(_ candidate: Candidate, _ reason: String, _ code: RefusalCode? = nil) {
        append(RunReport.Unit(source: candidate.name, status: .ignored, code: code, reason: reason), of: candidate)
    }

    func refuse(_ candidate: Candidate, _ refusal: Refusal) {
        refusedFiles += 1
        missing.add(refusal.missing)
        add(candidate, refusal, refusal.code == .crashed ? .crashed : .refused)
    }

    /// A file that could not be read to its end as it was stays for the next run; the others go on.
    func postpone(_ candidate: Candidate, _ refusal: Refusal) {
        outages.files += 1
        add(candidate, refusal, .failed)
    }

    func postpone(_ unit: PreparedUnit, _ reason: String) {
        var refusal = unit.refusal(.outage, reason)
        refusal.datasets = []
        postpone(unit.candidate, refusal)
    }

    private func add(_ candidate: Candidate, _ refusal: Refusal, _ status: RunReport.Unit.Status) {
        var unit = RunReport.Unit(
            source: candidate.name, sha256: refusal.sha256.flatMap(Hex.digest), bytes: refusal.bytes,
            format: refusal.format, datasets: refusal.datasets, status: status, code: refusal.code,
            reason: refusal.reason)
        if refusal.cause == .settings { unit.folder = candidate.ownerFolder }
        unit.steps = steps(for: candidate, refusal)
        append(unit, of: candidate, owner: refusal.owner)
    }

    /// Commands about a file that was refused, where it lies.
    private func steps(for candidate: Candidate, _ refusal: Refusal) -> [RunReport.Step] {
        guard let request, candidate.path != "-", !candidate.isEntry else { return [] }
        if request.mode == .run, request.inputs.isEmpty, request.job?.quarantine != nil, refusal.cause == .input,
            refusal.sha256 != nil
        {
            return [RunReport.Step(request.typed.line("quarantine", "list"), "where the refused files are now")]
        }
        if let account = refusal.account {
            return [
                RunReport.Step(
                    request.typed.line("user", "add", account), "make the account; asks for the zone")
            ]
        }
        guard refusal.code == .unknownFormat else { return [] }
        return [
            RunReport.Step(request.typed.line("recognise", candidate.path), "why no format matches"),
            RunReport.Step(request.typed.line("init", "format", candidate.path), "write a definition for such files"),
        ]
    }

    /// Whether files of an owner whose rows another session keeps wait for the next night, while others' are loaded. Where
    /// files may refer to each other, or a second owner's are kept, the run ends instead.
    private func mayWait(for owner: String) -> Bool {
        request?.whose == "folder" && (kept?.owner ?? owner) == owner
    }

    /// Lets a unit wait at once whose owner's rows another session keeps: the run has waited for them.
    ///
    /// - Returns: whether it waits.
    func postponeIfKept(_ unit: PreparedUnit) -> Bool {
        guard let kept, kept.owner == unit.key.ownerScope else { return false }
        postpone(unit, kept.reason)
        return true
    }

    /// What an error means for a unit: it waits for the next run or is refused; any other error ends the run, and is thrown.
    ///
    /// - Parameter isHeld: whether a plan holds for all files, so that none may wait.
    /// - Returns: the refusal, where it is refused.
    func fail(_ unit: PreparedUnit, _ error: any Error, isHeld: Bool = false) throws -> Refusal? {
        if error is RunEnd { throw error }
        if (error as? DatabaseError)?.kind == .lockTimeout, mayWait(for: unit.key.ownerScope) {
            kept = (unit.key.ownerScope, error.reason)
            postpone(unit, error.reason)
            return nil
        }
        if error.isOfOthers {
            postpone(unit, error.reason)
            return nil
        }
        switch error as? LoadError {
        case .outage(let reason):
            postpone(unit, reason)
            return nil
        // What is wrong in a file that is still being written says nothing of what it will hold.
        case .source where !unit.file.isUnchanged && !isHeld, .sourceChanged where !isHeld:
            postpone(unit, LoadError.sourceChanged.message)
            return nil
        case .source(let code, _):
            let refusal = unit.refusal(code, error.reason)
            refuse(unit.candidate, refusal)
            return refusal
        case .overBudget:
            let refusal = unit.refusal(.rowBudget, error.reason)
            refuse(unit.candidate, refusal)
            return refusal
        default:
            add(unit.candidate, unit.refusal(.outage, error.reason), .failed)
            throw error
        }
    }

    func add(_ outcome: UnitOutcome, of unit: PreparedUnit) {
        let ledger = outcome.ledger
        let status: RunReport.Unit.Status =
            switch outcome.status {
            case .alreadyLoaded: .alreadyLoaded
            case .loaded: .loaded(ledger)
            case .planned: ledger.hasNoneAccepted ? .rejected : .planned
            }
        var entry = RunReport.Unit(
            source: unit.candidate.name, sha256: Hex.text(unit.key.sha256), bytes: unit.file.bytes,
            format: unit.match.format.name, datasets: unit.match.format.datasets, status: status,
            reason: ledger.reason(for: outcome.cause, format: unit.match.format.name), ledger: ledger,
            zone: zone(of: unit))
        entry.open = outcome.open.map { (count: $0.count, day: $0.day) }
        append(entry, of: unit.candidate, owner: unit.key.ownerScope, key: unit.key.ledgerKey, outcome.events)
        if outcome.status != .alreadyLoaded, let shape = unit.shape {
            profiles[unit.match.format.name, default: FormatProfile(unit.match.format.name)].add(shape, ledger)
        }
        report.add(outcome, source: unit.candidate.name, format: unit.match.format.name) {
            remedy(for: unit.candidate, setting: $0)
        }
        add(outcome.rows, of: unit)
    }

    /// Commands that give a setting to a file, and to all of the run. What a job has loaded is in the archive by then, and is
    /// replayed, as are many files at once.
    func remedy(for candidate: Candidate, setting: String) -> RunReport.Remedy? {
        guard let request, request.applies == nil else { return nil }
        let (typed, mode, added) = (request.typed, request.mode, ["--set", setting])
        let own = request.job == nil ? typed.remedy(mode, of: candidate.path, adding: added) : nil
        guard mode == .run else {
            return request.job == nil ? own : typed.line(mode, adding: added).map { RunReport.Remedy($0) }
        }
        guard request.job != nil || own != nil else { return nil }
        let replay = typed.replay(run, setting: setting, owner: candidate.ownerFolder == nil ? nil : candidate.owner)
        return RunReport.Remedy(replay: replay, of: candidate.name, forFile: own?.forFile)
    }

    /// Adds the rows of a unit or of a batch.
    func add(_ rows: RowsOutcome, of unit: PreparedUnit) {
        report.add(rows, of: unit.plan.datasets.flatMap(\.tables), isRedacted: isRedacted)
    }

    /// The zone that a unit's wall times were read in.
    private func zone(of unit: PreparedUnit) -> RunReport.Unit.Zone? {
        unit.zone.map { RunReport.Unit.Zone(name: $0.name, origin: $0.origin) }
    }
}

/// What the system did not give or take during a run, or another program was still writing: no fault of any file.
struct Outages {
    /// Files that could not be read and wait for the next run.
    var files = 0
    /// Pictures that could not be looked at, and wait for the next run.
    var pictures = 0
    /// What keeps some of them back until it is corrected.
    var heldBack: RunEnd?
    /// Why files that are done with are still in the inbox.
    var unmoved: String?

    /// How the run ends for them; nil where every file was taken.
    var end: RunEnd? {
        guard files > 0 || pictures > 0 else { return nil }
        let what =
            files > 0
            ? "\(files) of the files could not be read or kept" : "\(pictures) of the photos could not be looked at"
        return heldBack ?? .temporary("\(what) now; the others were imported; the report lists those that failed")
    }
}

extension RunReport.Unit.Status {
    /// What became of a unit that is loaded.
    static func loaded(_ ledger: Ledger) -> Self {
        ledger.hasNoneAccepted ? .rejected : ledger.rejected > 0 ? .loadedWithRejects : .loaded
    }
}
