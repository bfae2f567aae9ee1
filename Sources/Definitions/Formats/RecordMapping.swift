internal import Records
internal import YAML

/// How the records of a source become records of one dataset.
///
/// A format has one or several; a record goes to every one whose `when` it fulfils.
public struct RecordMapping: Sendable {
    public var dataset: String
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
    public var when: [Condition] = []
    /// Column that names whose record it is, where a file holds several people's.
    public var person: PersonRule?
    public var skip: [SkipRule] = []
    public var fields: [FieldMapping]
    /// Rows that one record becomes; empty where a record is a row.
    public var unpivot: [UnpivotCase] = []
    /// What becomes of records of one key that say different things.
    public enum Repeats: String, CaseIterable, Sendable {
        /// They are refused together, or numbered as several events where they have no id.
        case differ
        /// The last stands: each is a later look at the same thing.
        case last
        /// They are several events. Equal ones are one, and a later file's are known by what they say: what a correction leaves
        /// is most of it.
        case several
        /// Each is an event, equal ones too, numbered in their order: a helping of food that was eaten twice.
        case each
    }
    public var repeats = Repeats.differ
    /// A later table of whose rows another one begins where a row below it comes again: an exercise that is done again, whose
    /// sets are counted from the start.
    public var again: String?
    /// Fields that identify a row in the source (its own id); empty: the dataset's natural key with occurrence numbers.
    public var key: [String] = []

    package init(dataset: String, fields: [FieldMapping]) { (self.dataset, self.fields) = (dataset, fields) }

    /// Every mapping, that of the cases too.
    public var allFields: FlattenSequence<[[FieldMapping]]> { ([fields] + unpivot.map(\.fields)).joined() }

    /// Whether its records may give rows of a table: it maps one of the table's columns, and what a row needs.
    public func gives(_ table: Table) -> Bool { filled.gives(table) }

    /// Whether it maps a column of the table; a mapping of values alone is of all tables.
    public func names(_ table: Table) -> Bool { filled.names(table) }

    /// Whether each record is an event of its own, as a workout without sets: it is known by its time, not by an id of the
    /// source, and no record of the file gives rows below it, which several would share.
    func areEvents(of dataset: Dataset, beside others: [RecordMapping]) -> Bool {
        guard let place = dataset.tables.firstIndex(where: { $0.moment != nil && gives($0) }),
            let moment = dataset.tables[place].moment, key.isEmpty || key.contains(moment)
        else { return false }
        let below = dataset.tables.dropFirst(place + 1)
        return !others.contains { $0.dataset == dataset.name && below.contains(where: $0.gives) }
    }

    /// What its fields fill.
    private struct Filled {
        var fields: Set<String> = []
        var tables: Set<String> = []

        func names(_ table: Table) -> Bool { tables.isEmpty || tables.contains(table.name) }

        func gives(_ table: Table) -> Bool {
            names(table) && table.needs.allSatisfy { !fields.isDisjoint(with: $0) }
        }
    }

    private var filled: Filled {
        var filled = Filled()
        for mapping in allFields {
            filled.fields.insert(mapping.field)
            if let table = mapping.table { filled.tables.insert(table) }
        }
        return filled
    }

    /// Fields without which none of its records becomes a row.
    public func required(in dataset: Dataset) -> Set<String> {
        let filled = filled
        return Set(dataset.tables.filter(filled.gives).flatMap(\.required))
    }

    /// All rules that name a person.
    public var people: [PersonRule] { ([person] + unpivot.map(\.person)).compactMap { $0 } }

    /// The same with texts that show a value was destroyed, in every field of text or JSON.
    func with(unrecoverable words: [String]) -> RecordMapping {
        var record = self
        func mark(_ mapping: inout FieldMapping) {
            let type = mapping.conversion.valueType
            if !mapping.from.isEmpty, type == .text || type == .json { mapping.unrecoverable = words }
        }
        for index in record.fields.indices { mark(&record.fields[index]) }
        for one in record.unpivot.indices {
            for index in record.unpivot[one].fields.indices { mark(&record.unpivot[one].fields[index]) }
        }
        return record
    }

