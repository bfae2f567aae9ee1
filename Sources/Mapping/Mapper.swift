internal import Definitions
public import Records

/// Turns batches of raw cells into typed rows, a column at a time.
public struct Mapper {
    let plan: MappingPlan

    public init(plan: MappingPlan) { self.plan = plan }

    /// Maps a whole batch; what was in `batch` before is gone.
    public func map(_ raw: RawBatch, into batch: MappedBatch) {
        batch.raw = raw
        batch.removeDefects()
        let count = raw.count
        batch.outcomes.update(repeating: MappedBatch.Outcome.kept.rawValue, count: count)
        for (index, defect) in raw.defects { batch.reject(index, defect) }
        skip(raw, batch)
        choosePeople(raw, batch)
        for index in 0..<count { batch.examined[index] = batch.outcomes[index] == 0 ? 1 : 0 }

        for (field, column) in zip(plan.base, batch.baseColumns) {
            Kernel(field: field, formatMissing: plan.missing, raw: raw, batch: batch, mask: batch.examined).fill(column)
        }
        for (unpivot, rows) in zip(plan.cases, batch.rows) where !unpivot.own.isEmpty {
            for field in unpivot.own {
                guard let column = rows.columns[field.position] else { continue }
                Kernel(field: field, formatMissing: plan.missing, raw: raw, batch: batch, mask: rows.present).fill(
                    column)
            }
            dropEmpty(unpivot, rows, count)
        }
        if !plan.format.unpivot.isEmpty { skipRecordsWithoutRows(batch) }
        checkOwners(batch)
        RowIdentity(plan: plan).fill(batch)
    }

    private func skip(_ raw: RawBatch, _ batch: MappedBatch) {
        for rule in plan.skips {
            for index in 0..<raw.count where batch.outcomes[index] == MappedBatch.Outcome.kept.rawValue {
                let holds = rule.cells.allSatisfy { entry in
                    let cell = raw.column(entry.column)[index]
                    return !cell.isAbsent && entry.words.index(of: Blank.trimmed(raw.bytes(of: cell))) != nil
                }
                if holds { batch.skip(index, because: rule.because) }
            }
        }
    }

    /// Marks whose rows are the owner's; a record of nobody we know is skipped, and nothing of it is kept.
    private func choosePeople(_ raw: RawBatch, _ batch: MappedBatch) {
        let kept = MappedBatch.Outcome.kept.rawValue
        if let person = plan.person {
            for index in 0..<raw.count where batch.outcomes[index] == kept && !isOwner(person, raw, index) {
                batch.skip(index, because: "another person")
            }
        }
        for (unpivot, rows) in zip(plan.cases, batch.rows) {
            for index in 0..<raw.count {
                let isKept = batch.outcomes[index] == kept
                rows.present[index] = isKept && unpivot.person.map { isOwner($0, raw, index) } ?? true ? 1 : 0
                if !isKept { rows.present[index] = 0 }
            }
        }
        guard plan.cases.contains(where: { $0.person != nil }) else { return }
        for index in 0..<raw.count where batch.outcomes[index] == kept {
            if batch.rows.allSatisfy({ $0.present[index] == 0 }) { batch.skip(index, because: "another person") }
        }
    }

    private func isOwner(_ person: CompiledPerson, _ raw: RawBatch, _ index: Int) -> Bool {
        let cell = raw.column(person.column)[index]
        return !cell.isAbsent && person.names.index(of: Blank.trimmed(raw.bytes(of: cell))) != nil
    }

    /// A case gives no row where none of its own columns has a value.
    private func dropEmpty(_ unpivot: MappingPlan.Case, _ rows: MappedBatch.Rows, _ count: Int) {
        let sources = unpivot.own.filter { $0.column != nil }.compactMap { rows.columns[$0.position] }
        for index in 0..<count where rows.present[index] == 1 {
            if sources.allSatisfy({ $0.valid[index] == 0 }) { rows.present[index] = 0 }
        }
    }

    private func skipRecordsWithoutRows(_ batch: MappedBatch) {
        for index in 0..<batch.count where batch.outcomes[index] == MappedBatch.Outcome.kept.rawValue {
            guard batch.rows.allSatisfy({ $0.present[index] == 0 }) else { continue }
            batch.skip(index, because: "no value")
            batch.examined[index] = 0
        }
    }

    /// Ids that the payload gives for somebody else are rejected.
    private func checkOwners(_ batch: MappedBatch) {
        guard let position = plan.ownerField, case .one(let high, let low) = plan.ownership else { return }
        for rows in batch.rows {
            guard let column = rows.columns[position] else { continue }
            for index in 0..<batch.count where column.valid[index] == 1 && rows.present[index] == 1 {
                if column.high[index] != high || column.low[index] != low {
                    batch.reject(
                        index,
                        Defect(
                            field: column.field, code: .foreignOwner, found: "id of another user",
                            expected: "the id of this import's owner"))
                }
            }
        }
    }
}
