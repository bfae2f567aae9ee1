internal import Definitions
internal import Normalising
internal import Records

/// The limits of a dataset's measures, with their fields found in one file.
struct MeasureCheck: Sendable {
    private let field: String
    private let value: Int
    private let unit: Int?
    /// The fields that say which measure it is, and the limits by their words.
    private let by: [(field: Int, limits: PlacedTable<Limits>)]

    fileprivate struct Limits: Sendable {
        let range: Measure.Range
        /// Whether what is beyond is rejected; else it loads with a warning.
        let isStrict: Bool
        let word: [UInt8]?
        let unit: Unit?
        let about: String
    }

    init?(_ measures: Measures?, fields: [Field]) {
        func place(_ name: String) -> Int? { fields.firstIndex { $0.name == name } }
        guard let measures, let value = place(measures.value) else { return nil }
        (field, self.value) = (measures.value, value)
        unit = place(measures.unit)
        by = measures.fields.compactMap { field in
            place(field.name).map { ($0, PlacedTable(field.known.compactMap(Self.limits))) }
        }
    }

    private static func limits(_ word: String, _ measure: Measure) -> (String, Limits)? {
        (measure.possible ?? measure.usual).map { range in
            let stored = measure.storedUnit
            return (
                word,
                Limits(
                    range: range, isStrict: measure.possible != nil, word: stored.map { Array($0.utf8) },
                    unit: stored.flatMap { Unit(word: $0) }, about: measure.description)
            )
        }
    }

    func run(_ rows: MappedBatch.Rows, _ batch: MappedBatch) {
        let by = by.compactMap { by in rows.columns[by.field].map { (column: $0, limits: by.limits) } }
        guard !by.isEmpty, let value = rows.columns[value] else { return }
        let unit = unit.flatMap { rows.columns[$0] }
        let raw = batch.raw
        var unusual: [String: (range: Measure.Range, count: Int)] = [:]
        for index in 0..<batch.count where rows.present[index] == 1 && value.valid[index] == 1 {
            // A record may be a sample of one measure and a body measurement of another.
            for (column, table) in by where column.valid[index] == 1 {
                guard let place = table.index(of: column.text(index, in: raw)) else { continue }
                let limits = table[place]
                let word = unit.flatMap { $0.valid[index] == 1 ? $0.text(index, in: raw) : nil }
                guard let number = limits.number(value.number(index), in: word), !limits.range.contains(number) else {
                    continue
                }
                guard limits.isStrict else {
                    if batch.isKept(index) { unusual[limits.about, default: (limits.range, 0)].count += 1 }
                    continue
                }
                // A value out of the column's own range breaks no second rule.
                guard !batch.hasDefect(index, field: field) else { continue }
                batch.reject(
                    index,
                    Defect(
                        field: field, code: .outOfRange, found: "number outside the range",
                        expected: "\(limits.range): \(limits.about)"))
            }
        }
        for (about, found) in unusual.sorted(by: { $0.key < $1.key }) {
            batch.warn(
                "\(field): outside the usual \(found.range) of \(about), loaded all the same", found.count)
        }
    }
}

extension MeasureCheck.Limits {
    /// The number in the measure's unit; nil where it is in one that is not converted into it.
    fileprivate func number(_ number: Decimal, in given: UnsafeRawBufferPointer?) -> Decimal? {
        guard let word, let given, !given.elementsEqual(word) else { return number }
        guard let unit, let other = Unit(bytes: given) else { return unit == .count ? number : nil }
        guard other.kind == unit.kind else { return nil }
        return other.convert(number, to: unit)
    }
}
