internal import Definitions
internal import Records

/// The units of a dataset's measures, with their fields found in one file.
struct CompiledMeasures: Sendable {
    let value: Int
    let unit: Int?
    let by: [Int]
    let unitName: String
    let measured: PlacedTable<StoredUnit>

    init?(_ measures: Measures?, positions: [String: Int]) {
        guard let measures, let value = positions[measures.value] else { return nil }
        self.value = value
        by = measures.by.compactMap { positions[$0] }
        unit = positions[measures.unit]
        unitName = measures.unit
        measured = PlacedTable(
            measures.known.compactMap { word, measure in
                guard let stored = measure.storedUnit, let unit = Unit(word: stored) else { return nil }
                return (word, StoredUnit(stored, unit))
            })
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

    init(_ stored: String, _ unit: Unit) {
        word = Array(stored.utf8)
        lower = WordTable.lower(word)
        self.unit = unit
        let symbols = Unit.allCases.filter { $0.kind == unit.kind }.map(\.symbol)
        known = symbols.count == 1 ? stored : "one of \(symbols.joined(separator: ", "))"
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
