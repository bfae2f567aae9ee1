internal import Definitions
internal import Discovering
internal import Loading
internal import Mapping
internal import Postgres
internal import Reading
internal import Records
internal import Reporting

/// A run's files, one after another: whose they are, in which order they come, and what is done with each.
extension Run {
    func takeInputs(_ discovery: Discovery) throws {
        let missing = discovery.refused.filter { $0.error == .missing }
        if !missing.isEmpty, discovery.candidates.isEmpty {
            throw RunEnd.noInput("no such file or folder: \(missing.map(\.candidate.path).joined(separator: ", "))")
        }
        for entry in discovery.refused {
            try dismiss(entry.candidate, Refusal(entry.error))
        }
        for entry in discovery.ignored where entry.reason != "settings" {
            report.units.append(
                RunReport.Unit(source: shown(entry.candidate), status: .ignored, reason: entry.reason))
        }
        hooks.progress.expect(bytes: discovery.candidates.reduce(0) { $0 + (FileSize.of($1.path) ?? 0) })
        let preparation = UnitPreparation(
            pipelines: pipelines, formats: FormatChoice(pipelines.formats, for: request),
            flags: request.settings, jobSettings: request.job?.settings ?? [],
            zone: { [directory] owner in try directory.zone(of: owner) },
            hashing: request.mode == .validate ? .whileReading : .first, accounts: try accounts())
        try checkPlan(discovery.candidates, preparation)
        defer { waiting.units = [] }
        for candidate in try inOrder(discovery.candidates, preparation) where isPlanned(candidate) {
            guard !hooks.shouldStop() else { throw RunEnd.interrupted }
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
    private func inOrder(
        _ candidates: [Candidate], _ preparation: UnitPreparation
    ) throws -> [Candidate] {
        let isWanted = request.job?.order == .tables || request.job == nil && candidates.count <= 100
        guard isWanted, candidates.count > 1, pipelines.datasets.count > 1 else { return candidates }
        var places: [Int] = []
        for candidate in candidates {
            do {
                let format = try preparation.format(of: source(candidate))
                places.append(pipelines.place(of: format))
            } catch let error as Refusal {
                // In another order good records would find nothing that they refer to.
                if error.cause == .outage { throw RunEnd.temporary("\(candidate.name): \(error.reason)") }
                places.append(places.last ?? 0)
            }
        }
        return candidates.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { candidates[$0] }
    }

    /// Old ids of `--identities`, with the ids of this database.
    private func accounts() throws -> [UUIDText.Halves: UUIDText.Halves] {
        var accounts: [UUIDText.Halves: UUIDText.Halves] = [:]
        for (old, new) in request.identities {
            guard let id = UUIDText.parse(old) else { continue }
            guard case .one(let high, let low)? = try directory.find(new)?.ownership else { continue }
            accounts[.init(high: id.high, low: id.low)] = .init(high: high, low: low)
        }
        return accounts
    }

    private func take(_ found: Candidate, _ preparation: UnitPreparation) throws {
        var candidate = found
        do {
            let owner = try owner(of: candidate)
            let settings = try FolderSettings.read(beside: candidate, inbox: request.job?.inbox)
            let (file, archive) = try open(&candidate)
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
            // Another run has taken it since it was found, or somebody else: there is nothing to import.
            if refusal.cause == .gone, candidate.origin == .found, request.applies == nil { return }
            try dismiss(candidate, refusal)
        }
    }

    func owner(of candidate: Candidate) throws -> OwnerDirectory.Owner {
        let given = request.whose
        let name = given == "folder" ? candidate.ownerFolder : given
        guard let name else {
            throw Refusal(
                reason: given == "folder"
                    ? "it lies in no owner's folder; move it to INBOX/<email or user id>/"
                    : "whose records these are is not said; give --owner EMAIL, an id, or payload")
        }
        // A word of the command line and of jobs; a folder of that name is nobody's.
        if given == "payload" { return .payload }
        guard let owner = try directory.find(name) else {
            throw Refusal(
                reason: "the owner is no user of this database; the user must have signed up, or give --identities FILE"
            )
        }
        if let day = owner.erased {
            throw Refusal(
                reason: "the owner was erased on \(day); to import for this person again, run "
                    + "`scorebook erase --owner WHO --lift` first")
        }
        return owner
    }
}
