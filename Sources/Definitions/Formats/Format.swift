internal import YAML

/// One source format: how its files are recognised and how a raw record becomes a record of a dataset.
///
/// Read from `Pipelines/<dataset>/formats/<name>.yaml`.
public struct Format: Sendable {
    public var name: String
    public var title: String
    /// How the layout of its files is known; nil where the definition does not say so.
    public var evidence: Evidence?
    /// Whether it lists rows of our own tables (`rows_of`), in which no vendor changes anything.
    public var isOfTables = false
    /// Path of the file that defines it, below the pipelines folder.
    public var path: String
    public var reader: ReaderDefinition
    /// Sets of column names; a header that holds all names of one of them is of this format.
    public var recognise: [[String]]
    /// Other spellings of column names, by the name that the definition uses: a header's translations.
    public var spellings: [String: [String]] = [:]
    /// Column names that this format never has: a header with one of them is another's.
    public var without: [String]
    /// Patterns of file names whose content looks like this format's and is something else.
    public var notNamed: [String]
    /// Patterns of file names that show the kind of content, as a word that `when: {"@named": ...}` asks for.
    public var named: [(pattern: String, word: String)] = []
    /// Which files look like this format's and are none, and why: by columns, or by how the cells of a column are written.
    public var refuse: [Refusal] = []
    /// Proves a setting by neighbouring files.
    public var proof: Proof?
    public var ignore: [IgnoredEntry]
    /// Where `ignore` is.
    var ignoreMark: Mark?
    /// Words that mean "no value" in every column of this format, beside the empty cell.
    public var missing: [String]
    /// Text of values that were destroyed when the file was written, in every field of text or JSON (`[object Object]`).
    public var unrecoverable: [String] = []
    /// What its records become; one at least.
    public var records: [RecordMapping] {
        didSet { (columns, namesPeople) = (Self.columns(of: records), records.contains { !$0.people.isEmpty }) }
    }
    /// As it was read; nil where it was made otherwise.
    var definition: Node?
    /// Names of columns that it mentions, each once.
    public private(set) var columns: [String]
    /// Whether a record says whose it is.
    private(set) var namesPeople: Bool

    public init(
        name: String, title: String, path: String, reader: ReaderDefinition, recognise: [[String]],
        without: [String] = [], notNamed: [String] = [], ignore: [IgnoredEntry] = [], missing: [String] = [],
        records: [RecordMapping]
    ) {
        self.name = name
        self.title = title
        self.path = path
        self.reader = reader
        self.recognise = recognise
        self.without = without
        self.notNamed = notNamed
        self.ignore = ignore
        self.missing = missing
        self.records = records
        (columns, namesPeople) = (Self.columns(of: records), records.contains { !$0.people.isEmpty })
    }

    /// A format without records, for recognition.
    init(
        outlining columns: [String], namesPeople: Bool, name: String, title: String, path: String,
        reader: ReaderDefinition, recognise: [[String]], without: [String]
    ) {
        self.init(
            name: name, title: title, path: path, reader: reader, recognise: recognise, without: without, records: [])
        (self.columns, self.namesPeople) = (columns, namesPeople)
    }

    /// Datasets that it feeds, each once.
    public var datasets: [String] {
        var names: [String] = []
        for record in records where !names.contains(record.dataset) { names.append(record.dataset) }
        return names
    }

    private static func columns(of records: [RecordMapping]) -> [String] {
        var seen: Set<String> = []
        return records.flatMap(\.columns).filter { seen.insert($0).inserted }
    }
}

/// Whether every header is of one format at most.
enum Recognition {
    /// Formats of which one is recognised by every header of the other.
    ///
    ///     strong   [Date, Workout Name, Reps]             a header of `strong-android` holds all of these too, so
    ///     android  [Date, Workout Name, Reps, Unit]       `strong` must say `without: [Unit]`
    static func faults(among formats: [Format], at marks: [String: Mark]) -> [Fault] {
        faults(among: formats.map(Shape.init), at: marks)
    }

