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
                let stored = measures.stored[measured]
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
    let measured: WordTable
    /// By place in the table.
    let stored: [StoredUnit]

    init?(_ measures: Measures?, positions: [String: Int]) {
        guard let measures, let value = positions[measures.value], let by = positions[measures.by] else { return nil }
        self.value = value
        self.by = by
        unit = positions[measures.unit]
        unitName = measures.unit
        let table = WordTable(measures.units.map { ($0.measured, $0.unit) })
        measured = table
        stored = (0..<table.count).map { StoredUnit(word: table.value($0)) }
    }
}

/// A unit as it is stored: its word, and what it is of those that can be converted.
struct StoredUnit: Sendable {
    let word: [UInt8]
    private let lower: [UInt8]
    private let unit: Unit?
    /// Words that are taken, for messages.
    let known: String

    /// What becomes of a number in a unit.
    enum Taken {
        case `as`(Decimal)
        case refused(Defect.Code)
    }

    init(word: [UInt8]) {
        self.word = word
        lower = WordTable.lower(word)
        let text = String(decoding: word, as: UTF8.self)
        let unit = Unit(word: text)
        self.unit = unit
        let kind = unit.flatMap { unit in Conversion.allCases.first { Unit.dimension(of: $0) == unit.dimension } }
        let symbols = (kind?.units ?? []).map(\.symbol)
        known = symbols.isEmpty ? text : "one of \(symbols.joined(separator: ", "))"
    }

    func taking(_ given: UnsafeRawBufferPointer?, _ number: Decimal) -> Taken {
        // What is counted needs no unit, and a percentage that is none would be a fraction.
        guard let given, !given.isEmpty else {
            let isCounted = unit == nil || unit?.dimension == .count || unit?.dimension == .percent
            return isCounted ? .as(number) : .refused(.missingUnit)
        }
        if given.count == lower.count, WordTable.equal(lower, given) { return .as(number) }
        guard let unit, let other = Unit(bytes: given), other.dimension == unit.dimension else {
            return .refused(.unknownUnit)
        }
        return other.convert(number, to: unit).map { .as($0) } ?? .refused(.outOfRange)
    }
}
