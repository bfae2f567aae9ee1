internal import Records
internal import YAML

extension Format {
    static let keys = [
        "format", "title", "dataset", "reader", "recognise", "without", "person", "missing", "skip", "fields",
        "unpivot",
        "key",
    ]

    /// Reads a format and checks it against its dataset; what cannot be read is faulted and left out.
    init?(_ bytes: [UInt8], stem: String, datasets: [Dataset], names: [String], in file: DefinitionFile) {
        guard let root = file.root(of: bytes, keys: Self.keys) else { return nil }
        let name = root.text("format", isRequired: true)
        if let name, name != stem, let node = root["format"] {
            file.fault(node.mark, "format `\(name)` must be named as its file", suggestion: stem)
        }
        let title = root.text("title", isRequired: true)
        let datasetName = root.text("dataset", isRequired: true)
        let dataset = datasets.first { $0.name == datasetName }
        if let datasetName, dataset == nil, !names.contains(datasetName), let node = root["dataset"] {
            file.unknown("dataset", datasetName, at: node.mark, among: names)
        }
        let reader = ReaderDefinition(root)
        let recognise = Self.recognise(root)
        file.recognise = root["recognise"]?.mark
        let without = root.words("without")
        for word in without where recognise.contains(where: { $0.contains(word.text) }) {
            file.fault(word.mark, "column `\(word.text)` stands both in `recognise` and in `without`")
        }
        let columns = SourceColumns(recognise: recognise, others: without.map(\.text))
        let person = root["person"].flatMap { PersonRule($0, columns, in: file) }
        let skip = root["skip"] == nil ? [] : root.nodes("skip").compactMap { SkipRule($0, columns, in: file) }
        let missing = root.texts("missing")
        let fields = FieldMapping.read(root, dataset, columns)
        let unpivot =
            root["unpivot"] == nil
            ? []
            : root.nodes("unpivot").compactMap {
                UnpivotCase($0, dataset, columns, in: file)
            }
        let key = root.words("key")
        guard let name, let title, let datasetName, let reader, !recognise.isEmpty else { return nil }
        self.init(
            name: name, title: title, dataset: datasetName, path: file.path, reader: reader, recognise: recognise,
            without: without.map(\.text), person: person, skip: skip, missing: missing, fields: fields,
            unpivot: unpivot, key: key.map(\.text))
        if let dataset { check(against: dataset, root, key) }
    }

    private static func recognise(_ root: Section) -> [[String]] {
        guard let node = root.required("recognise") else { return [] }
        guard let sets = node.elements, !sets.isEmpty else {
            root.file.fault(node.mark, "`recognise` must be a list of lists of column names")
            return []
        }
        return sets.compactMap { set in
            guard let nodes = set.elements, !nodes.isEmpty else {
                root.file.fault(set.mark, "a set of `recognise` must be a list of column names, not empty")
                return nil
            }
            return root.file.words(nodes, of: "recognise").map(\.text)
        }
    }

    /// What only shows once the whole format is read.
    private func check(against dataset: Dataset, _ root: Section, _ key: [(text: String, mark: Mark)]) {
        let always = Set(fields.map(\.field))
        let mapped = unpivot.isEmpty ? [always] : unpivot.map { always.union($0.fields.map(\.field)) }
        for name in key {
            if !dataset.fields.contains(where: { $0.name == name.text }) {
                root.file.unknown("field", name.text, at: name.mark, among: dataset.fields.map(\.name))
            } else if !mapped.allSatisfy({ $0.contains(name.text) }) {
                root.file.fault(name.mark, "key field `\(name.text)` is not mapped for every row")
            }
        }
        for field in dataset.fields where field.isRequired {
            for (index, names) in mapped.enumerated() where !names.contains(field.name) {
                let cases = unpivot.isEmpty ? "" : " in case \(index + 1) of `unpivot`"
                root.file.fault(
                    root["fields"]?.mark ?? root.mark, "required field `\(field.name)` is not mapped\(cases)")
            }
        }
    }
}

/// The column names that a format states, to find those that were misspelt.
struct SourceColumns {
    let sets: [[String]]
    let stated: [String]
    let names: Set<String>

    init(recognise: [[String]], others: [String]) {
        sets = recognise
        stated = recognise.flatMap { $0 }
        names = Set(stated + others)
    }

    /// Faults columns of which a header that is recognised may have none.
    ///
    /// Whose record it is must stand in every file of the format: without the column all records would be the owner's.
    func require(_ words: [(text: String, mark: Mark)], in file: DefinitionFile) {
        let names = words.map(\.text)
        guard let mark = words.first?.mark, sets.contains(where: { Set($0).isDisjoint(with: names) }) else { return }
        let list = names.map { "`\($0)`" }.joined(separator: ", ")
        file.fault(mark, "every set of `recognise` must hold the column that names the person (\(list))")
    }

    /// Faults a column that differs by one letter or by case from one the format is recognised by.
    func check(_ words: [(text: String, mark: Mark)], in file: DefinitionFile) {
        let listed = Set(words.map(\.text))
        for word in words where !names.contains(word.text) && word.text.count > 3 {
            let slip = stated.first {
                !listed.contains($0) && Suggestion.distance($0, word.text) < 2
            }
            if let slip { file.fault(word.mark, "column `\(word.text)` is not in `recognise`", suggestion: slip) }
        }
    }
}
