public import Definitions
internal import Discovering
internal import Filing
internal import Loading
internal import Mapping
internal import Reading
internal import Records
internal import Reporting

/// Saving what a plan found, and holding a run to it.
///
/// Inputs, definitions and settings of all files are compared before the first is loaded; the rows that a file touches,
/// in its own transaction before anything is written. So a run stops at the first file that is not as it was reviewed:
/// the files before it are loaded as planned, of that file and those after it nothing is.
extension Run {
    /// The plan to be saved, with diffs only where they were asked for.
    public func planFile(diffs: Bool) -> PlanFile {
        var plan = PlanFile()
        plan.database = report.database ?? ""
        plan.job = request.job?.name
        plan.inputs = request.inputs.map(AbsolutePath.of)
        plan.dataset = request.dataset
        plan.format = request.format
        plan.owner = request.owner
        plan.settings = request.settings
        plan.winner = request.winner
        plan.identities = request.identities
        plan.limit = request.limit.map(\.description)
        plan.asOf = request.asOf?.text
        plan.now = now
        plan.units = planned
        plan.tables = report.tables
        plan.diffs = diffs ? report.diffs : nil
        return plan
    }

    /// What is noted of a unit, and compared with the plan that is applied, before it is written.
    func review(of unit: PreparedUnit) -> ((UnitReview) throws -> Void)? {
        guard request.keepsPlan || request.applies != nil else { return nil }
        let key = Hex.text(unit.key.ledgerKey)
        return { [unowned self] review in
            reviews[key] = review
            guard let plan = request.applies else { return }
            guard plan.units.first(where: { $0.key == key })?.review == review else { throw LoadError.notAsReviewed }
        }
    }

    func keepPlan(_ candidate: Candidate, _ unit: PreparedUnit, _ outcome: UnitOutcome) {
        guard request.keepsPlan else { return }
        let key = Hex.text(unit.key.ledgerKey)
        planned.append(
            PlanFile.Unit(
                path: AbsolutePath.of(candidate.path), source: shown(candidate),
                sha256: Hex.text(unit.key.sha256), key: key, definitions: unit.definitionsHash,
                format: unit.match.format.name, owner: unit.key.ownerScope, settings: unit.settings,
                status: outcome.status == .planned ? .planned : .alreadyLoaded, ledger: outcome.ledger,
                review: reviews[key]))
    }

    /// Notes an entry that is refused: the plan accounts for all of an archive.
    func keepPlan(_ candidate: Candidate, _ refusal: Refusal) {
        guard request.keepsPlan, candidate.isEntry else { return }
        planned.append(
            PlanFile.Unit(
                path: AbsolutePath.of(candidate.path), source: shown(candidate),
                sha256: refusal.sha256.map(Hex.text) ?? "", key: "", definitions: "", format: refusal.format ?? "",
                owner: "", settings: [], status: .refused, reason: refusal.reason, ledger: Ledger()))
    }

    /// Why the plan that is applied has refused an entry; nil of others.
    func plannedRefusal(of entry: Candidate) -> Refusal? {
        guard let unit = request.applies?.unit(of: entry), unit.status == .refused else { return nil }
        return Refusal(
            reason: unit.reason ?? "refused by the plan", format: unit.format.isEmpty ? nil : unit.format)
    }

    /// Whether a file stands in the plan that is applied; others are left where they are.
    func isPlanned(_ candidate: Candidate) -> Bool {
        guard let plan = request.applies else { return true }
        let path = AbsolutePath.of(candidate.path)
        if plan.units.contains(where: { $0.path == path && candidate.holds($0.source) }) { return true }
        report.units.append(RunReport.Unit(source: shown(candidate), status: .ignored, reason: "not in the plan"))
        return false
    }

