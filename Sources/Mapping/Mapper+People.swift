internal import Definitions
internal import Records

/// Whose records a file holds, as its cells name them.
extension Mapper {
    /// Looks for the owner among the records that a part examines, before any of them is passed over.
    func seekOwner(_ part: MappedBatch.Part, _ raw: RawBatch, _ batch: MappedBatch) {
        let people = part.plan.people
        guard !people.isEmpty else { return }
        for index in 0..<raw.count where part.examined[index] == 1 {
            if people.contains(where: { $0.isOwner(raw, index) }) { return batch.people.nameOwner() }
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
    var people: [CompiledPerson] {
        var columns: Set<[Int]> = []
        return ([person].compactMap { $0 } + cases.compactMap(\.person)).filter { columns.insert($0.columns).inserted }
    }
}

extension CompiledPerson {
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
    func takes(_ raw: RawBatch, _ index: Int) -> Bool { isOwner(raw, index) == (whom == .owner) }

    func isOwner(_ raw: RawBatch, _ index: Int) -> Bool {
        if reach == .joined { return withJoined(raw, index) { names.index(of: $0) != nil } }
        return columns.contains { column in
            let cell = raw.column(column)[index]
            return !cell.isAbsent && names.index(of: Blank.trimmed(raw.bytes(of: cell))) != nil
        }
    }

    /// Counts the person of a record that is not the owner's.
    fileprivate func count(_ raw: RawBatch, _ index: Int, into people: inout PeopleNamed) {
        if reach == .joined {
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
