public import Definitions
internal import Discovering
internal import Glibc
internal import Loading
internal import Mapping
internal import Postgres
internal import Reading
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
    var comparison: ((UnitKey, UnitComparison) -> Void)?
    /// What this plan found, to be saved.
    public internal(set) var planned: [PlanFile.Unit] = []
    var reviews: [String: UnitReview] = [:]
    /// The photos of this run; nil as long as there are none.
    var photos: PhotoWork?
    var waiting = Waiting()
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
        do throws(RunFailure) {
            let discovery = discover()
            try openDatabase()
            try takeInputs(discovery)
            try finishPhotos()
        } catch {
            try? photos?.stop(nil)
            end = error.end
            report.status = .failed
            if case .unsatisfied = end { report.status = .refused }
        }
        finish()
        return end
    }

    private func discover() -> Discovery {
        let folders = (request.owner ?? request.job?.owner) == "folder"
        let inbox = Inbox(
            owners: folders ? .firstFolder : .one,
            settleSeconds: request.inputs.isEmpty ? request.job?.settleSeconds ?? 0 : 0,
            ignoredNames: request.inputs.isEmpty ? request.job?.ignore ?? [] : [])
        return inbox.discover(request.inputs.isEmpty ? [request.job?.inbox].compactMap { $0 } : request.inputs)
    }

    private func openDatabase() throws(RunFailure) {
        guard request.mode != .validate, let database else {
            report.unchecked = ["owners", "duplicate ids", "references to other rows", "edits made in the app"]
            directory = OwnerDirectory(connection: nil, identities: request.identities)
            return
        }
        do throws(DatabaseError) {
            try connect(database)
        } catch { throw RunFailure(error) }
        report.database = connection?.description
        if request.mode == .run { try beginRun() }
    }

    func connect(_ database: DatabaseAccess) throws(DatabaseError) {
        let connection = try database.openLoader()
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
        loader?.comparison = comparison
        reviewUnits()
    }

    private func takeInputs(_ discovery: Discovery) throws(RunFailure) {
        let missing = discovery.refused.filter { $0.error == .missing }
        if !missing.isEmpty, discovery.candidates.isEmpty {
            throw RunFailure(
                .noInput("no such file or folder: \(missing.map(\.candidate.path).joined(separator: ", "))"))
        }
        for entry in discovery.refused {
            refuse(entry.candidate, Refusal(reason: entry.error.message))
        }
        for entry in discovery.ignored where entry.reason != "settings" {
            report.units.append(
                RunReport.Unit(source: shown(entry.candidate), status: .ignored, reason: entry.reason))
        }
        hooks.progress.expect(bytes: discovery.candidates.reduce(0) { $0 + (FileSize.of($1.path) ?? 0) })
        let formats = pipelines.formats.filter { format in
            (request.format == nil || format.name == request.format)
                && (request.datasets.isEmpty || !request.datasets.allSatisfy { !format.datasets.contains($0) })
        }
        let preparation = UnitPreparation(
            pipelines: pipelines, recogniser: Recogniser(formats: formats), flags: request.settings,
            jobSettings: request.job?.settings ?? [], zone: { [directory] in directory.zone(of: $0) },
            hashing: request.mode == .validate ? .whileReading : .first, accounts: try accounts())
        try checkPlan(discovery.candidates, preparation)
        defer { waiting.units = [] }
        for candidate in inOrder(discovery.candidates, preparation) where isPlanned(candidate) {
            guard !hooks.shouldStop() else { throw RunFailure(.interrupted) }
            try take(candidate, preparation)
            hooks.tick()
            if request.stopsAtFirstReject, report.ledger.rejected > 0 || refusedFiles > 0 { return }
        }
        try loadWaiting()
    }

    /// Files that others refer to come first; those alike stay in the order of their names, and what is not recognised
    /// stays behind the file before it.
    ///
    /// Only where a job wants it, or few files are given: each is opened for that.
    private func inOrder(_ candidates: [Candidate], _ preparation: UnitPreparation) -> [Candidate] {
        let isWanted = request.job?.order == .tables || request.job == nil && candidates.count <= 100
        guard isWanted, candidates.count > 1, pipelines.datasets.count > 1 else { return candidates }
        var places: [Int] = []
        for candidate in candidates {
            let file = try? SourceFile.open(candidate)
            let match = file.flatMap { try? UnitPreparation.recognise($0, with: preparation.recogniser) }
            places.append(match.map { pipelines.place(of: $0.format) } ?? places.last ?? 0)
        }
        return candidates.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { candidates[$0] }
    }

    /// Old ids of `--identities`, with the ids of this database.
    private func accounts() throws(RunFailure) -> [UUIDText.Halves: UUIDText.Halves] {
        var accounts: [UUIDText.Halves: UUIDText.Halves] = [:]
        for (old, new) in request.identities {
            guard let id = UUIDText.parse(old) else { continue }
            do throws(DatabaseError) {
                guard case .one(let high, let low)? = try directory.find(new)?.ownership else { continue }
                accounts[.init(high: id.high, low: id.low)] = .init(high: high, low: low)
            } catch { throw RunFailure(error) }
        }
        return accounts
    }

    private func take(_ candidate: Candidate, _ preparation: UnitPreparation) throws(RunFailure) {
        do {
            let owner = try owner(of: candidate)
            let settings = try FolderSettings.read(beside: candidate, inbox: request.job?.inbox)
            let (file, archive) = try open(candidate)
            if let archive {
                let around = Surroundings(
                    candidate: candidate, file: file, owner: owner, settings: settings,
                    shelf: ManifestShelf(archive, named: ManifestShelf.names(of: pipelines.formats)))
                return try takeArchive(archive, around, preparation)
            }
            if isManifest(file, candidate, preparation) { return }
            let prepared = try preparation.prepare(
                file, at: FilePlace(candidate, shelf: preparation.shelf), owner: owner.ownership, scope: owner.scope,
                folderSettings: settings)
            try schedule(candidate, prepared)
        } catch let refusal as Refusal {
            try settle(candidate, refusal)
        } catch let failure as RunFailure {
            throw failure
        } catch let error as DatabaseError {
            throw RunFailure(error)
        } catch {
            throw RunFailure(.ourBug("a file could not be prepared"))
        }
    }

    func owner(of candidate: Candidate) throws -> OwnerDirectory.Owner {
        let given = request.owner ?? request.job?.owner
        let name = given == "folder" ? candidate.ownerFolder : given
        guard let name else {
            throw Refusal(
                reason: given == "folder"
                    ? "it lies in no owner's folder; move it to INBOX/<email or user id>/"
                    : "whose records these are is not said; give --owner EMAIL, an id, or payload")
        }
        guard let owner = try directory.find(name) else {
            throw Refusal(
                reason: "the owner is no user of this database; the user must have signed up, or give --identities FILE"
            )
        }
        return owner
    }

    func shown(_ candidate: Candidate) -> String { candidate.name }

    func logRefusal(_ sha256: [UInt8]?) {
        let digest = sha256.map { LogLine.Field.sha256(Hex.text($0)) } ?? .count("read", 0)
        hooks.log(LogLine(.warning, "unit refused", .run(report.run), digest))
    }

    func refuse(_ candidate: Candidate, _ refusal: Refusal) {
        refusedFiles += 1
        logRefusal(refusal.sha256)
        report.units.append(
            RunReport.Unit(
                source: shown(candidate), sha256: refusal.sha256.map(Hex.text), bytes: refusal.bytes,
                format: refusal.format, status: .refused, reason: refusal.reason))
    }

    private func finish() {
        report.seconds = Clock.monotonic - monotonicStart
        if end == .done { judge() }
        if let connection, request.mode == .run, connection.isAlive { endRun(connection) }
    }

    /// Whether what was refused and rejected stays within the limit.
    private func judge() {
        let loaded = report.units.contains { [.loaded, .planned, .valid, .alreadyLoaded].contains($0.status) }
        let rejected = report.ledger.rejected
        let limit = request.limit ?? request.job?.maxRejects.flatMap { RejectLimit($0) } ?? RejectLimit("0")
        report.limit = limit
        if refusedFiles > 0, !loaded {
            report.status = .refused
            end = .badInput
        } else if refusedFiles > 0 || limit?.isExceeded(by: rejected, of: report.ledger.read) ?? false {
            report.status = .limitExceeded
            end = .overLimit
        } else if !report.units.contains(where: { [.loaded, .planned, .valid].contains($0.status) }) {
            report.status = .nothingToDo
        } else {
            report.status = .succeeded
        }
    }
}

/// Why a run cannot go on.
struct RunFailure: Error {
    var end: RunEnd

    init(_ end: RunEnd) { self.end = end }

    init(_ error: DatabaseError) {
        switch error.kind {
        case .unavailable: end = .databaseUnavailable(error.description)
        case .cancelled: end = .interrupted
        case .usage, .installation, .undefinedObject, .insufficientPrivilege: end = .configuration(error.description)
        default: end = error.isTemporary ? .temporary(error.description) : .ourBug(error.description)
        }
    }
}

/// Clocks that nobody sets.
enum Clock {
    /// Seconds that only grow.
    static var monotonic: Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }

    /// Microseconds since 1970.
    static var wall: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    }
}

enum FileSize {
    static func of(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }
}
