internal import Definitions

/// The owner's names and where a file names its people.
struct PersonMatch: Sendable {
    let columns: [Int]
    /// nil where they are not known and the records of all people are taken.
    let names: WordTable?
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
            found = rule.parts.compactMap { columns.find($0) }
            // A part of a name does not identify a person.
            if !found.isEmpty, let missing = rule.parts.first(where: { columns.find($0) == nil }) {
                throw MappingError.missingColumn(field: "person", columns: missing)
            }
        case .any:
            for name in rule.from {
                if let column = columns.find([name]) { found.append(column) }
            }
        }
        guard let first = found.first else { return nil }
        let given = settings[rule.setting]
        guard given != nil || settings[MappingPlan.everyone] != nil else {
            throw MissingSetting(
                rule.setting, field: "person", columns: [columns.name(first)], why: .person, examples: ["NAME"])
        }
        let list = (given ?? "").split(separator: ";").map(String.init).filter { name in
            !name.allSatisfy(\.isWhitespace)
        }
        return PersonMatch(
            columns: found, names: given.map { _ in WordTable(list) }, person: rule.person,
            columnMatch: rule.columnMatch,
            setting: rule.setting,
            alike: Set(list.map { name in Array(name.utf8).withUnsafeBytes { PeopleNamed.words(of: $0) } }))
    }
}
