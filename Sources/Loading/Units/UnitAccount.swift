internal import Normalising
internal import Records

/// What one unit of a load has to show for itself: its records' counts and its rejects.
final class UnitAccount {
    /// Id in the ledger; nil in a plan.
    let unit: Int64?
    let description: UnitDescription
    let spool: RejectSpool
    var outcome: UnitOutcome
    var key: UnitKey { description.key }
    /// Records that were neither skipped nor rejected.
    var kept = 0
    /// Records all of whose rows an earlier record had given already.
    var repeated = 0
    /// Number of the last record of the units before it: its own are numbered on from there.
    var before = 0

    init(
        unit: Int64?, description: UnitDescription, ownership: Ownership, run: String,
        wording: @escaping (Reject) -> RejectText, events: RejectEvents?
    ) {
        self.unit = unit
        self.description = description
        var owner: RowEncoder.Owner?
        if case .one(let high, let low) = ownership { owner = RowEncoder.Owner(high: high, low: low) }
        let run = UUIDText.parse(run) ?? (0, 0)
        spool = RejectSpool(
            unit: unit, run: RowEncoder.Owner(high: run.high, low: run.low), owner: owner, source: description.source,
            keeping: description.keeping, among: description.wholeRejects, wording: wording, events: events)
        outcome = UnitOutcome(status: unit == nil ? .planned : .loaded)
    }

    /// Counts a batch's records.
    func count(_ batch: MappedBatch) {
        let records = batch.raw.recordCount
        outcome.ledger.read += records
        var skipped = 0
        for (reason, count) in batch.skipped {
            outcome.skipped[reason, default: 0] += count
            skipped += count
        }
        outcome.ledger.skipped += skipped
        outcome.warnings.add(batch.warnings)
        let rejected = batch.rejected.count
        outcome.ledger.rejected += rejected
        kept += records - rejected - skipped
    }

    /// Counts kept records of which no row was sent: all they give was given before.
    func countRepeated(_ batch: MappedBatch, _ isSent: UnsafeMutablePointer<UInt8>) {
        var index = 0
        while index < batch.count {
            var end = index + 1
            while end < batch.count, !batch.raw.startsRecord(end) { end += 1 }
            if batch.isKept(index), !(index..<end).contains(where: { isSent[$0] == 1 }) { repeated += 1 }
            index = end
        }
    }

    /// Enters what became of the kept records; those that neither were duplicates nor were written are unchanged.
    func close(inserted: Int, updated: Int, duplicate: Int) {
        outcome.ledger.inserted = inserted
        outcome.ledger.updated = updated
        outcome.ledger.duplicate = duplicate
        outcome.ledger.unchanged = kept - duplicate - inserted - updated
    }
}
