internal import Definitions
internal import Discovering
internal import Loading
internal import Postgres
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
    private func photoWork(_ connection: Connection) throws -> PhotoWork {
        if let photos { return photos }
        let store = PhotoStore(setting("photos") ?? request.photoFolder)
        let longEdges = try longEdges()
        let database = try photoRows(connection).database()
        guard let database else {
            throw RunEnd.configuration("the database has no tables for photos; run `scorebook schema up`")
        }
        do { try store.claim(for: database) } catch { throw RunEnd(error) }
        let made = PhotoWork(
            store, longEdges: longEdges, workers: request.workers ?? PicturePool.cores, progress: hooks.progress)
        photos = made
        return made
    }

    /// Whether a file is no data but says more about the photos beside it; it is then reported as ignored.
    func isManifest(_ file: SourceFile, _ candidate: Candidate, _ preparation: UnitPreparation) -> Bool {
        let name = candidate.name.split(separator: "/").last.map(String.init) ?? ""
        guard let format = manifestFormats[name],
            (try? UnitPreparation.recognise(file, with: preparation.formats.all)) == nil,
            let found = preparation.shelf.manifestFile(candidate.path, format)
        else { return false }
        if case .failure(let refusal) = found {
            // Out of its place the photos beside it would mean something else.
            if refusal.cause == .outage { postpone(candidate, refusal) }
            return refusal.cause == .outage
        }
        report.units.append(
            RunReport.Unit(source: shown(candidate), status: .ignored, reason: "says more about the photos beside it"))
        return true
    }

    private func longEdges() throws -> [Int] {
        guard let text = setting("thumbnails") else { return Self.usualLongEdges }
        let parts = text.split { $0 == ";" || $0 == " " }.map { Int($0) ?? 0 }
        guard !parts.isEmpty, parts.count <= 8, parts.allSatisfy({ (16...4096).contains($0) }) else {
            throw RunEnd.configuration("the setting thumbnails lists long edges of 16 to 4096 pixels, as in 320; 1080")
        }
        return Array(Set(parts)).sorted()
    }

    /// Whether a photo can be kept; where its folder is closed or full the photo waits, and other files are taken.
    func canKeep(_ candidate: Candidate, _ unit: PreparedUnit) throws -> Bool {
        guard let connection else { return true }
        do { _ = try photoWork(connection) } catch {
            guard case .configuration(let why) = RunEnd(error), connection.isAlive else { throw error }
            outages.heldBack = RunEnd(error)
            postpone(candidate, unit, why)
            return false
        }
        return true
    }

    /// Keeps the original where it got lost since its row was committed.
    func restore(_ photo: PhotoUnit) throws {
        guard let photos, let connection else { return }
        photos.note(owner: photo.owner)
        try photo.restore(in: photos.store, photoRows(connection))
    }

    /// After its row is there: the picture.
    func look(at photo: PhotoUnit, _ outcome: UnitOutcome) throws {
        guard let photos, let connection, outcome.status == .loaded else { return }
        photos.note(owner: photo.owner)
        guard outcome.ledger.rejected == 0, outcome.ledger.inserted > 0 else { return }
        try photos.look(at: Picture(owner: photo.owner, sha256: photo.sha256), rows: photoRows(connection))
    }

    /// Sees all photos through that this run is about.
    func finishPhotos() throws {
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
        report.warnings.add(photos.warnings)
        outages.pictures = photos.unread
        if hooks.shouldStop() { throw RunEnd.interrupted }
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
