internal import Records
internal import YAML

/// How the records of a source become records of one dataset.
///
/// A format has one or several; a record goes to every one whose `when` it fulfils.
public struct RecordMapping: Sendable {
    public var dataset: String
    /// The tables of which its records give rows; empty: all whose needs they meet.
    public var gives: [String] = []
    /// What an empty cell of text is.
    public enum Empty: String, CaseIterable, Sendable {
        /// No value.
        case missing
        /// In quotes the empty text, else no value.
        case quoted
        /// The empty text: null is written in another way.
        case text
    }
    public var empty = Empty.missing
    /// In which unit a dataset's measures are stored.
    public enum Units: String, CaseIterable, Sendable {
        /// In that of the dataset's list.
        case registered
        /// In the source's: the rows are the app's own.
        case kept
    }
    public var units = Units.registered
    /// What a record must be to be taken; empty: every record is.
    public var when: [Condition]
    /// Column that names whose record it is, where a file holds several people's.
    public var person: PersonRule?
    public var skip: [SkipRule]
    public var fields: [FieldMapping]
    /// Rows that one record becomes; empty where a record is a row.
    public var unpivot: [UnpivotCase]
    /// What becomes of records of one key that say different things.
    public enum Repeats: String, CaseIterable, Sendable {
        /// They are refused together, or numbered as several events where they have no id.
        case differ
        /// The last stands: each is a later look at the same thing.
        case last
        /// They are several events. Equal ones are one, and a later file's are known by what they say: what a correction leaves
        /// is most of it.
        case several
    }
    public var repeats = Repeats.differ
    /// A later table of whose rows another one begins where a row below it comes again: an exercise that is done again, whose
    /// sets are counted from the start.
    public var again: String?
    /// Fields that identify a row in the source (its own id); empty: the dataset's natural key with occurrence numbers.
    public var key: [String]

    public init(
        dataset: String, when: [Condition] = [], person: PersonRule? = nil, skip: [SkipRule] = [],
        fields: [FieldMapping], unpivot: [UnpivotCase] = [], key: [String] = []
    ) {
        self.dataset = dataset
        self.when = when
        self.person = person
        self.skip = skip
        self.fields = fields
        self.unpivot = unpivot
        self.key = key
    }

    /// Every mapping, that of the cases too.
    public var allFields: [FieldMapping] { fields + unpivot.flatMap(\.fields) }

    /// Everybody's names that are asked for.
    public var people: [PersonRule] { ([person] + unpivot.map(\.person)).compactMap { $0 } }

    /// Names of columns that are mentioned.
    var columns: [String] {
        let conditions = when + skip.flatMap(\.when) + unpivot.flatMap { $0.when + $0.unless.flatMap { $0 } }
        let ofFile = [Condition.named, Condition.times]
        var names = conditions.flatMap { [$0.column] + $0.spellings }.filter { !ofFile.contains($0) }
        names += people.flatMap(\.from)
        for mapping in allFields {
            names +=
                mapping.from + mapping.join + mapping.total + (mapping.whole?.from ?? []) + (mapping.whole?.time ?? [])
                + (mapping.help?.from ?? []) + mapping.reckoning.columns
            for case .column(let name) in mapping.unit { names.append(name) }
            for case .column(let name) in mapping.zone + mapping.dayZone { names.append(name) }
        }
        return names
    }
}

/// A column and the words of which it holds one; an empty word is the empty cell.
public struct Condition: Hashable, Sendable {
    /// The column of conditions on what the name of the file says (`Format.named`).
    public static let named = "@named"
    /// The column of conditions on what the file's rows are, by the times of its fields with a `moment`: `days` or `hours`.
    public static let times = "@times"

    public var column: String
    /// Other names of the column.
    public var spellings: [String]
    public var words: [String]

    public init(column: String, spellings: [String] = [], words: [String]) {
        self.column = column
        self.spellings = spellings
        self.words = words
    }
}

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
                column: entry.key, spellings: columns.spellings[entry.key] ?? [],
                words: file.words(entry.value.elements ?? [entry.value], of: entry.key).map(\.text))
        }
        for (entry, condition) in zip(entries, conditions) where condition.words.isEmpty {
            file.fault(entry.value.mark, "`\(entry.key)` names no word to tell a record by")
        }
        return conditions
    }
}
