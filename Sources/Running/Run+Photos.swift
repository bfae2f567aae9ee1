internal import Definitions
internal import Discovering
internal import Loading
internal import Mapping
internal import Postgres
internal import Reading
internal import Records
internal import Reporting
internal import Storing

/// Photos: a unit whose bytes are kept, and what follows its row.
extension Run {
    /// The long edges of thumbnails where no setting says others.
    static let usualLongEdges = [320, 1080]

    /// A setting of the run itself: by `--set`, else by the job.
    private func setting(_ name: String) -> String? {
        (request.settings.last { $0.name == name } ?? request.job?.settings.last { $0.name == name })?.value
    }

    private func photoRows(_ connection: Connection) -> PhotoRows {
        let dataset = pipelines.formats.first(where: \.isPhoto).flatMap { pipelines.datasets(of: $0)?.first }
        return PhotoRows(connection, table: dataset?.tables.first?.name ?? "")
    }

    /// The run's photos, made ready where it has none yet.
    private func photoWork(_ connection: Connection) throws(RunFailure) -> PhotoWork {
        if let photos { return photos }
        let store = PhotoStore(setting("photos") ?? request.photoFolder)
        let longEdges = try longEdges()
        let database = try Attempt.database { () throws(DatabaseError) in try photoRows(connection).database() }
        guard let database else {
            throw RunFailure(.configuration("the database has no tables for photos; run `scorebook schema up`"))
        }
        do throws(StoreError) { try store.claim(for: database) } catch { throw RunFailure(storing: error) }
        let made = PhotoWork(
            store, longEdges: longEdges, workers: request.workers ?? PicturePool.cores, progress: hooks.progress)
        photos = made
        return made
    }

    /// Whether a file is no data but says more about the photos beside it; it is then reported as ignored.
    func isManifest(_ file: SourceFile, _ candidate: Candidate, _ preparation: UnitPreparation) -> Bool {
        let name = candidate.name.split(separator: "/").last.map(String.init) ?? ""
        guard let format = manifestFormats[name],
            (try? UnitPreparation.recognise(file, with: preparation.recogniser)) == nil,
            case .success = preparation.shelf.manifestFile(candidate.path, format)
        else { return false }
        report.units.append(
            RunReport.Unit(source: shown(candidate), status: .ignored, reason: "says more about the photos beside it"))
        return true
    }

    private func longEdges() throws(RunFailure) -> [Int] {
        guard let text = setting("thumbnails") else { return Self.usualLongEdges }
        let parts = text.split { $0 == ";" || $0 == " " }.map { Int($0) ?? 0 }
        guard !parts.isEmpty, parts.count <= 8, parts.allSatisfy({ (16...4096).contains($0) }) else {
            throw RunFailure(
                .configuration("the setting thumbnails lists long edges of 16 to 4096 pixels, as in 320; 1080"))
        }
        return Array(Set(parts)).sorted()
    }

    func preparePhotos() throws(RunFailure) {
        if request.mode == .run, let connection { _ = try photoWork(connection) }
    }

    /// Keeps a photo's original before its row commits; nil for other units.
    func originalKeeper(
        _ unit: PreparedUnit
    ) -> ((Int64, UnitOutcome, Connection) throws(LoadError) -> Void)? {
        guard unit.isPhoto, let store = photos?.store, let owner = unit.photoOwner else { return nil }
        let sha256 = Hex.text(unit.key.sha256)
        return { (_, outcome, _) throws(LoadError) in
            guard outcome.ledger.rejected == 0, outcome.ledger.skipped == 0 else { return }
            try Self.keep(unit.file, of: owner, sha256, in: store)
        }
    }

    private static func keep(
        _ file: SourceFile, of owner: String, _ sha256: String, in store: PhotoStore
    ) throws(LoadError) {
        let source: any ByteSource
        do throws(ReadError) { source = try file.open() } catch { throw .source(error.description) }
        do throws(StoreError) { try store.keep(source, of: owner, sha256) } catch {
            switch error {
            case .changed: throw .sourceChanged
            case .source(let reason): throw .source(reason)
            case .system, .foreign: throw .store(error.message)
            }
        }
    }

    /// After its row is there: the original where it got lost since, and the picture.
    func look(at unit: PreparedUnit, _ outcome: UnitOutcome) throws(RunFailure) {
        guard unit.isPhoto, request.mode == .run, let connection, let owner = unit.photoOwner else { return }
        let rows = photoRows(connection)
        let work = try photoWork(connection)
        let sha256 = Hex.text(unit.key.sha256)
        work.note(owner: owner)
        guard outcome.status == .loaded else {
            guard !work.store.hasOriginal(of: owner, sha256) else { return }
            var failure: LoadError?
            try Attempt.database { () throws(DatabaseError) in
                try rows.whileThere(owner, sha256) {
                    do throws(LoadError) { try Self.keep(unit.file, of: owner, sha256, in: work.store) } catch {
                        failure = error
                    }
                }
            }
            if let failure { throw RunFailure(loading: failure) }
            return
        }
        guard outcome.ledger.rejected == 0, outcome.ledger.inserted > 0 else { return }
        try work.look(at: Picture(owner: owner, sha256: sha256), rows: rows)
    }

    /// Sees all photos through that this run is about.
    func finishPhotos() throws(RunFailure) {
        guard request.mode == .run, let connection, connection.isAlive else { return }
        // A job with photos sees to all that are there; files given by hand to those of their owners.
        if photos == nil, request.inputs.isEmpty, request.applies == nil, hasPhotos,
            PhotoStore(setting("photos") ?? request.photoFolder).exists
        {
            _ = try photoWork(connection)
        }
        guard let photos else { return }
        if request.inputs.isEmpty, request.applies == nil {
            for owner in photos.store.owners { photos.note(owner: owner) }
        }
        try photos.finish(rows: photoRows(connection), shouldStop: hooks.shouldStop, tick: hooks.tick)
        for (text, count) in photos.warnings { Run.add(text, count, to: &report.warnings) }
        if hooks.shouldStop() { throw RunFailure(.interrupted) }
    }

    private var hasPhotos: Bool {
        pipelines.formats.contains { format in
            format.isPhoto
                && (request.datasets.isEmpty || !request.datasets.allSatisfy { !format.datasets.contains($0) })
        }
    }
}

extension Format {
    /// Whether its files are photos, which are kept.
    var isPhoto: Bool {
        if case .jpeg = reader { return true }
        return false
    }
}

extension PreparedUnit {
    var isPhoto: Bool { match.format.isPhoto }

    /// The one owner of a photo.
    var photoOwner: String? {
        if case .one(let high, let low) = plan.ownership { return UUIDText.text(high: high, low: low) }
        return nil
    }
}
