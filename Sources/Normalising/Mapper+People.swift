internal import Definitions
internal import Records

/// Whose records a file holds, as its cells name them.
extension Mapper {
    /// Looks for the owner among the records that a part examines, before any of them is passed over.
    func findOwner(_ part: MappedBatch.Part, _ raw: RawBatch, _ batch: MappedBatch) {
        let people = part.plan.people
        guard !people.isEmpty else { return }
        for index in 0..<raw.count where part.examined[index] == 1 {
            if people.contains(where: { $0.isOwner(raw, index) }) { return batch.people.markOwnerNamed() }
        }
    }

    /// Counts the people of records none of which is the owner's.
    func countPeople(_ part: MappedBatch.Part, _ raw: RawBatch, _ batch: MappedBatch) {
        for person in part.plan.people {
            for index in 0..<raw.count where part.examined[index] == 1 {
                person.count(raw, index, into: &batch.people)
            }
        }
    }
}

extension MappingPlan.Part {
    /// The rules by which its records name people, each set of columns once.
    var people: [PersonMatch] {
        var columns: Set<[Int]> = []
        return ([person].compactMap { $0 } + cases.compactMap(\.person)).filter { columns.insert($0.columns).inserted }
    }
}

extension PersonMatch {
    /// A name in parts; one longer than a name can be is empty.
    private func withJoined<Result>(
        _ raw: RawBatch, _ index: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(byteCount: 400, alignment: 1) { name in
            var end = 0
            for column in columns {
                let cell = raw.column(column)[index]
                if cell.isAbsent { continue }
                let part = Blank.trimmed(raw.bytes(of: cell))
                if part.isEmpty { continue }
                guard end + part.count < name.count else {
                    return body(UnsafeRawBufferPointer(start: nil, count: 0))
                }
                if end > 0 {
                    name[end] = 0x20
                    end += 1
                }
                UnsafeMutableRawBufferPointer(rebasing: name[end..<end + part.count]).copyMemory(from: part)
                end += part.count
            }
            return body(UnsafeRawBufferPointer(rebasing: name[..<end]))
        }
    }

    /// Whether a record belongs to the person that the rule wants: the owner, or someone else.
    func takes(_ raw: RawBatch, _ index: Int) -> Bool { names == nil || isOwner(raw, index) == (person == .owner) }

    func isOwner(_ raw: RawBatch, _ index: Int) -> Bool {
        guard let names else { return true }
        if columnMatch == .joined { return withJoined(raw, index) { names.index(of: $0) != nil } }
        return columns.contains { column in
            let cell = raw.column(column)[index]
            return !cell.isAbsent && names.index(of: Blank.trimmed(raw.bytes(of: cell))) != nil
        }
    }

    /// Counts the person of a record that is not the owner's.
    fileprivate func count(_ raw: RawBatch, _ index: Int, into people: inout PeopleNamed) {
        if columnMatch == .joined {
            withJoined(raw, index) { if !$0.isEmpty { people.add($0, self) } }
            return
        }
        for column in columns {
            let cell = raw.column(column)[index]
            guard !cell.isAbsent else { continue }
            let name = Blank.trimmed(raw.bytes(of: cell))
            if !name.isEmpty { people.add(name, self) }
        }
    }
}

/// Whose records they are.
extension Mapper {
    /// Gives accounts the ids that they have in this database.
    func mapAccountIDs(_ part: MappedBatch.Part, _ batch: MappedBatch) {
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

    /// Rejects records without an owner where each row must name its owner.
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

    /// Ids that the payload gives for another person are rejected.
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
