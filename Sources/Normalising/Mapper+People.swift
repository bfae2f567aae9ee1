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
    func takes(_ raw: RawBatch, _ index: Int) -> Bool { isOwner(raw, index) == (person == .owner) }

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

/// The people that the records of a file name, and whether one of them is the owner.
///
/// Of the names only hashes are kept, and how they are written.
public struct PeopleNamed: Sendable {
    /// How a name is written.
    enum Style: Int, CaseIterable {
        case lastFirst
        case words
        case digits
        case word
    }

    /// Whether a record names the owner.
    private(set) var isOwnerNamed = false
    /// Hashes of the names of others.
    private var others: Set<Int> = []
    private var styles = [Int](repeating: 0, count: Style.allCases.count)
    /// Whether one of them has the words of the owner's name in another order or with other marks between them.
    private var isOneAlike = false

    public init() {}

    /// Most names that are counted.
    private static let most = 100_000

    mutating func nameOwner() { isOwnerNamed = true }

    /// Counts a name that is not the owner's.
    mutating func add(_ name: UnsafeRawBufferPointer, _ person: CompiledPerson) {
        var hasher = Hasher()
        hasher.combine(bytes: name)
        guard others.count < Self.most, others.insert(hasher.finalize()).inserted else { return }
        styles[Self.style(of: name).rawValue] += 1
        if !isOneAlike { isOneAlike = person.alike.contains(Self.words(of: name)) }
    }

    /// Counts the names of another chunk of the file.
    public mutating func add(_ chunk: PeopleNamed) {
        isOwnerNamed = isOwnerNamed || chunk.isOwnerNamed
        isOneAlike = isOneAlike || chunk.isOneAlike
        let known = others.count
        others.formUnion(chunk.others)
        // Of a name that both hold the way in which it is written is counted twice: only the most frequent is asked for.
        if others.count > known { for index in styles.indices { styles[index] += chunk.styles[index] } }
    }

    /// The words of a name in the order of the alphabet, without case and marks.
    static func words(of name: UnsafeRawBufferPointer) -> [[UInt8]] {
        let isPart = { (byte: UInt8) in
            byte >= 0x80 || byte &- 0x30 < 10 || byte &- 0x41 < 26 || byte &- 0x61 < 26
        }
        return WordTable.lower(Array(name)).split { !isPart($0) }.map(Array.init)
            .sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static func style(of name: UnsafeRawBufferPointer) -> Style {
        if name.contains(UInt8(ascii: ",")) { return .lastFirst }
        if name.contains(UInt8(ascii: " ")) { return .words }
        return name.allSatisfy { $0 &- 0x30 < 10 } ? .digits : .word
    }
}

extension PeopleNamed {
    /// Why a file is refused in which a setting's names fit no one; nil where one fits, or where no one is named.
    ///
    /// Holds names of columns and settings and the shape of names, no name.
    public func refusal(_ plan: MappingPlan) -> String? {
        guard !isOwnerNamed, !others.isEmpty, let person = plan.people.first else { return nil }
        var columns: [String] = []
        for column in plan.people.flatMap(\.columns) {
            let name = MappingError.shown(column: plan.sourceNames[column])
            if !columns.contains(name) { columns.append(name) }
        }
        let isJoined = person.reach == .joined
        let shape: String
        switch Style.allCases.max(by: { styles[$0.rawValue] < styles[$1.rawValue] }) ?? .word {
        case .lastFirst: shape = "\"Last, First\""
        case .words: shape = "\"First Last\""
        case .digits: shape = "numbers"
        case .word: shape = "one word"
        }
        let count = others.count == 1 ? "one person" : "\(others.count) people"
        let alike = isOneAlike ? "; one of them has the same words, written otherwise" : ""
        return """
            \(person.setting) fits no one here: the file names \(count) in \
            \(columns.joined(separator: isJoined ? " and " : " or ")), written as \(shape)\(alike); give --set \
            \(person.setting)=NAME as it is written there (several separated by ;)
            """
    }
}
