/// One source format: how its files are recognised and how a raw record becomes a record of a dataset.
///
/// Read from `Pipelines/<dataset>/formats/<name>.yaml`.
public struct Format: Sendable {
    public var name: String
    public var title: String
    /// Path of the file that defines it, below the pipelines folder.
    public var path: String
    public var reader: ReaderDefinition
    /// Sets of column names; a header that holds all names of one of them is of this format.
    public var recognise: [[String]]
    /// Column names that this format never has: a header with one of them is another's.
    public var without: [String]
    /// Patterns of names of entries that belong to such an export and carry nothing for us.
    public var companions: [String]
    /// Words that mean "no value" in every column of this format, beside the empty cell.
    public var missing: [String]
    /// What its records become; one at least.
    public var records: [RecordMapping]

    public init(
        name: String, title: String, path: String, reader: ReaderDefinition, recognise: [[String]],
        without: [String] = [], companions: [String] = [], missing: [String] = [], records: [RecordMapping]
    ) {
        self.name = name
        self.title = title
        self.path = path
        self.reader = reader
        self.recognise = recognise
        self.without = without
        self.companions = companions
        self.missing = missing
        self.records = records
    }

    /// Datasets that it feeds, each once.
    public var datasets: [String] {
        var names: [String] = []
        for record in records where !names.contains(record.dataset) { names.append(record.dataset) }
        return names
    }

    /// Names of columns that it mentions, each once.
    public var columns: [String] {
        var seen: Set<String> = []
        return records.flatMap(\.columns).filter { seen.insert($0).inserted }
    }
}

/// Which reader, with its options.
public enum ReaderDefinition: Sendable {
    case csv(CSVReaderDefinition)
    case json(JSONReaderDefinition)
    case jsonl(JSONLinesReaderDefinition)
    case xml(XMLReaderDefinition)
    case sql(SQLReaderDefinition)
    case jpeg(JPEGReaderDefinition)

    /// Whether a line of the file names its columns; otherwise a record has what it has.
    public var hasHeader: Bool {
        switch self {
        case .csv(let csv): csv.shape.sections == nil
        case .json, .jsonl, .xml, .sql, .jpeg: false
        }
    }

    /// Columns that no header holds: what the reader adds to a record.
    var addedColumns: [String] {
        switch self {
        case .csv(let csv): csv.shape.addedColumns
        case .json, .jsonl, .xml, .jpeg: []
        case .sql: [SQLReaderDefinition.kindColumn]
        }
    }

    /// Columns that are named by their place, which every file has.
    var placedColumns: [String] {
        guard case .csv(let csv) = self, case .none(let names, let width) = csv.shape.header else { return [] }
        return names + (names.count..<max(names.count, width)).map { "#\($0 + 1)" }
    }

    /// Its word in definitions, on the command line and in reports.
    public var word: String {
        switch self {
        case .csv: "csv"
        case .json: "json"
        case .jsonl: "jsonl"
        case .xml: "xml"
        case .sql: "sql"
        case .jpeg: "jpeg"
        }
    }
}

/// How a format's CSV is written.
public struct CSVReaderDefinition: Sendable {
    /// Delimiters to choose from, by the header line; more than one is sniffed.
    public var delimiters: [UInt8] = [UInt8(ascii: ",")]
    /// What an inner quote looks like.
    public enum Quoting: String, CaseIterable, Sendable {
        /// RFC 4180: a quote inside a quoted cell is doubled.
        case doubled
        /// Inner quotes stand as they are: a quote ends the cell only before a delimiter or a line break.
        case unescaped
    }
    public var quoting = Quoting.doubled
    /// Most lines that may stand before the header.
    public var preambleLines = 0
    /// What to do with a row that has fewer or more cells than the header.
    public enum Ragged: String, CaseIterable, Sendable {
        /// Too few or too many cells reject the record.
        case reject
        /// Missing cells at the end are absent; surplus cells reject the record.
        case pad
        /// Missing cells at the end are absent; surplus empty cells are let go, others reject the record.
        case trailing
        /// As `trailing`; and since rows are filled from the left, a last line without line break is whole where its
        /// last two cells are empty.
        case left
    }
    public var ragged = Ragged.reject
    /// Whether two columns may have one name (resolved as `name`, `name#2`, ...); otherwise the file is refused.
    public enum DuplicateNames: String, CaseIterable, Sendable { case refuse, number }
    public var duplicateNames = DuplicateNames.refuse
    public var shape = CSVShape()

