internal import Definitions
internal import Records

/// Measures in the units that their dataset stores them in.
extension Mapper {
    /// Converts each number to the unit of what was measured, and writes the unit as it is stored.
    func store(_ part: MappedBatch.Part, _ raw: RawBatch, _ batch: MappedBatch) {
        guard let measures = part.plan.measures else { return }
        var seen: [ObjectIdentifier] = []
        for rows in part.rows {
            guard let by = rows.columns[measures.by], let value = rows.columns[measures.value],
                !seen.contains(ObjectIdentifier(value))
            else { continue }
            seen.append(ObjectIdentifier(value))
            let unit = measures.unit.flatMap { rows.columns[$0] }
            var cells: [Int: Cell] = [:]
            for index in 0..<raw.count
            where rows.present[index] == 1 && by.valid[index] == 1 && value.valid[index] == 1 && batch.isKept(index) {
                guard let measured = measures.measured.index(of: Blank.trimmed(by.text(index, in: raw))) else {
                    continue
                }
                let stored = measures.measured[measured]
                let word = unit.flatMap { $0.valid[index] == 1 ? Blank.trimmed($0.text(index, in: raw)) : nil }
                switch stored.taking(word, value.decimal(index)) {
                case .as(let number): value.set(index, number)
                case .refused(let code):
                    let found = word.map(Kind.of) ?? "no value"
                    batch.reject(
                        index, Defect(field: measures.unitName, code: code, found: found, expected: stored.known))
                    continue
                }
                guard let unit else { continue }
                let cell = cells[measured] ?? raw.append(stored.word)
                cells[measured] = cell
                unit.set(index, text: cell)
            }
        }
    }
}

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

    /// What becomes of a number in a unit.
    enum Taken {
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

    func taking(_ given: UnsafeRawBufferPointer?, _ number: Decimal) -> Taken {
        guard let given, !given.isEmpty else { return unit.kind.isUnderstood ? .as(number) : .refused(.missingUnit) }
        if given.count == lower.count, WordTable.equal(lower, given) { return .as(number) }
        guard let other = Unit(bytes: given), other.kind == unit.kind else { return .refused(.unknownUnit) }
        return other.convert(number, to: unit).map { .as($0) } ?? .refused(.outOfRange)
    }
}
