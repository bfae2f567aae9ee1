internal import Definitions
internal import Records

/// The last values of records that belong together, while a file is read.
final class LastValues {
    private let order: RecordOrder
    private var values: [Key: Int64] = [:]

    init(_ order: RecordOrder) { self.order = order }

    struct Key: Hashable {
        var field: Int
        var cells: [UInt8]
    }

    /// Most keys that are remembered; with more of them all are forgotten, and what comes next is a first again.
    static let most = 1 << 16

    func swap(_ key: Key, for value: Int64) -> Int64? {
        guard order == .ofTheFile else { return nil }
        if values.count >= Self.most, values[key] == nil { values.removeAll(keepingCapacity: true) }
        return values.updateValue(value, forKey: key)
    }
}

/// Records whose number is whole and of another unit, in one file.
struct CompiledWhole: Sendable {
    let column: Int
    let words: WordTable
    /// Column of the time in which the distance was covered.
    let time: Int?
    private let units: [Unit: Unit]

    init?(_ whole: FieldMapping.Whole?, columns: inout ColumnFinder) {
        guard let whole, let column = columns.find(whole.from) else { return nil }
        self.column = column
        words = WordTable(whole.words)
        time = columns.find(whole.time)
        units = whole.units
    }

    /// The unit that takes the place of another.
    func unit(for other: Unit) -> Unit { units[other] ?? other }
}

/// The owner's names and where a file names its people.
struct CompiledPerson: Sendable {
    let columns: [Int]
    let names: WordTable
    let person: PersonRule.Person
    let reach: PersonRule.Reach
    /// The setting that holds the names, and the names as their words, see `PeopleNamed`.
    let setting: String
    let alike: Set<[[UInt8]]>

    static func make(
        _ rule: PersonRule?, columns: inout ColumnFinder, settings: [String: String]
    ) throws -> CompiledPerson? {
        guard let rule else { return nil }
        var found: [Int] = []
        switch rule.reach {
        case .first: if let column = columns.find(rule.from) { found = [column] }
        case .joined:
            found = rule.from.compactMap { columns.find([$0]) }
            if found.count < rule.from.count { found = [] }
        case .any:
            for name in rule.from {
                if let column = columns.find([name]) { found.append(column) }
            }
        }
        guard let first = found.first else { return nil }
        guard let names = settings[rule.setting] else {
            throw MappingError.missingSetting(
                setting: rule.setting, field: "person", columns: [columns.name(first)], why: .person)
        }
        let list = names.split(separator: ";").map(String.init).filter { name in !name.allSatisfy(\.isWhitespace) }
        return CompiledPerson(
            columns: found, names: WordTable(list), person: rule.person, reach: rule.reach, setting: rule.setting,
            alike: Set(list.map { name in Array(name.utf8).withUnsafeBytes { PeopleNamed.words(of: $0) } }))
    }
}
