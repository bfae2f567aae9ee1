internal import Definitions
public import Records

/// Where a file itself says in which unit the numbers of a field are.
public struct UnitSource: Sendable {
    enum Place: Sendable {
        /// In the name of the number's column.
        case header(Unit)
        /// In a column of its own, or behind the number: the column's position among the source's.
        case cell(Int)
    }

    /// The field that the numbers fill: `workout_sets.weight`.
    public let field: String
    let place: Place

    /// Rows of a batch that are looked at: what a file writes, it writes throughout.
    private static let rows = 20

    /// Symbols of the units that a batch shows; words that are no units are left out.
    public func units(in batch: RawBatch) -> [String] {
        switch place {
        case .header(let unit): return [unit.symbol]
        case .cell(let column):
            var found: [String] = []
            let cells = batch.column(column)
            for index in 0..<min(batch.count, Self.rows) {
                guard let text = batch.text(of: cells[index]), let unit = Self.unit(in: text) else { continue }
                if !found.contains(unit.symbol) { found.append(unit.symbol) }
            }
            return found
        }
    }

    /// `62.5 kg`, `kg`
    private static func unit(in text: String) -> Unit? {
        let word = text.drop { !$0.isLetter && $0 != "%" && $0 != "°" }
        guard !word.isEmpty, word.count <= 20 else { return nil }
        return Unit(word: word.filter { $0 != " " }) ?? Unit(word: String(word))
    }
}

extension MappingPlan {
    /// Each field with a unit that the file itself gives; a unit of a setting or of the format is none.
    public var unitSources: [UnitSource] {
        var found: [UnitSource] = []
        for field in parts.flatMap({ $0.base + $0.cases.flatMap(\.own) }) where field.column != nil {
            guard !found.contains(where: { $0.field == field.name }) else { continue }
            switch field.unit {
            case .fixed(let unit):
                guard field.mapping.unit.contains(.header),
                    CompiledField.headerUnit(field.source, field.mapping.conversion.kind) == unit
                else { continue }
                found.append(UnitSource(field: field.name, place: .header(unit)))
            case .column(let column, _): found.append(UnitSource(field: field.name, place: .cell(column)))
            case .cell: found.append(UnitSource(field: field.name, place: .cell(field.column ?? 0)))
            case .none, .magnitude, .nowhere, .asked: continue
            }
        }
        return found
    }
}