    static func faults(among shapes: [Shape], at marks: [String: Mark] = [:]) -> [Fault] {
        var faults: [Fault] = []
        // By each column the formats whose headers may have it.
        var holders: [String: [Int]] = [:]
        for (index, shape) in shapes.enumerated() {
            for column in Set(shape.headers.joined()) { holders[column, default: []].append(index) }
        }
        for (index, format) in shapes.enumerated() {
            let mark = marks[format.path] ?? Mark(line: 1, column: 1)
            let fault = { Fault(path: format.path, line: mark.line, column: mark.column, message: $0) }
            for other in shapes[..<index] where other.name == format.name {
                faults.append(fault("format `\(format.name)` is also defined in \(other.path)"))
            }
            for other in format.rivals(holders).map({ shapes[$0] })
            where other.content == format.content && other.name != format.name {
                guard let place = other.headers.firstIndex(where: format.takes) else { continue }
                // Equal sets are said once.
                let isEqual = format.sets.contains(other.sets[place])
                if isEqual, format.name > other.name { continue }
                let message =
                    "every header of format `\(other.name)` is one of `\(format.name)` too; "
                    + (isEqual ? "their `recognise` sets are equal" : "separate them with `without:`")
                faults.append(fault(message))
            }
        }
        return faults
    }

    /// What of a format decides whether a header is its: each is compared with all others.
    struct Shape {
        let name: String
        let path: String
        /// What such files look like: no file looks like two of these.
        let content: String
        fileprivate let sets: [Set<String>]
        /// The sets with all spellings of their columns.
        fileprivate let headers: [Set<String>]
        /// For each column of each set its spellings.
        private let spelt: [[[String]]]
        private let without: [String]
        /// All columns that its headers may have; nil where others may stand beside them.
        private let mentioned: Set<String>?
        /// Columns that it mentions, where a header that says whose records are in the file is not its own; else nil.
        private let withoutPeople: (() -> Set<String>)?

        init(_ format: Format) {
            self.init(
                name: format.name, path: format.path, reader: format.reader.word, recognise: format.recognise,
                spellings: format.spellings, without: format.without, mentioned: format.mentioned,
                excludesPeople: format.reader.hasHeader && !format.namesPeople)
        }

        init(
            name: String, path: String, reader: String, recognise: [[String]], spellings: [String: [String]],
            without: [String], mentioned: @autoclosure @escaping () -> Set<String>, excludesPeople: Bool
        ) {
            (self.name, self.path) = (name, path)
            self.without = without.flatMap { [$0] + (spellings[$0] ?? []) }
            // One object on one line is a document and a line.
            content = reader == "jsonl" ? "json" : reader
            sets = recognise.map { Set($0) }
            spelt = recognise.map { set in set.map { [$0] + (spellings[$0] ?? []) } }
            headers = spelt.map { Set($0.joined()) }
            self.mentioned = without.contains(Format.others) ? mentioned() : nil
            withoutPeople = excludesPeople ? mentioned : nil
        }

        /// The formats that have the rarest column of one of its sets, in their order: no other's header can be its.
        func rivals(_ holders: [String: [Int]]) -> [Int] {
            let found = spelt.map { set in
                let columns = set.map { spellings in spellings.flatMap { holders[$0] ?? [] } }
                return columns.min { $0.count < $1.count } ?? []
            }
            return Set(found.joined()).sorted()
        }

        /// Whether a header of just these columns is taken for one of this format.
        func takes(_ header: Set<String>) -> Bool {
            spelt.contains { set in set.allSatisfy { $0.contains(where: header.contains) } }
                && !without.contains(where: header.contains) && mentioned.map(header.isSubset) ?? true
                && withoutPeople.map { mentioned in
                    let people = PersonColumns.found(in: header)
                    return people.isEmpty || mentioned().isSuperset(of: people)
                } ?? true
        }
    }
}

