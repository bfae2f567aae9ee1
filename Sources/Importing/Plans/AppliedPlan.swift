internal import Definitions
internal import Discovering
internal import Filing
internal import Loading
internal import Normalising
internal import Reading
internal import Records
internal import Reporting

/// A plan that a run is held to.
///
/// Inputs, definitions and settings of all files are compared before the first is loaded; the rows that a file touches,
/// in its own transaction before anything is written. So a run stops at the first file that is not as it was reviewed:
/// the files before it are loaded as planned, of that file and those after it nothing is.
struct AppliedPlan {
    private let plan: PlanFile

    init(_ plan: PlanFile) { self.plan = plan }

    /// Compares a unit's rows with the plan before they are written.
    func review(of unit: PreparedUnit) -> (UnitReview) throws -> Void {
        let key = Hex.text(unit.key.ledgerKey)
        let planned = plan.units.first { $0.key == key }?.review
        return { guard planned == $0 else { throw LoadError.notAsReviewed } }
    }

    /// Why the plan has refused an entry; nil of others.
    func refusal(of entry: Candidate) -> Refusal? {
        guard let unit = plan.unit(of: entry), unit.status == .refused else { return nil }
        return Refusal(
            unit.code ?? .broken, reason: unit.reason ?? "refused by the plan",
            format: unit.format.isEmpty ? nil : unit.format)
    }

    /// Whether a file is in the plan; others are left where they are.
    func admits(_ candidate: Candidate) -> Bool {
        let path = AbsolutePath.of(candidate.path)
        return plan.units.contains { $0.path == path && candidate.holds($0.source) }
    }

    /// Compares all files with the plan before the first of them is loaded.
    func check(_ candidates: [Candidate], _ inputs: InputFiles, database: String?) throws {
        guard plan.database == database else {
            throw changed("the plan was made for \(plan.database), not for \(database ?? "this database")")
        }
        for candidate in candidates where plan.holdsEntries(of: candidate) {
            try checkEntries(of: candidate, inputs)
        }
        for unit in plan.units where unit.status != .refused {
            let found = candidates.first { AbsolutePath.of($0.path) == unit.path && $0.holds(unit.source) }
            guard var found else { throw changed("\(unit.source) no longer exists") }
            guard inputs.knows(format: unit.format) else {
                throw RunEnd.unsatisfied(
                    "the format \(unit.format) is not defined here; give --pipelines as the plan had it")
            }
            let prepared: PreparedUnit
            do { prepared = try prepare(unit, in: inputs.open(&found), inputs) } catch let refusal as Refusal {
                let what = "\(unit.source): \(refusal.reason)"
                throw refusal.cause == .outage ? RunEnd.temporary(what) : changed(what)
            }
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
    private func checkEntries(of found: Candidate, _ inputs: InputFiles) throws {
        var candidate = found
        guard let input = try? inputs.open(&candidate), let contents = try? inputs.contents(of: input) else { return }
        for item in contents.items {
            defer { item.file.forget() }
            let unit = plan.unit(of: candidate.entry(named: item.name))
            if !item.action.isTaken {
                if unit == nil { continue }
            } else if let unit {
                // The others' contents are compared one by one.
                if unit.status != .refused || unit.sha256 == (try? item.file.sha256()).map(Hex.text) ?? "" { continue }
            }
            throw changed("\(candidate.name) has changed since the plan was made, in \(item.name)")
        }
    }

    /// Prepares a planned unit, which may be an archive's entry.
    private func prepare(_ unit: PlanFile.Unit, in input: InputFiles.Opened, _ inputs: InputFiles) throws
        -> PreparedUnit
    {
        guard unit.source != input.candidate.name, let archive = input.archive else {
            return try inputs.prepare(as: inputs.recognise(input.file), in: input)
        }
        var entry: SourceFile?
        archive.forEach { if $0.name == unit.source { entry = $0.file } }
        guard let entry else { throw Refusal(.gone, reason: "it is no longer in the archive") }
        return try inputs.prepare(entry, as: inputs.recognise(entry), in: input)
    }

    private func changed(_ why: String) -> RunEnd {
        RunEnd.unsatisfied(why + "; nothing was loaded: make a new plan")
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
