internal import Definitions
internal import Discovering
internal import Loading
internal import Postgres
internal import Records
internal import Reporting

/// Loads units, each in one transaction, small ones of the same kind in batches; afterwards the file moves to the archive.
final class Load: UnitSink {
    private let request: RunRequest
    private let pipelines: Pipelines
    private let session: Session
    private let journal: Journal
    private let folders: JobFolders
    private let photos: PhotoImport
    private let throttle: Throttle
    /// The plan that the run is held to.
    private let plan: AppliedPlan?
    /// Whether any run was older than its retention as this one began.
    private let hasExpired: Pending<Bool?>?
    /// This process's share of a run that others load, too; nil where the run is this process's.
    private let share: RunShare?
    private var waiting = Waiting()
    /// Refused entries of archives that the ledger does not have yet: a transaction for each costs more than to read it.
    private var refused: [(candidate: Candidate, refusal: Refusal)] = []
    private static let mostRefused = 256

    /// Begins the run in the ledger, where it is not begun.
    init(
        _ request: RunRequest, held plan: AppliedPlan?, _ pipelines: Pipelines, _ session: Session, _ journal: Journal,
        now: Int64, share: RunShare? = nil
    ) throws {
        self.share = share
        self.request = request
        self.plan = plan
        self.pipelines = pipelines
        self.session = session
        self.journal = journal
        folders = JobFolders(request, journal, now: now)
        throttle = Throttle(request.pace ?? request.job?.pace, journal)
        photos = PhotoImport(request, pipelines, session, journal, throttle)
        guard share == nil else {
            hasExpired = nil
            return
        }
        let asked = PlanFile(of: request, database: session.name, now: now)
        try journal.begin(in: session, job: request.job?.name, options: asked.json.line)
        hasExpired = try session.lend { Retention(pipelines).askExpired(on: $0.connection) }
    }

    /// Loads a unit, or lets it wait for others like it.
    func take(_ unit: PreparedUnit) throws {
        // The run's row comes before its units, which another connection may have to load.
        try session.flush()
        guard mayWait(unit) else {
            try flush()
            return try load(unit)
        }
        if let first = waiting.units.first, first.kind != unit.kind { try flush() }
        waiting.units.append(unit)
        if waiting.units.count == Waiting.most { try flush() }
    }

    private func load(_ unit: PreparedUnit) throws {
        try recordRefused()
        defer { unit.file.forget() }
        guard !journal.postponeIfKept(unit), try photos.canKeep(unit) else { return keepFailed(unit.description) }
        var hooks = UnitHooks()
        hooks.review = plan?.review(of: unit)
        hooks.rowsLeft = rowsLeft
        hooks.takesChangedUnits = unit.takesChangedUnits
        hooks.beforeCommit = photos.keeper(of: unit)
        let outcome: UnitOutcome
        do {
            outcome = try session.retrying { lease in
                share?.begin([unit])
                return try throttle.run {
                    let outcome = try lease.loader.load(
                        unit.description, plan: unit.plan, feed: unit.records(), hooks: hooks)
                    if outcome.status == .alreadyLoaded { try photos.restore(unit, lease.connection) }
                    return outcome
                }
            } committed: {
                try committed(unit, $0)
            }
        } catch { return try fail(unit, error) }
        add(outcome, of: unit)
        try photos.process(unit, outcome)
        throttle.pause()
    }

    /// New rows that the run may still load, whoever loads it.
    private func rowsLeft(_ connection: Connection) throws -> Int? {
        guard let share, request.mostNewRows ?? request.job?.maxNewRows != nil else { return journal.rowsLeft }
        return request.rowsLeft(after: try share.newRows(connection))
    }

    private func add(_ outcome: UnitOutcome, of unit: PreparedUnit) {
        journal.add(outcome, of: unit)
        folders.archive(unit.candidate, outcome.status == .alreadyLoaded ? .known : .new)
    }

    var waitingCount: Int { waiting.units.count }
    var waitingPaths: [String] { waiting.units.map(\.candidate.path) }