extension Format {
    /// Stands in `without` for every column that a format does not mention.
    static let others = "*"

    /// The names for which a header is another's.
    public func excluded(_ header: Set<String>) -> [String] {
        let found = without.flatMap { [$0] + (spellings[$0] ?? []) }.filter(header.contains)
        guard found.isEmpty else { return found }
        if without.contains(Self.others) {
            // Of two spellings of one column the second would not be read.
            let read = spellings.filter { columns.contains($0.key) }
            let second = read.flatMap { name, others in ([name] + others).filter(header.contains).dropFirst() }
            return header.subtracting(mentioned).subtracting([""]).union(second).sorted()
        }
        guard reader.hasHeader, !namesPeople else { return [] }
        let people = PersonColumns.found(in: header)
        return people.isEmpty ? [] : people.filter { !mentioned.contains($0) }
    }

    /// The excluded columns, where each is one that it does not mention, and none is named as another format's.
    public func unknown(among excluded: [String]) -> [String] {
        let named = Set(without.flatMap { [$0] + (spellings[$0] ?? []) })
        return without.contains(Self.others) && named.isDisjoint(with: excluded) ? excluded : []
    }

    /// Every column that it mentions, in all spellings.
    package var mentioned: Set<String> {
        Set(columns).union(recognise.joined()).union(spellings.keys).union(spellings.values.joined())
    }

    /// Names of a set of `recognise` that a header has in no spelling.
    public func missing(_ set: [String], in header: Set<String>) -> [String] {
        set.filter { spelling(of: $0, in: header) == nil }
    }

    /// How a header spells a column; nil where it has none of the spellings.
    public func spelling(of column: String, in header: Set<String>) -> String? {
        header.contains(column) ? column : spellings[column]?.first(where: header.contains)
    }
}

/// What lies beside a format's files in an archive and carries nothing for us.
public struct IgnoredEntry: Sendable, Equatable {
    /// Of the entry's name.
    public var pattern: String
    /// Why nothing of it is imported, where that is not plain.
    public var because: String?

    public init(_ pattern: String, because: String? = nil) {
        self.pattern = pattern
        self.because = because
    }
}

extension IgnoredEntry {
    /// Reads `ignore`: patterns, or patterns with their reasons.
    static func all(_ node: Node, _ scope: Scope) -> [IgnoredEntry] {
        var all: [IgnoredEntry] = []
        for node in scope.file.nodes(node, of: "ignore") {
            let found: [(pattern: String, because: String?)]
            if let entries = node.entries {
                found = entries.compactMap { entry in
                    scope.file.text(entry.value, of: entry.key).map { (entry.key, $0) }
                }
            } else {
                found = scope.file.text(node, of: "ignore").map { [($0, nil)] } ?? []
            }
            for (pattern, because) in found {
                if all.contains(where: { $0.pattern == pattern }) {
                    scope.file.fault(node.mark, "`\(pattern)` appears twice in `ignore`")
                }
                all.append(IgnoredEntry(pattern, because: because))
            }
        }
        return all
    }
}

extension Format {
    /// Files of a format's vendor that are none of its files: by their columns, or by how a column is written.
    public struct Refusal: Sendable {
        /// Columns of a header that no format reads; empty: the format recognises the file, and its cells decide.
        public var columns: [String] = []
        public var column = ""
        /// How every cell of the first records is written; 0 is a digit.
        public var pattern = ""
        /// Least days between the column's days in one record and the next: a row a week is no row a day. 0: not asked.
        public var apart = 0
        /// A column that says whose a record is: of a file of several people nothing is read.
        public var person = ""
        public var because = ""
    }
}

