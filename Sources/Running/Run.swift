public import Definitions
internal import Discovering
internal import Loading
internal import Mapping
internal import Postgres
internal import Records
public import Reporting

/// A run: discovers, prepares and loads units one after the other, and reports.
///
/// The only place that knows all stages. Bad input refuses a file or rejects a record and the run goes on; what is wrong
/// with the database or the machine ends it, and running again is safe.
public final class Run {
    let request: RunRequest
    let pipelines: Pipelines
    let database: DatabaseAccess?
    let hooks: Hooks
    public internal(set) var report: RunReport
    var end = RunEnd.done
    var connection: Connection?
    var loader: Loader?
    var directory = OwnerDirectory(connection: nil, identities: [:])
    var refusedFiles = 0
    var outages = Outages()
    /// Hears of each unit how its rows compare with the target's, instead of its being planned.
    var comparison: ((UnitKey, UnitComparison) -> Void)?
    /// What this plan found, to be saved.
    public internal(set) var planned: [PlanFile.Unit] = []
    var reviews: [String: UnitReview] = [:]
    /// The photos of this run; nil as long as there are none.
    var photos: PhotoWork?
    var waiting = Waiting()
    /// Standard input, which can be read once only.
    var standardInput: SourceFile?
    /// Folders that files went to, without what a killed run left there.
    var tidiedFolders: Set<String> = []
    /// By the name of the manifests that it reads.
    private(set) lazy var manifestFormats = ManifestShelf.formats(pipelines.formats)
    private let monotonicStart = Clock.monotonic
    /// "Now" of the whole run.
    let started = Clock.wall

    /// What a run tells and asks while it is under way.
    public struct Hooks: Sendable {
        public var progress: Progress
        public var tick: @Sendable () -> Void
        public var shouldStop: @Sendable () -> Bool
        /// Hears what became of each unit; without values of records.
        public var log: @Sendable (LogLine) -> Void
        /// Lends a way to end what the database is doing.
        public var cancellable: @Sendable (@escaping @Sendable () -> Void) -> Void

        public init(
            progress: Progress, tick: @escaping @Sendable () -> Void, shouldStop: @escaping @Sendable () -> Bool
        ) {
            self.progress = progress
            self.tick = tick
            self.shouldStop = shouldStop
            cancellable = { _ in }
            log = { _ in }
        }
    }

    public init(request: RunRequest, pipelines: Pipelines, database: DatabaseAccess?, hooks: Hooks) {
        self.request = request
        self.pipelines = pipelines
        self.database = database
        self.hooks = hooks
        report = RunReport(
            run: UUIDText.random(), job: request.job?.name, mode: request.mode, database: nil)
    }

    /// Does it all; the report is complete afterwards.
    public func execute() -> RunEnd {
        do {
            if request.inputs.isEmpty, let fault = request.job?.misplacedFolder {
                throw RunEnd.configuration(fault)
            }
            let discovery = discover()
            try openDatabase()
            try takeInputs(discovery)
            try finishPhotos()
        } catch {
            try? photos?.stop(nil)
            if request.mode == .plan { dropFigures() }
            end = RunEnd(error)
            report.status = .failed
            if case .unsatisfied = end { report.status = .refused }
        }
        finish()
        return end
    }

    private func discover() -> Discovery {
        let folders = request.whose == "folder"
        let inbox = Inbox(
            owners: folders ? .firstFolder : .one,
            settleSeconds: request.inputs.isEmpty ? request.job?.settleSeconds ?? 0 : 0,
            ignoredNames: request.inputs.isEmpty ? request.job?.ignore ?? [] : [])
        return inbox.discover(request.inputs.isEmpty ? [request.job?.inbox].compactMap { $0 } : request.inputs)
    }

    private func openDatabase() throws {
        guard request.mode != .validate, let database else {
            report.unchecked = ["owners", "duplicate ids", "references to other rows", "edits made in the app"]
            directory = OwnerDirectory(connection: nil, identities: request.identities)
            return
        }
        try connect(database)
        try requireSchema(database)
        report.database = connection?.description
        if request.mode == .run { try beginRun() }
    }

    private func requireSchema(_ database: DatabaseAccess) throws {
        guard let connection else { return }
        try database.schema.requireCurrent(on: connection)
    }

    func connect(_ database: DatabaseAccess) throws {
        let connection = try database.openForWriting()
        if let asOf = request.asOf {
            _ = try connection.rows("select pg_catalog.set_config('scorebook.as_of', $1, false)", [asOf.text])
        }
        self.connection = connection
        let cancel = connection.cancel
        hooks.cancellable { cancel.request() }
        directory = OwnerDirectory(connection: connection, identities: request.identities)
        loader = Loader(
            connection: connection, mode: request.mode == .plan ? .plan : .run, winner: request.winner,
            run: report.run, differencesPerTable: request.differencesPerTable, wording: RejectWording.text)
    }

    /// What a plan or a comparison found until it failed is no plan and no comparison.
    private func dropFigures() {
        let database = report.database
        report = RunReport(run: report.run, job: report.job, mode: report.mode, database: database)
        planned = []
    }

    func shown(_ candidate: Candidate) -> String { candidate.name }

    func logRefusal(_ sha256: [UInt8]?) {
        let digest = sha256.map { LogLine.Field.sha256(Hex.text($0)) } ?? .count("read", 0)
        hooks.log(LogLine(.warning, "unit refused", .run(report.run), digest))
    }

    func refuse(_ candidate: Candidate, _ refusal: Refusal) {
        refusedFiles += 1
        logRefusal(refusal.sha256)
        keepPlan(candidate, refusal)
        report.units.append(
            RunReport.Unit(
                source: shown(candidate), sha256: refusal.sha256.map(Hex.text), bytes: refusal.bytes,
                format: refusal.format, status: .refused, reason: refusal.reason))
    }

    private func finish() {
        report.seconds = Clock.monotonic - monotonicStart
        if end == .done { judge() }
        if request.mode == .run, let connection {
            if connection.isAlive { purge(connection) }
            endRun(connection)
        }
    }

    /// Whether what was refused and rejected stays within the limit.
    private func judge() {
        let loaded = report.units.contains {
            [.loaded, .planned, .valid, .rejected, .invalid, .alreadyLoaded].contains($0.status)
        }
        let rejected = report.ledger.rejected
        let limit = request.limit ?? request.job?.maxRejects.flatMap { RejectLimit($0) } ?? RejectLimit("0")
        report.limit = limit
        if let why = outages.end {
            report.status = .failed
            end = why
        } else if refusedFiles > 0, !loaded {
            report.status = .refused
            end = .badInput
        } else if refusedFiles > 0 || limit?.isExceeded(by: rejected, of: report.ledger.read) ?? false {
            report.status = .limitExceeded
            end = .overLimit
        } else if !report.units.contains(where: {
            [.loaded, .planned, .valid, .rejected, .invalid].contains($0.status)
        }) {
            report.status = .nothingToDo
        } else {
            report.status = .succeeded
        }
        if end == .done, let unmoved = outages.unmoved { end = .cannotWrite(unmoved) }
    }
}
