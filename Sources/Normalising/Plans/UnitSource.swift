internal import Definitions
public import Records

/// Where a file itself says in which unit the numbers of a column are.
public struct UnitSource: Sendable {
    enum Place: Sendable {
        /// In the name of the number's column.
        case header(Unit)
        /// In a column of its own, or behind the number: the column's position among the source's.
        case cell(Int)
    }

    /// The column of the numbers; where its name holds the unit, the field that they fill, which keeps its name.
    public let name: String
    /// Position of the numbers among the source's columns.
    let column: Int
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
    /// Each column with a unit that the file itself gives; a unit of a setting or of the format is none.
    public var unitSources: [UnitSource] {
        var found: [UnitSource] = []
        for field in parts.flatMap({ $0.base + $0.cases.flatMap(\.own) }) {
            guard let column = field.column, !found.contains(where: { $0.column == column }) else { continue }
            switch field.unit {
            case .fixed(let unit):
                guard field.mapping.unit.contains(.header),
                    CompiledField.headerUnit(field.source, field.mapping.conversion.kind) == unit
                else { continue }
                found.append(UnitSource(name: field.name, column: column, place: .header(unit)))
            case .column(let place, _):
                found.append(UnitSource(name: field.source, column: column, place: .cell(place)))
            case .cell: found.append(UnitSource(name: field.source, column: column, place: .cell(column)))
            case .none, .magnitude, .nowhere, .asked: continue
            }
        }
        return found
    }
}
