internal import Records
internal import YAML

extension RecordMapping {
    static let keys = [
        "dataset", "gives", "empty", "when", "person", "skip", "fields", "unpivot", "repeats", "again", "key", "units",
    ]

    /// Reads a mapping and checks it against its dataset; what cannot be read is faulted and left out.
    init?(_ section: Section, _ columns: SourceColumns, datasets: [Dataset], names: [String]) {
        let file = section.file
        let datasetName = section.text("dataset", isRequired: true)
        let dataset = datasets.first { $0.name == datasetName }
        if let datasetName, dataset == nil, !names.contains(datasetName), let node = section["dataset"] {
            file.unknown("dataset", datasetName, at: node.mark, among: names)
        }
        let when = section["when"].map { Condition.read($0, columns, in: file) } ?? []
        let person = section["person"].flatMap { PersonRule($0, columns, as: .mapping, in: file) }
        let skip =
            section["skip"] == nil ? [] : section.nodes("skip").compactMap { SkipRule($0, columns, in: file) }
        let fields = FieldMapping.read(section, dataset, columns)
        let unpivot =
            section["unpivot"] == nil
            ? [] : section.nodes("unpivot").compactMap { UnpivotCase($0, dataset, columns, in: file) }
        if fields.contains(where: \.isNumbered) {
            file.fault(section["fields"]?.mark ?? section.mark, "`{n}` stands only in a case of `unpivot`")
        }
        let key = section.words("key")
        guard let datasetName else { return nil }
        self.init(
            dataset: datasetName, when: when, person: person, skip: skip, fields: fields, unpivot: unpivot,
            key: key.map(\.text))
        repeats = section.choice("repeats", Repeats.self) ?? .differ
        empty = section.choice("empty", Empty.self) ?? .missing
        units = section.choice("units", Units.self) ?? .registered
        for key in ["gives", "again"] {
            for word in section.words(key) {
                if let dataset, !dataset.tables.contains(where: { $0.name == word.text }) {
                    file.unknown(
                        "table of \(dataset.name)", word.text, at: word.mark, among: dataset.tables.map(\.name))
                }
                if key == "gives" { gives.append(word.text) } else { again = word.text }
            }
        }
        if let dataset { check(against: dataset, section, key) }
    }

    /// What only shows once the whole mapping is read.
    private func check(against dataset: Dataset, _ section: Section, _ key: [(text: String, mark: Mark)]) {
        let always = Set(fields.map(\.field))
        let mapped = unpivot.isEmpty ? [always] : unpivot.map { always.union($0.fields.map(\.field)) }
        for name in key {
            if !dataset.fields.contains(where: { $0.name == name.text }) {
                section.file.unknown("field", name.text, at: name.mark, among: dataset.fields.map(\.name))
            } else if !mapped.allSatisfy({ $0.contains(name.text) }) {
                section.file.fault(name.mark, "key field `\(name.text)` is not mapped for every row")
            }
        }
        for field in dataset.fields where field.isRequired {
            for (index, names) in mapped.enumerated() where !names.contains(field.name) {
                let cases = unpivot.isEmpty ? "" : " in case \(index + 1) of `unpivot`"
                section.file.fault(
                    section["fields"]?.mark ?? section.mark, "required field `\(field.name)` is not mapped\(cases)")
            }
        }
    }
}

extension Condition {
    /// The conditions below a `when`.
    static func read(_ when: Node, _ columns: SourceColumns, in file: DefinitionFile) -> [Condition] {
        guard let entries = when.entries, !entries.isEmpty else {
            file.fault(when.mark, "`when` must be a mapping of columns to words")
            return []
        }
        columns.check(entries.map { ($0.key, $0.keyMark) }, in: file)
        let conditions = entries.map { entry in
            Condition(
                column: entry.key,
                words: file.words(entry.value.elements ?? [entry.value], of: entry.key).map(\.text))
        }
        for (entry, condition) in zip(entries, conditions) where condition.words.isEmpty {
            file.fault(entry.value.mark, "`\(entry.key)` names no word to tell a record by")
        }
        return conditions
    }
}
