internal import Definitions
internal import Records

/// The units of a dataset's measures, with their fields found in one file.
struct CompiledMeasures: Sendable {
    let value: Int
    let unit: Int?
    let by: Int
    let unitName: String
    let measured: PlacedTable<StoredUnit>

    init?(_ measures: Measures?, positions: [String: Int]) {
        guard let measures, let value = positions[measures.value], let by = positions[measures.by] else { return nil }
        self.value = value
        self.by = by
        unit = positions[measures.unit]
        unitName = measures.unit
        measured = PlacedTable(measures.units.map { ($0.measured, StoredUnit($0.stored)) })
    }
}

/// A unit as it is stored, with the words that numbers of its kind come with.
struct StoredUnit: Sendable {
    let word: [UInt8]
    private let lower: [UInt8]
    private let unit: Unit
    /// Words that are taken, for messages.
    let known: String

    /// A number in the stored unit, or why it cannot be converted.
    enum Converted {
        case `as`(Decimal)
        case refused(Defect.Code)
    }

    init(_ stored: Measures.Stored) {
        word = Array(stored.word.utf8)
        lower = WordTable.lower(word)
        unit = stored.unit
        let symbols = Unit.allCases.filter { $0.kind == stored.unit.kind }.map(\.symbol)
        known = symbols.count == 1 ? stored.word : "one of \(symbols.joined(separator: ", "))"
    }

    func convert(_ given: UnsafeRawBufferPointer?, _ number: Decimal) -> Converted {
        // A share of a hundred is understood: of one it would be a fraction.
        guard let given, !given.isEmpty else {
            return unit.isOnly || unit == .percent ? .as(number) : .refused(.missingUnit)
        }
        if given.count == lower.count, WordTable.equal(lower, given) { return .as(number) }
        guard let other = Unit(bytes: given), other.kind == unit.kind else { return .refused(.unknownUnit) }
        return other.convert(number, to: unit).map { .as($0) } ?? .refused(.outOfRange)
    }
}
