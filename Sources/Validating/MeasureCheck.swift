internal import Definitions
internal import Normalising
internal import Records

/// The limits of a dataset's measures, with their fields found in one file.
struct MeasureCheck: Sendable {
    private let field: String
    private let value: Int
    private let unit: Int?
    private let by: [Int]
    private let measured: PlacedTable<Limits>

    private struct Limits: Sendable {
        let range: Measure.Range
        /// Whether what is beyond is rejected; else it loads with a warning.
        let isStrict: Bool
        let unit: [UInt8]?
        let about: String
    }

    init?(_ measures: Measures?, fields: [Field]) {
        func place(_ name: String) -> Int? { fields.firstIndex { $0.name == name } }
        guard let measures, let value = place(measures.value) else { return nil }
        (field, self.value) = (measures.value, value)
        unit = place(measures.unit)
        by = measures.by.compactMap(place)
        measured = PlacedTable(
            measures.known.compactMap { word, measure in
                (measure.possible ?? measure.usual).map { range in
                    let limits = Limits(
                        range: range, isStrict: measure.possible != nil,
                        unit: measure.storedUnit.map { Array($0.utf8) },
                        about: measure.description)
                    return (word, limits)
                }
            })
    }

    func run(_ rows: MappedBatch.Rows, _ batch: MappedBatch) {
        let by = by.compactMap { rows.columns[$0] }
        guard !by.isEmpty, let value = rows.columns[value] else { return }
        let unit = unit.flatMap { rows.columns[$0] }
        let raw = batch.raw
        var unusual: [Int: Int] = [:]
        for index in 0..<batch.count where rows.present[index] == 1 && value.valid[index] == 1 {
            guard let by = by.first(where: { $0.valid[index] == 1 }),
                let place = measured.index(of: by.text(index, in: raw)),
                case let limits = measured[place], !limits.range.contains(value.number(index))
            else { continue }
            // Limits are those of the unit in which it is kept.
            if let known = limits.unit, let unit, unit.valid[index] == 1,
                !unit.text(index, in: raw).elementsEqual(known)
            {
                continue
            }
            guard limits.isStrict else {
                if batch.isKept(index) { unusual[place, default: 0] += 1 }
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
        for (place, count) in unusual.sorted(by: { $0.key < $1.key }) {
            let limits = measured[place]
            batch.warn("\(field): outside the usual \(limits.range) of \(limits.about), loaded all the same", count)
        }
    }
}
