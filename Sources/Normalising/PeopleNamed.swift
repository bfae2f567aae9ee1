internal import Definitions

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

    mutating func markOwnerNamed() { isOwnerNamed = true }

    /// Counts a name that is not the owner's.
    mutating func add(_ name: UnsafeRawBufferPointer, _ person: PersonMatch) {
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
        let isJoined = person.columnMatch == .joined
        let shape: String
        switch Style.allCases.max(by: { styles[$0.rawValue] < styles[$1.rawValue] }) ?? .word {
        case .lastFirst: shape = "\"Last, First\""
        case .words: shape = "\"First Last\""
        case .digits: shape = "numbers"
        case .word: shape = "one word"
        }
        let count = others.count == 1 ? "one person" : "\(others.count) people"
        let alike = isOneAlike ? "; one of them has the same words in another order or spelling" : ""
        return """
            \(person.setting) matches no name in the file: it names \(count) in \
            \(columns.joined(separator: isJoined ? " and " : " or ")), written as \(shape)\(alike); give --set \
            \(person.setting)=NAME spelt as in the file (separate several names with ;)
            """
    }
}