    public init() {}
}

/// Whose record it is, by a name in the source.
public struct PersonRule: Sendable {
    /// Columns that hold names.
    public var from: [String]
    /// Which of the columns are asked.
    public enum Reach: String, CaseIterable, Sendable {
        /// The first that the header has: they are alternatives.
        case first
        /// All that the header has: one name of the owner's in any of them makes it the owner's.
        case any
        /// All of them together: their words in this order, one blank between two, are one name.
        case joined
    }
    public var reach = Reach.first
    /// Whom the columns must name.
    public enum Whom: String, CaseIterable, Sendable { case owner, another }
    public var whom = Whom.owner
    /// Setting that holds the owner's names in this source, separated by `;`.
    public var setting: String

    public init(from: [String], setting: String) {
        self.from = from
        self.setting = setting
    }
}

/// Records that are no data: `{when: {Set Order: [Rest Timer, Note]}, because: not a set}`.
public struct SkipRule: Sendable {
    /// All must hold.
    public var when: [Condition]
    public var because: String

    public init(when: [Condition], because: String) {
        self.when = when
        self.because = because
    }
}

/// How one field of the dataset is got from a raw record.
public struct FieldMapping: Sendable {
    public var field: String
    /// Alternatives for the column; the first that the header has is taken. Empty for constants.
    public var from: [String]
    public var conversion: Conversion
    /// Setting that holds the value where the header has none of the columns, written as a constant is.
    ///
    /// Where the setting is not given a required field refuses the file, another is absent.
    public var setting: String?
    /// Constants, defaults and what `map` and `else` give are written as in every definition (`true`, `62.5`,
    /// `2025-06-01`): they are values of the field already and pass no conversion.
    public var constant: String?
    /// Value where the source has none.
    public var defaultValue: String?
    /// Words and what they mean, compared without regard to case and outer blanks.
    public var map: [(word: String, value: String)]
    /// What every whole number means, where words and numbers share a column.
    public var numbers: String?
    /// Name of the word list whose words `map` holds, too.
    public var words: String?
    /// What becomes of a word that `map` does not hold.
    public enum Unmapped: Sendable, Equatable {
        case reject
        case keep
        case value(String)
    }
    public var unmapped: Unmapped
    /// Where the words of `map` are looked for.
    public enum Sought: String, CaseIterable, Sendable {
        /// The whole cell is a word.
        case cell
        /// Among the words of a path, from its end: the part nearest to it that holds one decides. Parts stand between
        /// slashes, words between all that is no letter, and before a capital (`IMG_side.jpg`, `2026/FrontView/7.jpg`).
        /// A part of two meanings has none.
        case path
    }
    public var sought = Sought.cell
    /// Words that mean "no value", beside those of the format.
    public var missing: [String]
    /// Whether a file that gives it by no column and no setting is refused, whatever the dataset demands.
    public var isRequired = false
    /// What is made of a whole number once it is read.
    public struct Reckoning: Hashable, Sendable {
        /// Columns whose whole numbers are added; without one of them there is no value.
        public var plus: [String] = []
        /// Columns by which records belong together: the value is what it is more than in the last record of equal ones.
        ///
        /// The first of them has none: what came before it, nobody knows.
        public var since: [String] = []
        /// Values that count; others are none.
        public var only: [Int64] = []

