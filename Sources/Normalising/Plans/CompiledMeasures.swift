internal import Definitions
internal import Records

/// The units of a dataset's measures, with their fields found in one file.
struct CompiledMeasures: Sendable {
    let value: Int
    let unit: Int?
    /// The fields that say which measure it is, and the units by their words.
    let by: [(field: Int, stored: PlacedTable<StoredUnit>)]
    let unitName: String

    init?(_ measures: Measures?, positions: [String: Int]) {
        guard let measures, let value = positions[measures.value] else { return nil }
        self.value = value
        unit = positions[measures.unit]
        unitName = measures.unit
        by = measures.fields.compactMap { field in
            positions[field.name].map { place in
                let keeps = !measures.original.isEmpty
                return (place, PlacedTable(field.known.compactMap { Self.stored($0, $1, keepsOthers: keeps) }))
            }
        }
    }

    private static func stored(_ word: String, _ measure: Measure, keepsOthers: Bool) -> (String, StoredUnit)? {
        // Food is counted in grams, and its traces in units that are kept.
        guard let stored = measure.storedUnit, let unit = Unit(word: stored), unit != .gram else { return nil }
        return (word, StoredUnit(stored, unit, keepsOthers: keepsOthers))
    }
}

/// A unit as it is stored, with the words that numbers of its kind come with.
struct StoredUnit: Sendable {
    let word: [UInt8]
    private let lower: [UInt8]
    private let unit: Unit
    /// Whether a row needs a unit of its own, and counts may have one of another name: floors, kg/m2.
    private let keepsOthers: Bool
    /// Words that are taken, for messages.
    let known: String

    /// A number in the stored unit, or why it cannot be converted.
    enum Converted {
        case `as`(Decimal)
        /// A unit that is kept as it is.
        case kept
        case refused(Defect.Code)
    }

    init(_ stored: String, _ unit: Unit, keepsOthers: Bool) {
        self.keepsOthers = keepsOthers
        word = Array(stored.utf8)
        lower = WordTable.lower(word)
        self.unit = unit
        let symbols = Unit.allCases.filter { $0.kind == unit.kind }.map(\.symbol)
        known = symbols.count == 1 ? stored : "one of \(symbols.joined(separator: ", "))"
    }

    func convert(_ given: UnsafeRawBufferPointer?, _ number: Decimal) -> Converted {
        // A share of a hundred is understood: of one it would be a fraction.
        guard let given, !given.isEmpty else {
            if keepsOthers { return .kept }
            return unit.isOnly || unit == .percent ? .as(number) : .refused(.missingUnit)
        }
        if given.count == lower.count, WordTable.equal(lower, given) { return .as(number) }
        guard let other = Unit(bytes: given) else {
            return keepsOthers && [.count, .millisecond].contains(unit) ? .kept : .refused(.unknownUnit)
        }
        guard other.kind == unit.kind else { return .refused(.unknownUnit) }
        return other.convert(number, to: unit).map { .as($0) } ?? .refused(.outOfRange)
    }
}
