internal import Definitions
internal import Discovering
internal import Loading
internal import Normalising
internal import Postgres
internal import Reading
internal import Records
internal import Reporting
internal import Storing

/// Photos of a run: a unit whose bytes are kept before its row commits, and the picture that is looked at afterwards.
///
/// Of other units it does nothing.
final class PhotoImport {
    private let request: RunRequest
    private let pipelines: Pipelines
    private let session: Session
    private let journal: Journal
    private let throttle: Throttle
    /// Nil as long as there are no photos.
    private var work: PhotoProcessing?

    /// The long edges of thumbnails where no setting names others.
    static let usualLongEdges = [320, 1080]

    init(
        _ request: RunRequest, _ pipelines: Pipelines, _ session: Session, _ journal: Journal, _ throttle: Throttle
    ) {
        self.request = request
        self.pipelines = pipelines
        self.session = session
        self.journal = journal
        self.throttle = throttle
    }

    private func rows(_ connection: Connection) -> PhotoRows {
        PhotoRows(connection, table: pipelines.photoTable ?? "")
    }

    private var folder: String { request.setting("photos") ?? request.photoFolder }

    /// The run's photos, made ready where it has none yet.
    private func opened() throws -> PhotoProcessing {
        if let work { return work }
        let store = PhotoStore(folder)
        let longEdges = try longEdges()
        // A folder of its own on each machine would scatter a person's photos.
        guard !request.isShare || store.exists else {
            throw RunEnd.configuration(
                "the folder of photos \(folder) is not on this machine: several machines that load photos need it at the same "
                    + "path, as one shared mount")
        }
        guard let database = try session.lend({ try rows($0.connection).database() }) else {
            throw RunEnd.configuration("the database has no tables for photos; run `scorebook schema up`")
        }
        do { try store.claim(for: database) } catch { throw RunEnd(error) }
        try session.lend { try WrittenFolder(kind: .photos, path: folder, layout: .folders).keep(on: $0.connection) }
        let made = PhotoProcessing(
            store, longEdges: longEdges, workers: request.workers ?? Workers.cores, progress: journal.hooks.progress,
            throttle: throttle)
        work = made
        return made
    }

    private func longEdges() throws -> [Int] {
        guard let text = request.setting("thumbnails") else { return Self.usualLongEdges }
        let parts = text.split { $0 == ";" || $0 == " " }.map { Int($0) ?? 0 }
        guard !parts.isEmpty, parts.count <= 8, parts.allSatisfy({ (16...4096).contains($0) }) else {
            throw RunEnd.configuration("the setting thumbnails lists long edges of 16 to 4096 pixels, as in 320; 1080")
        }
        return Array(Set(parts)).sorted()
    }

    /// Whether a unit can be kept; where the folder of photos is closed or full the photo waits, and other files are
    /// taken.
    func canKeep(_ unit: PreparedUnit) throws -> Bool {
        guard Original(unit) != nil else { return true }
        do { _ = try opened() } catch {
            guard case .configuration(let why) = RunEnd(error), session.isAlive else { throw error }
            journal.outages.heldBack = RunEnd(error)
            journal.postpone(unit, why)
            return false
        }
        return true
    }

    /// Keeps the original before its row commits.
    func keeper(of unit: PreparedUnit) -> ((Int64, UnitOutcome, Connection) throws -> Void)? {
        guard let work, let original = Original(unit) else { return nil }
        return { _, outcome, _ in
            guard outcome.ledger.rejected == 0, outcome.ledger.skipped == 0 else { return }
            try original.keep(in: work.store)
        }
    }

    /// Keeps the original where it got lost since its row was committed.
    func restore(_ unit: PreparedUnit, _ connection: Connection) throws {
        guard let work, let original = Original(unit) else { return }
        work.note(owner: original.owner)
        guard try !work.store.hasOriginal(of: original.owner, original.sha256, original.type) else { return }
        try rows(connection).whileThere(original.owner, original.sha256) { try original.keep(in: work.store) }
    }

    /// After its row is there: the picture.
    func process(_ unit: PreparedUnit, _ outcome: UnitOutcome) throws {
        guard let work, let original = Original(unit), outcome.status == .loaded else { return }
        work.note(owner: original.owner)
        guard outcome.ledger.rejected == 0, outcome.ledger.inserted > 0 else { return }
        try session.lend {
            try work.process(
                Picture(owner: original.owner, sha256: original.sha256, type: original.type), rows: rows($0.connection))
        }
    }

    /// Sees all photos through that this run is about.
    func finish() throws {
        guard session.isAlive else { return }
        let isJob = request.inputs.isEmpty && request.applies == nil && !request.isShare
        // A job with photos sees to all that are there; files given by hand to those of their owners.
        if work == nil, isJob, hasPhotos, PhotoStore(folder).exists { _ = try opened() }
        guard let work else { return }
        if isJob { for owner in work.store.owners { work.note(owner: owner) } }
        let hooks = journal.hooks
        try session.lend {
            try work.finish(rows: rows($0.connection), shouldStop: hooks.shouldStop, tick: hooks.tick)
        }
        journal.report.warnings.add(work.warnings)
        journal.outages.pictures = work.unread
        if hooks.shouldStop() { throw RunEnd.interrupted }
    }

    func abandon() { try? work?.stop(nil) }

    private var hasPhotos: Bool {
        pipelines.catalogue.photos.contains { format in
            request.datasets.isEmpty || !request.datasets.allSatisfy { !format.datasets.contains($0) }
        }
    }

    /// The bytes of a photo, and whose they are.
    private struct Original {
        let file: SourceFile
        let owner: String
        let sha256: String

        /// Nil where the unit is no photo of one person.
        init?(_ unit: PreparedUnit) {
            guard unit.match.format.isWholeFile, case .one(let high, let low) = unit.plan.ownership else { return nil }
            file = unit.file
            owner = UUIDText.text(high: high, low: low)
            sha256 = Hex.text(unit.key.sha256)
        }

        /// What it is; another file than the one that was read has perhaps become something else.
        var type: PhotoType {
            get throws {
                let head: [UInt8]
                do { head = try file.opening(PhotoType.headLength).bytes } catch { throw LoadError(error) }
                guard let type = PhotoType(head) else { throw LoadError.sourceChanged }
                return type
            }
        }

        func keep(in store: PhotoStore) throws {
            let type = try type
            let source: any ByteSource
            do { source = try file.open() } catch { throw LoadError(error) }
            do { try store.keep(source, of: owner, sha256, type) } catch let error as StoreError {
                switch error {
                case .changed: throw LoadError.sourceChanged
                case .source(let reason): throw LoadError.source(.photo, reason)
                case .unread(let reason): throw LoadError.outage(reason)
                // Another owner's folder may be open, and so may other files' way.
                case .system, .foreign: throw LoadError.outage("\(error.message), in \(store.root)/\(owner)")
                }
            }
        }
    }
}

extension Pipelines {
    /// The table of photos, by the format that has them.
    var photoTable: String? {
        catalogue.photos.first.flatMap { datasets(of: $0)?.first }?.tables.first?.name
    }
}
