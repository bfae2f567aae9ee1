internal import Definitions

/// The owner's names and where a file names its people.
struct PersonMatch: Sendable {
    let columns: [Int]
    let names: WordTable
    let person: PersonRule.Person
    let columnMatch: PersonRule.ColumnMatch
    /// The setting that holds the names, and the names as their words, see `PeopleNamed`.
    let setting: String
    let alike: Set<[[UInt8]]>

    static func make(
        _ rule: PersonRule?, columns: inout ColumnFinder, settings: [String: String]
    ) throws -> PersonMatch? {
        guard let rule else { return nil }
        var found: [Int] = []
        switch rule.columnMatch {
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
        return PersonMatch(
            columns: found, names: WordTable(list), person: rule.person, columnMatch: rule.columnMatch,
            setting: rule.setting,
            alike: Set(list.map { name in Array(name.utf8).withUnsafeBytes { PeopleNamed.words(of: $0) } }))
    }
}
