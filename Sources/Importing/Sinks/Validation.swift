internal import Definitions
internal import Discovering
internal import Loading
internal import Normalising
internal import Records
internal import Reporting
internal import Validating

/// Reads, maps and validates units; no database takes part.
final class Validation: UnitSink {
    private let journal: Journal

    init(_ journal: Journal) {
        self.journal = journal
        journal.report.unchecked = ["owners", "duplicate ids", "references to other rows", "edits made in the app"]
    }

    func take(_ unit: PreparedUnit) throws {
        defer { unit.file.forget() }
        let feed = unit.records()
        let source = unit.candidate.name
        var outcome = Outcome(events: journal.rejectLines.map { lines in RejectEvents { lines($0, source) } })
        do {
            while let batch = try feed.next() { try outcome.add(batch, unit.plan, journal) }
        } catch {
            _ = try journal.fail(unit, error)
            return
        }
        if let people = unit.plan.unaskedPeople, !journal.report.unchecked.contains(people) {
            journal.report.unchecked.append(people)
        }
        for check in unit.plan.datasets.flatMap(\.checks) where !journal.report.unchecked.contains(check.because) {
            journal.report.unchecked.append(check.because)
        }
        var ledger = outcome.ledger
        ledger.valid = ledger.read - ledger.rejected - ledger.skipped
        let entry = RunReport.Unit(
            source: source, sha256: feed.sha256.flatMap(Hex.digest), bytes: unit.file.bytes,
            format: unit.match.format.name, datasets: unit.match.format.datasets,
            status: ledger.hasNoneAccepted ? .invalid : ledger.rejected > 0 ? .validWithRejects : .valid,
            reason: ledger.reason(for: outcome.cause, format: unit.match.format.name), ledger: ledger)
        journal.append(entry, of: unit.candidate, owner: unit.key.ownerScope, outcome.events)
        journal.report.ledger += ledger
        let format = unit.match.format.name
        journal.report.add(outcome.rejects, source: source)
        journal.report.add(outcome.causes, source: source, format: format) {
            journal.remedy(for: unit.candidate, setting: $0)
        }
        if outcome.rejects.count < ledger.rejected { journal.report.areRejectsTruncated = true }
    }

    /// What was found in a unit so far.
    private struct Outcome {
        var ledger = Ledger()
        /// The first of them.
        var rejects: [Reject] = []
        var causes = RejectCauses()
        var cause = SingleCause()
        /// All of them as lines; nil where nobody asked.
        let events: RejectEvents?

        init(events: RejectEvents?) { self.events = events }

        mutating func add(_ batch: MappedBatch, _ plan: MappingPlan, _ journal: Journal) throws {
            ledger.read += batch.raw.recordCount
            let (skipped, rejected) = (batch.skipped, batch.rejected)
            ledger.skipped += skipped.values.reduce(0, +)
            journal.report.add(skipped: skipped)
            journal.report.warnings.add(batch.warnings)
            ledger.rejected += rejected.count
            for (index, defects) in rejected {
                cause.add(defects, of: batch.raw, index, plan)
                var reject = Reject(
                    position: batch.raw.position(at: index), defects: plan.located(defects), raw: [], cells: [])
                try events?.append(reject)
                if rejects.count < RunReport.mostRejects { rejects.append(reject) }
                reject.cells = plan.cells(of: batch.raw, index, in: reject.defects)
                causes.add(reject)
            }
        }
    }
}
