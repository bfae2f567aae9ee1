internal import Definitions
internal import Discovering
internal import Filing
internal import Loading
internal import Records
internal import Reporting

/// Classifies units and writes nothing: counts, diffs and, to be saved, what each unit would do.
final class Plan: UnitSink {
    private(set) var planned: [PlanFile.Unit] = []
    /// The one session in whose temporary tables lies what earlier units of the plan would write: a lost connection ends
    /// the plan.
    private let overlay: Session
    private let journal: Journal
    private let isKept: Bool

    /// - Parameter isKept: whether the plan is to be saved.
    init(_ overlay: Session, _ journal: Journal, isKept: Bool) {
        self.overlay = overlay
        self.journal = journal
        self.isKept = isKept
    }

    func take(_ unit: PreparedUnit) throws {
        defer { unit.file.forget() }
        var review: UnitReview?
        var hooks = UnitHooks()
        if isKept { hooks.review = { review = $0 } }
        hooks.rowsLeft = { [journal] _ in journal.rowsLeft }
        hooks.takesChangedUnits = unit.takesChangedUnits
        do {
            let outcome = try overlay.retrying {
                try $0.loader.load(unit.description, plan: unit.plan, feed: unit.records(), hooks: hooks)
            }
            journal.add(outcome, of: unit)
            keep(unit, outcome, review)
        } catch {
            guard let refusal = try journal.fail(unit, error) else { return }
            refused(unit.candidate, refusal)
        }
    }

    private func keep(_ unit: PreparedUnit, _ outcome: UnitOutcome, _ review: UnitReview?) {
        guard isKept else { return }
        planned.append(
            PlanFile.Unit(
                path: AbsolutePath.of(unit.candidate.path), source: unit.candidate.name,
                sha256: Hex.text(unit.key.sha256), key: Hex.text(unit.key.ledgerKey),
                definitions: unit.definitionsHash, format: unit.match.format.name, owner: unit.key.ownerScope,
                settings: unit.settings, status: outcome.status == .planned ? .planned : .alreadyLoaded,
                ledger: outcome.ledger, review: review))
    }

    /// Notes an entry that is refused: the plan accounts for all of an archive.
    func refused(_ candidate: Candidate, _ refusal: Refusal) {
        guard isKept, candidate.isEntry else { return }
        planned.append(
            PlanFile.Unit(
                path: AbsolutePath.of(candidate.path), source: candidate.name,
                sha256: refusal.sha256.map(Hex.text) ?? "", key: "", definitions: "", format: refusal.format ?? "",
                owner: "", settings: [], status: .refused, code: refusal.code,
                reason: refusal.reason, ledger: Ledger()))
    }

    func abandon() {
        journal.dropFigures()
        planned = []
    }
}