extension Format {
    /// Neighbouring files that prove a setting: they have equal values at equal moments, in UTC.
    public struct Proof: Sendable {
        public var setting = ""
        /// The setting's value where the moments are the same.
        public var value = ""
        /// The file's columns for time and value.
        public var columns: [String] = []
        /// Pattern of their paths from the file's folder: `../Physical Activity_GoogleData/steps_*.csv`.
        public var beside = ""
        /// Their columns for time and value.
        public var theirs: [String] = []
    }
}

/// Whose record it is, by a name in the source.
public struct PersonRule: Sendable {
    /// Columns that hold names.
    public var from: [String]
    /// Which of the columns are asked.
    public enum ColumnMatch: String, CaseIterable, Sendable {
        /// The first that the header has: they are alternatives.
        case first
        /// All that the header has: one name of the owner's in any of them makes it the owner's.
        case any
        /// All of them together: their words in this order, one blank between two, are one name.
        case joined
    }
    public var columnMatch = ColumnMatch.first
    /// Of a joined name the columns of each part, with their other spellings.
    public var parts: [[String]] = []
    /// The person that the columns must name.
    public enum Person: String, CaseIterable, Sendable { case owner, another }
    public var person = Person.owner
    /// Setting that holds the owner's names in this source, separated by `;`.
    public var setting: String

    package init(from: [String], setting: String) { (self.from, self.setting) = (from, setting) }
}

/// Records that are no data: `{when: {Set Order: [Rest Timer, Note]}, because: not a set}`.
public struct SkipRule: Sendable {
    /// All must hold.
    public var when: [Condition]
    public var because: String

    package init(when: [Condition], because: String) { (self.when, self.because) = (when, because) }
}

/// One of the rows that a record becomes: its fields stand over the format's.
///
/// The row exists where any of the case's own fields that come from a column has a value, those of `needs` have one and,
/// if the case names a person, that person is the owner.
public struct UnpivotCase: Sendable {
    public var person: PersonRule?
    public var fields: [FieldMapping]
    /// What a record must be to become this row; empty: every record does.
    public var when: [Condition] = []
    /// Sets of conditions: a record that fulfils all of one does not become this row.
    public var unless: [[Condition]] = []
    /// Fields without which the case gives no row.
    public var needs: [String] = []

    package init(person: PersonRule?, fields: [FieldMapping]) { (self.person, self.fields) = (person, fields) }
}

extension Format {
    /// Settings that can change what this format's files become.
    public func settings(with datasets: [Dataset]) -> Set<String> {
        var names = Set(records.flatMap(\.people).map(\.setting))
        for mapping in records.lazy.flatMap(\.allFields) { names.formUnion(mapping.settings) }
        for field in datasets.flatMap(\.fields) { if let wanted = field.wanted { names.insert(wanted.setting) } }
        return names
    }
}

extension FieldMapping {
    /// Settings that its value may depend on.
    var settings: [String] {
        var names = [setting].compactMap { $0 }
        for case .setting(let name) in unit { names.append(name) }
        for case .setting(let name) in zone + dayZone { names.append(name) }
        let isLocal = conversion.isLocal
        if isLocal, zone.isEmpty || (dayZone.isEmpty && conversion == .localDate) { names.append("zone") }
        if !unrecoverable.isEmpty || conversion == .list { names.append("lossy") }
        if number.isOpen { names.append("decimal_mark") }
        if takesDateOrder { names.append("date_order") }
        if conversion != .time, patterns.contains(where: { !$0.hasYear }) { names.append("year") }
        return names
    }

    /// Whether a date whose day and month are both numbers may be read by the setting `date_order`: no pattern reads one.
    ///
    /// Spreadsheets write the dates of a file that they save again in the form of their country.
    public var takesDateOrder: Bool {
        (conversion.isLocal || conversion == .date)
            && patterns.map(\.text).allSatisfy {
                $0.first { $0.isLetter } == "y" || $0.hasPrefix("epoch") || $0.contains("MMM")
            }
    }
}