        public var columns: [String] { plus + since }
    }
    public var reckoning = Reckoning()
    /// Where the unit of a measured value stands, first found wins.
    public enum UnitSource: Sendable, Equatable {
        case column(String)
        /// In the column's name: `Weight (lbs)`, `weight_kg`.
        case header
        /// Behind the number: `80.0 kg`.
        case cell
        case setting(String)
        /// By the number itself: a percentage below 1 is a fraction, with a warning.
        case magnitude
        case fixed(String)
        /// Nowhere: the measure is then absent, instead of the file refused. Only for what a record is whole without.
        case none
    }
    public var unit: [UnitSource]
    /// Units to convert to, one a kind; of what is of none of these kinds the source's unit is kept.
    public var targets: [String]
    /// The one unit to convert to; nil keeps the source's.
    public var to: String? {
        get { targets.first }
        set { targets = newValue.map { [$0] } ?? [] }
    }
    /// Columns of the whole that the number is a part of, in the same unit: the percentage is their ratio.
    public var total: [String]
    /// Whether the number stays as the source writes it, in the source's unit.
    public var isOriginal: Bool
    /// The part of the cell that is meant, where several stand in it: start and end of a span.
    public struct Part: Hashable, Sendable {
        public var separator: String
        /// From 1.
        public var number: Int

        public init(separator: String, number: Int) {
            self.separator = separator
            self.number = number
        }
    }
    public var part: Part?
    /// Columns whose text stands behind that of `from`, a blank between: a date's time of day.
    public var join: [String]
    /// Where the zone of a wall time stands, first found wins; empty: in the setting `zone`.
    public enum ZoneSource: Sendable, Equatable {
        /// As an offset: `+0530`, `UTC+0530`.
        case column(String)
        case setting(String)
        case fixed(String)
        /// Nowhere: the instant is then absent, instead of the file refused.
        case none
    }
    public var zone: [ZoneSource]
    /// What a wall time is that the clocks skipped.
    public enum Skipped: String, CaseIterable, Sendable {
        case reject
        /// The instant by the offset before the clocks were moved, as PostgreSQL has it: 02:30 is 03:30.
        case later
    }
    public var skippedTimes = Skipped.reject
    /// Where the zone stands whose day a `local-date` is; empty: in the setting `zone`, else as the source writes it.
    public var dayZone: [ZoneSource]
    /// Patterns of dates and times in the letters of Unicode TR 35 (`yyyy-MM-dd HH:mm:ss`); empty: ISO 8601.
    public var patterns: [String]
    /// Decimal mark; the other of `.` and `,` may group thousands only where `grouping` allows it.
    public var decimalMark: UInt8
    /// Whether files of one format are written with either mark, so that each number, or else the setting
    /// `decimal_mark`, tells which.
    public enum Marks: String, CaseIterable, Sendable {
        case fixed, either
        /// Numbers are whole: both marks group thousands.
        case none
    }
    public var marks: Marks
    /// Records whose number is whole and of another unit than the others': pools are measured in metres, roads in
    /// kilometres.
    public struct Whole: Hashable, Sendable {
        /// Alternatives for the column that tells, and its words that do.
        public var from: [String]
        public var words: [String]
        /// The unit by that of the other records.
        public var units: [String: String]

        public init(from: [String], words: [String], units: [String: String]) {
            self.from = from
            self.words = words
            self.units = units
        }
    }
    public var whole: Whole?
    public enum Grouping: String, CaseIterable, Sendable { case refuse, allow }
    public var grouping: Grouping
    /// Text that shows a value was destroyed by its exporter (`[object Object]`).
    public var unrecoverable: [String]

    public init(field: String, from: [String] = [], conversion: Conversion = .text) {
        self.field = field
        self.from = from
        self.conversion = conversion
        setting = nil
        constant = nil
        defaultValue = nil
        map = []
        numbers = nil
        words = nil
        unmapped = .reject
        missing = []
        unit = []
        targets = []
        total = []
        isOriginal = false
        join = []
        part = nil
        zone = []
        dayZone = []
        patterns = []
        decimalMark = UInt8(ascii: ".")
        marks = .fixed
        whole = nil
        grouping = .refuse
        unrecoverable = []
    }
}

/// One of the rows that a record becomes: its fields stand over the format's.
///
/// The row exists where any of the case's own fields that come from a column has a value, those of `needs` have one and,
/// if the case names a person, that person is the owner.
public struct UnpivotCase: Sendable {
    public var person: PersonRule?
    public var fields: [FieldMapping]
    /// Fields without which the case gives no row.
    public var needs: [String] = []

    public init(person: PersonRule?, fields: [FieldMapping]) {
        self.person = person
        self.fields = fields
    }
}
