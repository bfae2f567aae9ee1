public import Records

/// The one defect that every rejected record of a file has in one field, as far as there is one.
///
/// Of the cells it keeps shapes, no values: `####-##-##`.
public struct SingleCause: Sendable {
    /// Records that were added.
    public private(set) var records = 0
    private var common: [Defect] = []
    private var shapes: [String] = []
    private var column: String?

    /// Fewest records of which one reason is said once, instead of with each of them.
    public static let fewest = 20
    private static let mostShapes = 3
    private static let longestShape = 24

    public init() {}

    /// The defect that all have; nil where they have none in common.
    public var defect: Defect? { common.first }

    /// Adds a rejected record.
    public mutating func add(_ defects: [Defect], of raw: RawBatch, _ index: Int, _ plan: MappingPlan) {
        records += 1
        if records == 1 {
            common = defects
        } else if !common.isEmpty {
            common = common.filter { known in
                defects.contains { $0.field == known.field && $0.code == known.code }
            }
        }
        guard shapes.count < Self.mostShapes, records <= 1000, let field = defect?.field,
            let position = plan.column(of: field)
        else { return }
        column = plan.sourceNames[position]
        let cell = raw.column(position)[index]
        let shape = cell.isAbsent ? "" : Self.shape(Blank.trimmed(raw.bytes(of: cell)))
        if !shapes.contains(shape) { shapes.append(shape) }
    }

    /// What the cells hold, and where: `"Date" holds ####-##-##`.
    public var found: String? {
        guard let column else { return nil }
        let kinds = shapes.map { $0.isEmpty ? "nothing" : $0 }
        return "\(MappingError.shown(column: column)) holds \(kinds.joined(separator: " or "))"
    }

    /// A text with `#` for each digit and `a` for each letter.
    private static func shape(_ text: UnsafeRawBufferPointer) -> String {
        var shape = ""
        for byte in text {
            switch byte {
            case 0x30...0x39: shape.append("#")
            case 0x41...0x5A, 0x61...0x7A: shape.append("a")
            case 0x20...0x7E: shape.append(Character(UnicodeScalar(byte)))
            // The first byte of a character beyond ASCII stands for it.
            case 0xC0...0xFF: shape.append("a")
            default: break
            }
            if shape.count > longestShape { return shape.prefix(longestShape) + "…" }
        }
        return shape
    }
}

extension MappingPlan {
    /// The defects of a record with the columns of the file that they are about.
    ///
    /// A field that several columns feed keeps none, unless the defect has it from its conversion.
    public func located(_ defects: [Defect]) -> [Defect] {
        defects.map { defect in
            guard defect.column.isEmpty, !defect.field.isEmpty else { return defect }
            var located = defect
            let columns = parts.reduce(into: Set<String>()) { columns, part in
                for compiled in part.base + part.cases.flatMap(\.own) where compiled.name == defect.field {
                    columns.insert(compiled.source)
                }
            }
            if columns.count == 1, let only = columns.first { located.column = only }
            if columns.isEmpty, sourceNames.contains(defect.field) { located.column = defect.field }
            return located
        }
    }

    /// The cells of a record that its defects are about, without names of other people.
    public func cells(of raw: RawBatch, _ index: Int, in defects: [Defect]) -> [(name: String, value: String?)] {
        sourceNames.enumerated().compactMap { column, name in
            guard defects.contains(where: { $0.column == name }) else { return nil }
            return (name: name, value: withoutOthers(raw.text(of: raw.column(column)[index]), column: column))
        }
    }

    /// The column that a field is read from, by its position among `sourceNames`.
    func column(of field: String) -> Int? {
        for part in parts {
            for compiled in part.base + part.cases.flatMap(\.own) where compiled.name == field {
                if let column = compiled.column { return column }
            }
        }
        return sourceNames.firstIndex(of: field)
    }
}
