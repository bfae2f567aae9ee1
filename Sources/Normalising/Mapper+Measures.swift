internal import Definitions
internal import Records

/// Measures in the units that their dataset stores them in.
extension Mapper {
    /// Converts each number to the unit of what was measured, and writes the unit as it is stored.
    func store(_ part: MappedBatch.Part, _ raw: RawBatch, _ batch: MappedBatch) {
        guard let measures = part.plan.measures else { return }
        var seen: [ObjectIdentifier] = []
        for rows in part.rows {
            let by = measures.by.compactMap { by in rows.columns[by.field].map { (column: $0, stored: by.stored) } }
            guard !by.isEmpty, let value = rows.columns[measures.value], !seen.contains(ObjectIdentifier(value)) else {
                continue
            }
            seen.append(ObjectIdentifier(value))
            let unit = measures.unit.flatMap { rows.columns[$0] }
            var cells: [[UInt8]: Cell] = [:]
            for index in 0..<raw.count
            where rows.present[index] == 1 && value.valid[index] == 1 && batch.isKept(index) {
                var found: StoredUnit?
                for (column, table) in by where found == nil && column.valid[index] == 1 {
                    found = table.index(of: Blank.trimmed(column.text(index, in: raw))).map { table[$0] }
                }
                guard let stored = found else { continue }
                let word = unit.flatMap { $0.valid[index] == 1 ? Blank.trimmed($0.text(index, in: raw)) : nil }
                switch stored.convert(word, value.decimal(index)) {
                case .as(let number): value.set(index, number)
                case .kept: continue
                case .refused(let code):
                    let found = word.map(ValueDescription.of) ?? "no value"
                    batch.reject(
                        index, Defect(field: measures.unitName, code: code, found: found, expected: stored.known))
                    continue
                }
                guard let unit else { continue }
                let cell = cells[stored.word] ?? raw.append(stored.word)
                cells[stored.word] = cell
                unit.set(index, text: cell)
            }
        }
    }
}
