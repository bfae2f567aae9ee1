internal import YAML

/// `measures` of a record mapping: a line for each column that holds a measure of the register, in place of a case of `unpivot`.
///
///     measures:                          unpivot:
///       body_mass: Weight(kg)      =>      - fields:
///                                              type:  {constant: body_mass}
///                                              kind:  {constant: weight}
///                                              value: {from: Weight(kg), as: mass, unit: header, to: kg, original: [...]}
///
/// Each becomes a case as an author would write it, and is read as one.
struct MeasureLines {
    static let key = "measures"
    static let shape = Shape.map(.either([.oneOrMore(.text), .object("mapping")]))
    static let about =
        "Measures of the register and their columns, or mappings of their numbers: a row for each, in the measure's unit. "
        + "Masses, lengths and speeds have theirs in the column's name where no `unit` says it."

    private let measures: Measures
    private let file: DefinitionFile

    /// The section with its measures written out as cases.
    static func expanded(_ section: Section, _ scope: Scope) -> Section {
        let list = section["unpivot"].map { $0.elements ?? [$0] } ?? []
        let isAny = section[key] != nil || list.contains { $0.entries?.contains { $0.key == key } ?? false }
        guard isAny, let name = section.text("dataset"), let dataset = scope.datasets.first(where: { $0.name == name })
        else { return section }
        guard let measures = dataset.measures else {
            section.file.fault(
                section[key]?.mark ?? section.mark, "`measures` is for datasets with a register, and \(name) has none")
            return section
        }
        let lines = MeasureLines(measures: measures, file: section.file)
        var cases = section[key].map(lines.cases) ?? []
        for one in list {
            let own = one.entries.flatMap { entries in entries.count == 1 ? entries.first { $0.key == key } : nil }
            cases += own.map { lines.cases($0.value) } ?? [one]
        }
        let mark = section["unpivot"]?.mark ?? section[key]?.mark ?? section.mark
        let entries = section.entries.filter { ![key, "unpivot"].contains($0.key) }
        let unpivot = Node.Entry(
            key: "unpivot", keyMark: mark, value: Node(content: .sequence(cases), mark: mark))
        return Section(section, at: section.mark, entries: entries + [unpivot])
    }

    private func cases(_ node: Node) -> [Node] {
        let known = measures.known.map(\.measure) + measures.bodies.map(\.measure).filter { $0.day == nil }
        return (file.entries(node, of: Self.key, "measures to their columns") ?? []).compactMap { line in
            guard let measure = known.first(where: { $0.key == line.key }) else {
                file.unknown("measure", line.key, at: line.keyMark, among: known.map(\.key))
                return nil
            }
            let mark = line.keyMark
            let fields = fields(of: measure, line.value, mark)
            return Self.mapping([Self.entry("fields", Self.mapping(fields, mark), mark)], mark)
        }
    }

    private func fields(of measure: Measure, _ value: Node, _ mark: Mark) -> [Node.Entry] {
        func constant(_ field: String, _ word: String) -> Node.Entry {
            Self.entry(field, Self.mapping([Self.entry("constant", .text(word, at: mark), mark)], mark), mark)
        }
        var fields: [Node.Entry] = []
        if measure.body == nil || measure.day != nil { fields.append(constant(measures.by[0], measure.key)) }
        if let body = measure.body, let field = measures.body { fields.append(constant(field, body)) }
        let given = value.entries ?? [Self.entry("from", value, mark)]
        for entry in given where ["as", "to", "original"].contains(entry.key) {
            file.fault(entry.keyMark, "the register decides about `\(entry.key)` of `\(measure.key)`")
        }
        let place = given.first { $0.key == "unit" }?.value
        guard let stored = measure.storedUnit.flatMap({ Unit(word: $0) }), stored != .gram,
            let conversion = Conversion.measures.first(where: { $0.kind == stored.kind })
        else {
            fields.append(Self.entry(measures.value, Self.mapping(given.filter { $0.key != "unit" }, mark), mark))
            if let place, place.text != measure.storedUnit {
                file.fault(place.mark, "`\(measure.key)` is not converted: write a case of `unpivot` for another unit")
            }
            if let unit = measure.storedUnit { fields.append(constant(measures.unit, unit)) }
            return fields
        }
        var mapping = given + [Self.entry("as", .text(conversion.rawValue, at: mark), mark)]
        if place == nil {
            let usual = [.mass, .length, .speed].contains(stored.kind) ? "header" : stored.symbol
            mapping.append(Self.entry("unit", .text(usual, at: mark), mark))
        }
        mapping.append(Self.entry("to", .text(stored.symbol, at: mark), mark))
        if !measures.original.isEmpty {
            let names = measures.original.map { Node.text($0, at: mark) }
            mapping.append(Self.entry("original", Node(content: .sequence(names), mark: mark), mark))
        }
        return fields + [Self.entry(measures.value, Self.mapping(mapping, mark), mark)]
    }

    private static func entry(_ key: String, _ value: Node, _ mark: Mark) -> Node.Entry {
        .init(key: key, keyMark: mark, value: value)
    }

    private static func mapping(_ entries: [Node.Entry], _ mark: Mark) -> Node { .mapping(entries, at: mark) }
}