    /// Whether a line's file waits for the next batch.
    func isWaiting(_ line: Int?) -> Bool { waiting.units.contains { $0.candidate.line == line } }

    /// After a lost COMMIT reply the ledger is asked.
    private func committed(_ unit: PreparedUnit, _ connection: Connection) throws -> UnitOutcome? {
        // What another run has loaded says nothing of this one's COMMIT.
        guard let found = try UnitLedger(connection: connection).isLoaded(unit.key), found.run == journal.report.run
        else { return nil }
        var outcome = UnitOutcome(status: .loaded)
        outcome.ledger = found.ledger
        return outcome
    }

    private func fail(_ unit: PreparedUnit, _ error: any Error) throws {
        do {
            guard let refusal = try journal.fail(unit, error, isHeld: plan != nil) else {
                return keepFailed(unit.description)
            }
            try refused(unit.candidate, refusal)
        } catch let failure {
            if !(failure is RunEnd) { keepFailed(unit.description, error.reason) }
            throw failure
        }
    }

    func postponed(_ candidate: Candidate, _ refusal: Refusal) {
        keepFailed(UnloadedUnit(candidate, refusal, in: journal.report.run))
    }

    private func keepFailed(_ unit: UnitDescription, _ reason: String? = nil) {
        keepFailed(UnloadedUnit(unit, .outage, reason: reason ?? journal.report.units.last?.reason ?? ""))
    }

    /// A file that waits for the next run is in the ledger as far as the session can say so; it blocks no retry.
    private func keepFailed(_ unit: UnloadedUnit) {
        // Another attempt of a shared run may load it.
        guard session.isAlive, share == nil else { return }
        try? recordRefused()
        try? session.lend {
            try UnitLedger(connection: $0.connection).record([unit], run: journal.report.run, status: "failed")
        }
    }

    /// A refused file is in the ledger, too, and blocks no retry.
    func refused(_ candidate: Candidate, _ refusal: Refusal) throws {
        refused.append((candidate, refusal))
        // The archive itself waits for all its entries. What is settled for other processes is in the ledger before.
        guard candidate.isEntry, share == nil, refused.count < Self.mostRefused else { return try recordRefused() }
    }

    /// Records the refused files that wait for it, in the order in which the run met them.
    private func recordRefused() throws {
        guard !refused.isEmpty else { return }
        let run = journal.report.run
        let units = refused.map { UnloadedUnit($0, $1, in: run) }
        if let share {
            try session.retrying {
                try UnitLedger(connection: $0.connection).recordOnce(units, run: run, status: "refused")
            }
            for (candidate, refusal) in refused { share.refuse(candidate, refusal) }
        } else {
            try session.lend {
                try UnitLedger(connection: $0.connection).record(units, run: run, status: "refused")
            }
        }
        // Settings stay where they are corrected.
        for (candidate, refusal) in refused where refusal.cause == .input { folders.quarantine(candidate, refusal) }
        refused = []
    }

    func complete(_ archive: Candidate, _ file: SourceFile, entries: ArraySlice<RunReport.Unit>) throws {
        try recordRefused()
        let isKnown = entries.allSatisfy { [.alreadyLoaded, .ignored].contains($0.status) }
        let refusal = Self.refusal(of: entries, try? file.sha256())
        if let share, let sha256 = try? file.sha256() {
            share.complete(archive, sha256, refusal, isKnown ? .known : .new)
        }
        if let refusal {
            folders.quarantine(archive, refusal)
        } else {
            folders.archive(archive, isKnown ? .known : .new)
        }
    }

    /// Of so many entries the reasons are with the archive; those of all are in the ledger.
    private static let mostReasons = 100