    /// Names of columns that are mentioned.
    var columns: [String] {
        let conditions = when + skip.flatMap(\.when) + unpivot.flatMap { $0.when + $0.unless.flatMap { $0 } }
        let ofFile = [Condition.named, Condition.times]
        var names = conditions.flatMap { [$0.column] + $0.spellings }.filter { !ofFile.contains($0) }
        names += people.flatMap(\.from)
        for mapping in allFields {
            names +=
                mapping.from + mapping.join + (mapping.unitOverride?.from ?? []) + (mapping.unitOverride?.time ?? [])
            names += mapping.power + (mapping.plus?.from ?? [])
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
    /// The column of conditions on what the file's rows are, by the times of its `local-end` fields: `days` or `hours`.
    public static let times = "@times"

    public var column: String
    /// Other names of the column.
    public var spellings: [String]
    public var words: [String]

    package init(column: String, spellings: [String] = [], words: [String]) {
        (self.column, self.spellings, self.words) = (column, spellings, words)
    }

    /// What a cell may end with, in lower case: the words that begin with `*`.
    public var ends: [[UInt8]] {
        words.filter { $0.hasPrefix("*") }.map { Array($0.lowercased().drop { $0 == "*" }.utf8) }
    }
}

extension RecordMapping {
    static let keys = KeyTable<RecordMapping>("record mapping") { keys in
        keys.add("dataset", .text, "The dataset that the records are of; default: that of the folder.") {
            record, node, scope in
            guard let name = scope.file.text(node, of: "dataset") else { return }
            record.dataset = name
            let isKnown = scope.datasetNames.contains(name) || scope.datasets.contains { $0.name == name }
            if !isKnown { scope.file.unknown("dataset", name, at: node.mark, among: scope.datasetNames) }
        }
        keys.add(
            "empty", \.empty, .choice,
            "What an empty cell of text is: no value, in quotes the empty text, or the empty text.")
        keys.add(
            "units", \.units, .choice,
            "Whether the dataset's measures are converted to its units, or kept: the app's own rows.")
        keys.add(
            "when", \.when, .conditions,
            "Columns and the words of which each has one in a record that is taken; an empty word is the empty "
                + "cell, `*lb` one that ends so.")
        keys.add("person", \.person, .object("person") { PersonRule($0, as: .mapping, $1) }, "Whose record it is.")
        keys.add("skip", \.skip, .objects("skip") { SkipRule($0, $1) }, "Records that hold no data.")
        keys.add(
            "fields", .map(.object("mapping")), .required,
            "Columns of the dataset's tables and its values, and how each is got: `reps`, `workout_sets.notes`."
        ) {
            $0.fields = FieldMapping.read($1, $2.of($0))
        }
        keys.declare(MeasureLines.key, MeasureLines.shape, about: MeasureLines.about)
        keys.add("unpivot", .oneOrMore(.object("case")), "The rows that one record becomes.") { record, node, scope in
            let scope = scope.of(record)
            record.unpivot = scope.file.nodes(node, of: "unpivot").compactMap { UnpivotCase($0, scope) }
        }
        keys.add(
            "repeats", .choice(Repeats.allCases.map(\.rawValue) + ["new_parent"]),
            "What becomes of records of one key that differ. `last`: the last one counts. `several`: they are "
                + "several events, known again by what they say; so are workouts without sets and without an id. "
                + "`each`: equal ones are several events, too, as of food "
                + "that was eaten twice. `new_parent`: another row of the parent's table begins, as "
                + "of an exercise that is done again."
        ) { record, node, scope in
            if node.text == "new_parent" {
                record.again =
                    scope.of(record).dataset?.tables.last { $0.parent != nil && record.gives($0) }?.parent?.table
                if record.again == nil { scope.file.fault(node.mark, "no table of these records has a `parent`") }
            } else {
                record.repeats = Value<Repeats>.choice.read(node, "repeats", scope) ?? .differ
            }
        }
        keys.add(
            "key", .oneOrMore(.text),
            "Fields that identify a row in the source; default: the dataset's `key`, else its natural key."
        ) { record, node, scope in
            let scope = scope.of(record)
            record.key = scope.file.list(node, of: "key").compactMap { scope.field($0)?.name }
        }
    }

    /// Reads a mapping and checks it against its dataset; what cannot be read is faulted and left out.
    init?(_ section: Section, _ scope: Scope) {
        let empty = RecordMapping(dataset: "", fields: [])
        guard section.required("dataset") != nil, let record = Self.keys.read(section, into: empty, scope) else {
            return nil
        }
        self = record
        if fields.contains(where: \.isNumbered) {
            section.file.fault(section["fields"]?.mark ?? section.mark, "`{n}` is allowed only in a case of `unpivot`")
        }
        if let dataset = scope.of(self).dataset {
            addUnits(of: dataset)
            if section["key"] == nil, mapped.contains(where: { $0.isSuperset(of: dataset.key) }) { key = dataset.key }
            check(against: dataset, section)
        }
    }

    /// What is converted to one unit has that unit.
    private mutating func addUnits(of dataset: Dataset) {
        func add(_ pair: (value: String, unit: String), to fields: inout [FieldMapping]) {
            guard let place = fields.firstIndex(where: { $0.field == pair.value }), fields[place].targets.count == 1,
                let unit = fields[place].to, fields.allSatisfy({ $0.field != pair.unit })
            else { return }
            var mapping = FieldMapping(field: pair.unit)
            mapping.table = dataset.names[pair.unit, near: fields[place].table.map(Section.plain)]?.table
            mapping.constant = unit.symbol
            fields.insert(mapping, at: place + 1)
        }
        for pair in dataset.units {
            if fields.contains(where: { $0.field == pair.unit }) { continue }
            add(pair, to: &fields)
            for index in unpivot.indices { add(pair, to: &unpivot[index].fields) }
        }
    }

    /// The fields that each row has from its record.
    private var mapped: [Set<String>] {
        let always = Set(fields.map(\.field))
        return unpivot.isEmpty ? [always] : unpivot.map { always.union($0.fields.map(\.field)) }
    }

    /// What only shows once the whole mapping is read.
    private func check(against dataset: Dataset, _ section: Section) {
        for name in key where !mapped.allSatisfy({ $0.contains(name) }) {
            section.file.fault(
                section["key"]?.mark ?? section.mark, "key field `\(name)` is not mapped for every row")
        }
        let rows = unpivot.isEmpty ? [fields] : unpivot.map { fields + $0.fields }
        for ((value, unit), row) in dataset.units.flatMap({ pair in rows.map { (pair, $0) } }) {
            guard let constant = row.last(where: { $0.field == unit })?.constant,
                row.last(where: { $0.field == value })?.keepsUnits ?? false
            else { continue }
            section.file.fault(
                section["fields"]?.mark ?? section.mark,
                "`\(unit)` is always \(constant), but `\(value)` keeps the unit of each record: say `to: \(constant)`")
        }
        for name in required(in: dataset).sorted() {
            for (index, names) in mapped.enumerated() where !names.contains(name) {
                let cases = unpivot.isEmpty ? "" : " in case \(index + 1) of `unpivot`"
                section.file.fault(
                    section["fields"]?.mark ?? section.mark, "required field `\(name)` is not mapped\(cases)")
            }
        }
    }
}

extension Scope {
    /// What the values of a record mapping's keys refer to.
    func of(_ record: RecordMapping) -> Scope {
        var scope = self
        scope.dataset = datasets.first { $0.name == record.dataset }
        return scope
    }
}

extension Scope {
    /// A field of the dataset by one of its names; an unknown one is faulted. Nil, too, where the dataset is unknown.
    ///
    /// - Parameter table: the one whose columns need not be named with it.
    func meaning(_ word: (text: String, mark: Mark), near table: String? = nil) -> FieldNames.Meaning? {
        dataset?.names.find(word, near: table.map(Section.plain), in: file)
    }

    func field(_ word: (text: String, mark: Mark)) -> Field? { meaning(word)?.field }
}

extension Value where Property == [Condition] {
    /// Columns and words.
    static var conditions: Value {
        Value(.map(.oneOrMore(.text))) { node, key, scope in
            guard let entries = scope.file.entries(node, of: key, "columns to words") else { return [] }
            scope.columns.check(entries.map { ($0.key, $0.keyMark) }, in: scope.file)
            return entries.map { entry in
                let words = scope.file.words(entry.value.elements ?? [entry.value], of: entry.key).map(\.text)
                if words.isEmpty { scope.file.fault(entry.value.mark, "`\(entry.key)` names no word of records") }
                return Condition(
                    column: entry.key, spellings: scope.columns.spellings[entry.key] ?? [], words: words)
            }
        }
    }
}
