internal import Definitions
internal import Records

/// Whose records they are.
extension Mapper {
    /// Gives accounts the ids that they have in this database.
    func mapAccounts(_ part: MappedBatch.Part, _ batch: MappedBatch) {
        guard !plan.accounts.isEmpty else { return }
        for (position, field) in part.plan.fields.enumerated() where field.isAccount {
            var seen: [ObjectIdentifier] = []
            for rows in part.rows {
                guard let column = rows.columns[position], !seen.contains(ObjectIdentifier(column)) else { continue }
                seen.append(ObjectIdentifier(column))
                for index in 0..<batch.count where column.valid[index] == 1 {
                    let id = UUIDText.Halves(high: column.high[index], low: column.low[index])
                    guard let new = plan.accounts[id] else { continue }
                    column.high[index] = new.high
                    column.low[index] = new.low
                }
            }
        }
    }

    /// Where each row names its owner, none may lack one.
    func requireOwners(_ part: MappedBatch.Part, _ batch: MappedBatch) {
        guard plan.ownership == .payload, let position = part.plan.ownerField else { return }
        for rows in part.rows {
            guard let column = rows.columns[position] else { continue }
            for index in 0..<batch.count
            where column.valid[index] == 0 && rows.present[index] == 1 && batch.isKept(index) {
                batch.reject(
                    index, Defect(field: column.field, code: .required, found: "no value", expected: "the owner's id"))
            }
        }
    }

    /// Ids that the payload gives for somebody else are rejected.
    func checkOwners(_ part: MappedBatch.Part, _ batch: MappedBatch) {
        guard let position = part.plan.ownerField, case .one(let high, let low) = plan.ownership else { return }
        for rows in part.rows {
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