    /// Compares all files with the plan before the first of them is loaded.
    func checkPlan(_ candidates: [Candidate], _ preparation: UnitPreparation) throws {
        guard let plan = request.applies else { return }
        guard plan.database == report.database else {
            throw changed("the plan was made for \(plan.database), not for \(report.database ?? "this database")")
        }
        for candidate in candidates where plan.holdsEntries(of: candidate) {
            try checkEntries(of: candidate, plan, preparation)
        }
        for unit in plan.units where unit.status != .refused {
            let found = candidates.first { AbsolutePath.of($0.path) == unit.path && $0.holds(unit.source) }
            guard let found else { throw changed("\(unit.source) is not there any more") }
            let prepared: PreparedUnit
            do {
                let owner = try self.owner(of: found)
                let (file, place) = try file(of: unit, in: found, preparation)
                prepared = try preparation.prepare(
                    file, at: place, owner: owner.ownership, scope: owner.scope,
                    folderSettings: FolderSettings.read(beside: found, inbox: request.job?.inbox))
            } catch let refusal as Refusal {
                throw changed("\(unit.source): \(refusal.reason)")
            } catch { throw changed("\(unit.source) cannot be prepared any more") }
            if Hex.text(prepared.key.sha256) != unit.sha256 {
                throw changed("\(unit.source) has changed since the plan was made")
            }
            if prepared.definitionsHash != unit.definitions {
                throw changed("the definitions of \(unit.format) have changed since the plan was made")
            }
            if Hex.text(prepared.key.ledgerKey) != unit.key {
                throw changed("the settings or the owner of \(unit.source) have changed since the plan was made")
            }
        }
    }

    /// An archive goes to its place as a whole, so there must be nothing in it that the plan does not know.
    private func checkEntries(
        of found: Candidate, _ plan: PlanFile, _ preparation: UnitPreparation
    ) throws {
        var candidate = found
        guard let archive = try? open(&candidate).archive else { return }
        for item in ArchiveContents(archive, preparation.formats, pipelines).items {
            defer { item.file.forget() }
            let unit = plan.unit(of: candidate.entry(named: item.name))
            if !item.fate.isTaken {
                if unit == nil { continue }
            } else if let unit {
                // The others' contents are compared one by one.
                if unit.status != .refused || unit.sha256 == (try? item.file.sha256()).map(Hex.text) ?? "" { continue }
            }
            throw changed("\(candidate.name) has changed since the plan was made, in \(item.name)")
        }
    }

    /// The file of a planned unit, which may be an archive's entry.
    private func file(
        of unit: PlanFile.Unit, in found: Candidate, _ preparation: UnitPreparation
    ) throws -> (SourceFile, FilePlace) {
        var candidate = found
        let (file, archive) = try open(&candidate)
        guard unit.source != candidate.name, let archive else {
            return (file, FilePlace(candidate, shelf: preparation.shelf))
        }
        var entry: SourceFile?
        archive.forEach { if $0.name == unit.source { entry = $0.file } }
        guard let entry else { throw Refusal(reason: "it is not in the archive any more") }
        let names = ManifestShelf.names(of: preparation.pipelines.formats)
        return (entry, FilePlace(entry: unit.source, shelf: ManifestShelf(archive, named: names)))
    }

    private func changed(_ why: String) -> RunEnd {
        RunEnd.unsatisfied(why + "; nothing was loaded, make a new plan")
    }
}

extension PlanFile {
    /// What became of this file or entry.
    func unit(of candidate: Candidate) -> Unit? {
        let path = AbsolutePath.of(candidate.path)
        return units.first { $0.path == path && $0.source == candidate.name }
    }

    /// Whether it is an archive of which entries stand here.
    func holdsEntries(of candidate: Candidate) -> Bool {
        let path = AbsolutePath.of(candidate.path)
        return units.contains { $0.path == path && $0.source != candidate.name && candidate.holds($0.source) }
    }
}

extension PreparedUnit {
    var definitionsHash: String {
        var digest = Digest()
        digest.add(match.format.canonicalText(with: plan.datasets))
        return Hex.text(digest.finish())
    }
}

extension RunRequest {
    /// The request that a plan was made from, to be applied.
    public init(applying plan: PlanFile, pipelines: Pipelines) {
        self.init(mode: .run, inputs: plan.inputs)
        job = plan.job.flatMap { pipelines.job(named: $0) }
        datasets = plan.dataset.map { [$0] } ?? job?.datasets ?? []
        format = plan.format
        owner = plan.owner
        settings = plan.settings
        winner = plan.winner
        identities = plan.identities
        limit = plan.limit.flatMap { RejectLimit($0) }
        asOf = plan.asOf.map { (plan.now, $0) }
        applies = plan
    }
}
