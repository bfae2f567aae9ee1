public import Definitions
internal import Discovering
public import Filing
internal import Loading
internal import Normalising
internal import Records
public import Reporting

/// The way of a record, from the inbox to its sink and the report:
///
/// ```
/// discover -> open -> prepare -> read |> map |> validate -> sink -> journal
/// ```
///
/// Bad input refuses a file or rejects a record and the run goes on; what is wrong with the database or the machine ends
/// it, and running again is safe.
public final class Import {
    typealias Sinks = (Session, Journal) throws -> any UnitSink

    let request: RunRequest
    private let pipelines: Pipelines
    private let database: DatabaseAccess?
    let journal: Journal
    /// Makes another sink than the request asks for.
    private let sinks: Sinks?
    /// Takes units where no database takes part, instead of `Validation`.
    private let listing: (any UnitSink)?
    /// The database is scorebook's own and not made yet: nobody has an account in it.
    private let isNew: Bool
    let plan: AppliedPlan?
    let now: Int64
    /// This process's share of a run that others load, too.
    private let share: RunShare?
    private(set) var sink: (any UnitSink)?
    /// The run's way to its database; nil as long as it has none.
    private var session: Session?
    /// Where the run notes which files it is loading.
    public var inProgress: FilesInProgress?
    /// The remaining files of owners with a file that takes long: all others come before them.
    private var late: [Candidate] = []
    private var lateOwners: Set<String?> = []
    /// Files at fault for others, which are refused once.
    private var culprits: Set<String> = []

    public var report: RunReport { journal.report }
    /// Settings that would let in files that were refused.
    public var missing: MissingSettings { journal.missing }

    public convenience init(
        request: RunRequest, pipelines: Pipelines, database: DatabaseAccess?, hooks: Session.Hooks
    ) {
        self.init(request: request, pipelines: pipelines, database: database, hooks: hooks, sinks: nil)
    }

    init(
        request: RunRequest, pipelines: Pipelines, database: DatabaseAccess?, hooks: Session.Hooks,
        listing: (any UnitSink)? = nil,
        sinks: Sinks?, isNew: Bool = false, now begun: Int64? = nil, share: RunShare? = nil
    ) {
        self.isNew = isNew
        self.share = share
        self.listing = listing
        self.request = request
        self.pipelines = pipelines
        self.database = database
        self.sinks = sinks
        journal = Journal(request.mode, request: request, run: share?.run, hooks: hooks)
        journal.share = share
        plan = request.applies.map(AppliedPlan.init)
        now = begun ?? request.applies?.now ?? request.asOf?.micros ?? Clock.wall
    }

    /// Does it all; the report is complete afterwards.
    public func execute() -> RunEnd {
        journal.tellStart()
        let signals = JobSignals(request, journal)
        signals?.begin()
        let end = conduct(importAll)
        journal.report.note(pipelines)
        signals?.end(end, session)
        journal.tellEnd(end)
        return end
    }

    func conduct(_ work: () throws -> RunEnd) -> RunEnd {
        journal.conduct {
            do { return try work() } catch {
                sink?.abandon()
                throw error
            }
        } last: {
            sink?.close($0)
            if share == nil { journal.compareSources(in: session) } else { journal.noteSources(in: session) }
        }
    }

    private func importAll() throws -> RunEnd {
        if request.inputs.isEmpty, let fault = request.job?.misplacedFolder { throw RunEnd.configuration(fault) }
        let discovery = discover()
        let (inputs, sink, _) = try open()
        try report(discovery, sink)
        try plan?.check(discovery.candidates, inputs, database: report.database)
        inputs.isHurried =
            request.mode == .run && plan == nil && Set(discovery.candidates.map(\.ownerFolder)).count > 1
        let candidates = try inputs.inOrder(discovery.candidates)
        try take(candidates, inputs, sink)
        inputs.isHurried = false
        // The last batch is loaded before them.
        try sink.flush()
        try take(late, inputs, sink)
        try sink.flush()
        inProgress?.keep(0, [])
        try sink.finish()
        warnOfVolume(session)
        return journal.judge(request)
    }

    private func take(_ candidates: [Candidate], _ inputs: InputFiles, _ sink: any UnitSink) throws {
        for candidate in candidates where !isOver {
            guard !journal.hooks.shouldStop() else { throw RunEnd.interrupted }
            guard !isLate(candidate, inputs) else {
                late.append(candidate)
                continue
            }
            guard isPlanned(candidate) else { continue }
            inProgress?.begin(candidate.path)
            try take(candidate, inputs, sink)
            if isLate(candidate, inputs) { late.append(candidate) }
            inProgress?.keep(sink.waitingCount, sink.waitingPaths)
            inProgress?.clear(candidate.path)
            journal.hooks.tick()
        }
    }

    /// Whether a file waits because one of its owner takes long.
    func isLate(_ candidate: Candidate, _ inputs: InputFiles) -> Bool {
        inputs.isHurried && lateOwners.contains(candidate.ownerFolder)
    }

    /// Of a night that brought far less or far more than nights do; where that cannot be asked, of nothing.
    private func warnOfVolume(_ session: Session?) {
        guard request.mode == .run, request.inputs.isEmpty, let job = request.job?.name, let session else { return }
        let volume = try? session.lend { try LedgerReader($0.connection).volume(of: job) }
        guard let warning = volume?.warning else { return }
        journal.report.warnings.add(warning, 1)
        journal.isVolumeUnusual = true
    }