    /// Why an archive goes to quarantine: for its entries. Nil where none was refused.
    private static func refusal(of entries: ArraySlice<RunReport.Unit>, _ sha256: [UInt8]?) -> Refusal? {
        let refused = entries.lazy.filter { $0.status == .refused }
        guard !refused.isEmpty else { return nil }
        let codes = Set(refused.compactMap(\.code))
        var reasons: [String] = refused.prefix(mostReasons).map { "\($0.source): \($0.reason ?? "")" }
        let others = refused.count - reasons.count
        if others > 0 { reasons.append("\(others.grouped) more entries were refused") }
        return Refusal(
            codes.count == 1 ? codes.first ?? .archive : .archive, reason: reasons.joined(separator: "\n"),
            sha256: sha256)
    }

    func finish() throws {
        try recordRefused()
        try session.flush()
        try photos.finish()
    }

    func abandon() { photos.abandon() }

    private static let secondsOfPurging = 5.0

    /// Removes what is older than its retention, for some seconds; the next run goes on. Under another time than the
    /// clock's nothing is removed.
    func close(_ end: RunEnd) {
        if session.isAlive { try? recordRefused() }
        guard session.isAlive, request.asOf == nil, end == .done || end == .overLimit, !journal.hooks.shouldStop()
        else { return }
        do {
            guard let hasExpired, try hasExpired.get() != false else { return }
            let purged = try session.lend {
                try Retention(pipelines).purge(
                    on: $0.connection, within: Self.secondsOfPurging, shouldStop: journal.hooks.shouldStop)
            }
            if !purged.isNone { journal.report.purged = purged }
        } catch {
            let reason = (error as? DatabaseError)?.description ?? "no reason given"
            journal.report.warnings.add("what is older than its retention could not be removed (\(reason))", 1)
        }
    }
}

/// Consecutive small files of the same kind are loaded as a batch.
///
/// A transaction costs more than the few rows of such a file: two dozen statements, five waits for the server and one for
/// the disk.
extension Load {
    /// Units that wait for the next batch.
    private struct Waiting {
        var units: [PreparedUnit] = []
        /// How many batches of a kind had to be loaded one by one.
        var fallbacks: [Int: Int] = [:]

        /// Bytes of a file that may wait.
        static let largest = 1 << 16
        /// Each waits with its file open.
        static let most = 128
        /// After so many fallbacks units of this kind are no longer loaded in batches.
        static let attempts = 2
    }

    private func mayWait(_ unit: PreparedUnit) -> Bool {
        plan == nil && !request.stopsAtFirstReject && !unit.match.format.isWholeFile
            && unit.file.bytes <= Waiting.largest && waiting.fallbacks[unit.kind, default: 0] < Waiting.attempts
    }

    /// Loads what waits; must come before anything else is reported or loaded.
    func flush() throws {
        let units = waiting.units
        waiting.units = []
        defer { for unit in units { unit.file.forget() } }
        guard units.count > 1 else {
            for unit in units { try load(unit) }
            return
        }
        var failure: (any Error)?
        do {
            if try loadBatch(units) { return }
            waiting.fallbacks[units[0].kind, default: 0] += 1
        } catch {
            if error as? LoadError == .interrupted { throw error }
            failure = error
        }
        // Whatever it was, the units meet it again one by one, so that the report names the file that it is about.
        for unit in units {
            if let failure, let outcome = try session.answer(after: failure, { try committed(unit, $0) }) {
                add(outcome, of: unit)
            } else {
                try load(unit)
            }
        }
    }

    /// - Returns: whether the batch was loaded.
    private func loadBatch(_ units: [PreparedUnit]) throws -> Bool {
        try recordRefused()
        var hooks = UnitHooks()
        hooks.rowsLeft = rowsLeft
        hooks.takesChangedUnits = units.allSatisfy(\.takesChangedUnits)
        let group = try session.lend { lease in
            share?.begin(units)
            return try throttle.run {
                try lease.loader.load(
                    batch: units.map { ($0.description, $0.records()) }, plan: units[0].plan, hooks: hooks)
            }
        }
        guard let group else { return false }
        for (unit, outcome) in zip(units, group.units) { add(outcome, of: unit) }
        journal.add(group.rows, of: units[0])
        throttle.pause()
        return true
    }
}
