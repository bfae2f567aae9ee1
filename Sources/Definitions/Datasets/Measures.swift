internal import YAML

/// In which unit a dataset stores what is measured: the unit stands in a field of its own, and depends on what it was.
///
/// What is measured in another unit of the same kind is converted; what the list does not know keeps its unit.
public struct Measures: Sendable {
    /// Field of the number, and field of its unit.
    public var value: String
    public var unit: String
    /// Field that says what was measured.
    public var by: String
    /// The stored unit by what was measured.
    public var units: [(measured: String, stored: Stored)]

    /// A unit as the dataset stores it: `lbs`, `sec`.
    public struct Stored: Hashable, Sendable {
        public var word: String
        public var unit: Unit
    }
}

extension Measures {
    static let keys = ["value", "unit", "by", "units"]

    init?(_ node: Node, _ fields: [Field], in file: DefinitionFile) {
        guard let section = Section(node, "measures", keys: Self.keys, in: file),
            let value = section.text("value", isRequired: true), let unit = section.text("unit", isRequired: true),
            let by = section.text("by", isRequired: true), let node = section.required("units")
        else { return nil }
        for (name, type, key) in [(value, ValueType.decimal, "value"), (unit, .text, "unit"), (by, .text, "by")] {
            let known = fields.filter { $0.type == type }.map(\.name)
            guard !known.contains(name), let mark = section[key]?.mark else { continue }
            file.unknown("\(type.rawValue) field", name, at: mark, among: known)
        }
        guard let entries = node.entries, !entries.isEmpty else {
            file.fault(node.mark, "`units` must be a mapping of units to what is stored in them, not \(node.kind)")
            return nil
        }
        self.init(value: value, unit: unit, by: by, units: [])
        var seen: Set<String> = []
        for entry in entries {
            guard let known = Unit(word: entry.key) else {
                file.unknown("unit", entry.key, at: entry.keyMark, among: Unit.allCases.flatMap(\.words))
                continue
            }
            for word in file.words(entry.value.elements ?? [entry.value], of: entry.key) {
                if !seen.insert(word.text).inserted { file.fault(word.mark, "`\(word.text)` has two units") }
                units.append((word.text, Stored(word: entry.key, unit: known)))
            }
        }
    }
}