    /// Opens the database, where the use needs one, and what the files are read with.
    func open() throws -> (InputFiles, any UnitSink, Session?) {
        let (sink, session) = try openSink()
        self.sink = sink
        let inputs = try InputFiles(
            request, pipelines, try OwnerResolver(session, identities: request.identities, isNew: isNew),
            session == nil ? .whileReading : .first,
            FileFeed.Options(
                now: now, recordText: request.recordText, processorTime: request.processorTime, hooks: journal.hooks),
            inProgress)
        return (inputs, sink, session)
    }

    func discover() -> Discovery {
        let job = request.inputs.isEmpty ? request.job : nil
        let inbox = Inbox(
            owners: request.whose == "folder" ? .firstFolder : .one, settleSeconds: job?.settleSeconds ?? 0,
            ignoredNames: job?.ignore ?? [],
            ignored: request.ignored.map(Glob.init))
        return inbox.discover(request.inputs.isEmpty ? [job?.inbox].compactMap { $0 } : request.inputs)
    }

    /// Opens the database, where the use needs one, and makes the sink; the only place that asks for the use.
    private func openSink() throws -> (any UnitSink, Session?) {
        guard request.mode != .validate, let database else {
            return (listing ?? Validation(journal), nil)
        }
        let isPlanned = request.mode == .plan
        let session = try Session(
            database, hooks: journal.hooks, asOf: request.asOf?.text,
            loss: isPlanned
                ? .ends("start again")
                : plan == nil ? .reopens : .ends("what is loaded stays; make a new plan of the rest")
        ) { [request, share, run = report.run, lines = journal.rejectLines, hooks = journal.hooks] connection in
            share?.prepare(connection)
            let loader = Loader(
                connection: connection, mode: isPlanned ? .plan : .run, winner: request.winner, run: run,
                differencesPerTable: request.differencesPerTable, wording: RejectText.init, lines: lines)
            loader.onPhase = { phase in
                hooks.progress.begin(Phase(phase))
                hooks.tick()
            }
            loader.shared = share?.shared
            return loader
        }
        self.session = session
        try session.requireSchema()
        journal.report.database = session.name
        if let sinks { return (try sinks(session, journal), session) }
        if isPlanned { return (Plan(session, journal, isKept: request.keepsPlan), session) }
        return (try Load(request, held: plan, pipelines, session, journal, now: now, share: share), session)
    }

    private func isPlanned(_ candidate: Candidate) -> Bool {
        if plan?.admits(candidate) ?? true { return true }
        journal.ignore(candidate, "not in the plan")
        return false
    }

    var isOver: Bool {
        request.stopsAtFirstReject && (journal.report.ledger.rejected > 0 || journal.refusedFiles > 0)
    }

    func take(_ found: Candidate, _ inputs: InputFiles, _ sink: any UnitSink) throws {
        var candidate = found
        do {
            let input = try inputs.open(&candidate)
            if let contents = try inputs.contents(of: input) { return try take(contents, of: input, inputs, sink) }
            if try inputs.isManifest(input) {
                return journal.ignore(input.candidate, "says more about the photos beside it")
            }
            let found = inputs.recognise(input.file)
            if let reason = try inputs.reasonToIgnore(input, found) {
                try sink.flush()
                journal.ignore(input.candidate, reason)
                return try sink.complete(input.candidate, input.file, entries: [])
            }
            try sink.take(inputs.prepare(as: found, in: input))
        } catch let refusal as Refusal {
            if refusal.code == .tooSlow, inputs.isHurried {
                lateOwners.insert(found.ownerFolder)
                return
            }
            // Another run or a person has taken it since it was found: there is nothing to import.
            if refusal.cause == .gone, candidate.origin == .found, plan == nil { return }
            try dismiss(candidate, refusal, sink)
        }
    }

    /// A refused file is reported, remembered and put out of the way.
    func dismiss(_ candidate: Candidate, _ refusal: Refusal, _ sink: any UnitSink) throws {
        try sink.flush()
        if let culprit = refusal.culprits.first { return try wait(candidate, for: culprit, refusal, sink) }
        switch refusal.cause {
        case .outage:
            journal.postpone(candidate, refusal)
            sink.postponed(candidate, refusal)
        case .leftOut: journal.ignore(candidate, refusal.reason, refusal.code)
        case .input, .permission, .settings, .gone:
            journal.refuse(candidate, refusal)
            try sink.refused(candidate, refusal)
        }
    }

    /// A file for which another is at fault waits where it is; the other is refused by its own name.
    private func wait(
        _ candidate: Candidate, for culprit: Candidate, _ refusal: Refusal, _ sink: any UnitSink
    ) throws {
        if culprits.insert(culprit.path).inserted {
            var refusal = refusal
            refusal.culprits = []
            if let owner = refusal.owner { refusal.reason += "; of user \(owner)" }
            try dismiss(culprit, refusal, sink)
        }
        journal.ignore(candidate, "waits in the inbox until \(culprit.name) of its owner can be read", refusal.code)
    }
}
