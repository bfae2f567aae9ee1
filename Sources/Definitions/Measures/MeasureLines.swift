internal import YAML

/// `measures` of a record mapping: a line for each column that holds a measure, in place of a case of `unpivot`.
///
///     measures:                          unpivot:
///       body_mass: Weight(kg)      =>      - fields:
///                                              type:  {constant: body_mass}
///                                              kind:  {constant: weight}
///                                              value: {from: Weight(kg), as: mass, unit: header, to: kg, original: [...]}
///
/// Measures are those of the register, and in a dataset without one the words of its column with `measures`: stages of
/// sleep. Each line becomes a case as an author would write it, and is read as one.
struct MeasureLines {
    static let key = "measures"
    static let shape = Shape.map(.either([.oneOrMore(.text), .object("mapping")]))
    static let about =
        "Measures and their columns, or mappings of their numbers: a row for each, in the measure's unit. Masses, lengths "
        + "and speeds of the register have theirs in the column's name where no `unit` says it."

    private let dataset: Dataset
    private let file: DefinitionFile

    /// The section with its measures written out as cases.
    static func expanded(_ section: Section, _ scope: Scope) -> Section {
        let list = section["unpivot"].map { $0.elements ?? [$0] } ?? []
        let isAny = section[key] != nil || list.contains { $0.entries?.contains { $0.key == key } ?? false }
        guard isAny, let name = section.text("dataset"), let dataset = scope.datasets.first(where: { $0.name == name })
        else { return section }
        let lines = MeasureLines(dataset: dataset, file: section.file)
        var cases = section[key].map(lines.cases) ?? []
        for one in list {
            let own = one.entries.flatMap { entries in entries.count == 1 ? entries.first { $0.key == key } : nil }
            cases += own.map { lines.cases($0.value) } ?? [one]
        }
        let mark = section["unpivot"]?.mark ?? section[key]?.mark ?? section.mark
        let entries = section.entries.filter { ![key, "unpivot"].contains($0.key) }
        let unpivot = Node.Entry(
            key: "unpivot", keyMark: mark, value: Node(content: .sequence(cases), mark: mark))
        return Section(section, at: section.mark, entries: entries + (cases.isEmpty ? [] : [unpivot]))
    }

    private func cases(_ node: Node) -> [Node] {
        let lines = file.entries(node, of: Self.key, "measures to their columns") ?? []
        let known: [(word: String, fields: (Node, Mark) -> [Node.Entry])]
        if let measures = dataset.measures {
            let all = measures.known.map(\.measure) + measures.bodies.map(\.measure).filter { $0.day == nil }
            known = all.map { measure in (measure.key, { self.fields(of: measure, in: measures, $0, $1) }) }
        } else if let field = dataset.fields.first(where: { $0.number != nil }), let number = field.number {
            known = field.oneOf.map { word in
                (word, { [Self.constant(field.name, word, $1), Self.entry(number, Self.mapping($0, $1), $1)] })
            }
        } else {
            file.fault(node.mark, "`measures` is for datasets that have some, and \(dataset.name) has none")
            return []
        }
        return lines.compactMap { line in
            guard let measure = known.first(where: { $0.word == line.key }) else {
                file.unknown("measure", line.key, at: line.keyMark, among: known.map(\.word))
                return nil
            }
            let fields = Node.mapping(measure.fields(line.value, line.keyMark), at: line.keyMark)
            return .mapping([Self.entry("fields", fields, line.keyMark)], at: line.keyMark)
        }
    }

    private func fields(of measure: Measure, in measures: Measures, _ value: Node, _ mark: Mark) -> [Node.Entry] {
        func constant(_ field: String, _ word: String) -> Node.Entry { Self.constant(field, word, mark) }
        var fields: [Node.Entry] = []
        if measure.body == nil || measure.day != nil { fields.append(constant(measures.by[0], measure.key)) }
        if let body = measure.body, let field = measures.body { fields.append(constant(field, body)) }
        let given = Self.mapping(value, mark).entries ?? []
        for entry in given where ["as", "to", "original"].contains(entry.key) {
            file.fault(entry.keyMark, "the register decides about `\(entry.key)` of `\(measure.key)`")
        }
        let place = given.first { $0.key == "unit" }?.value
        guard let stored = measure.storedUnit.flatMap({ Unit(word: $0) }), stored != .gram,
            let conversion = Conversion.measures.first(where: { $0.kind == stored.kind })
        else {
            fields.append(Self.entry(measures.value, .mapping(given.filter { $0.key != "unit" }, at: mark), mark))
            // A record's unit of time is converted with its number.
            let kind = measure.storedUnit.flatMap { Unit(word: $0) }?.kind
            let word = place?.text.flatMap { Unit(word: $0) }.flatMap { one in
                one.kind == .duration && kind == .duration ? one.symbol : nil
            }
            if let place, word == nil, place.text != measure.storedUnit {
                file.fault(place.mark, "`\(measure.key)` is not converted: write a case of `unpivot` for another unit")
            }
            if let unit = word ?? measure.storedUnit { fields.append(constant(measures.unit, unit)) }
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
        return fields + [Self.entry(measures.value, .mapping(mapping, at: mark), mark)]
    }

    private static func entry(_ key: String, _ value: Node, _ mark: Mark) -> Node.Entry {
        .init(key: key, keyMark: mark, value: value)
    }

    private static func constant(_ field: String, _ word: String, _ mark: Mark) -> Node.Entry {
        entry(field, .mapping([entry("constant", .text(word, at: mark), mark)], at: mark), mark)
    }

    /// A column alone is a mapping from it.
    private static func mapping(_ value: Node, _ mark: Mark) -> Node {
        value.entries == nil ? .mapping([entry("from", value, mark)], at: mark) : value
    }
}
