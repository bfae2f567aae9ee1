public import Records
internal import YAML

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
    public var unmapped: Unmapped
    public var sought = Sought.cell
    /// Words that mean "no value", beside those of the format.
    public var missing: [String]
    /// Whether a file that gives it by no column and no setting is refused, whatever the dataset demands.
    public var isRequired = false
    public var reckoning = Reckoning()
    public var unit: [UnitSource]
    /// What a column means by words that are no units: `15.24`, where speeds are in km/h.
    public var unitWords: [(word: String, unit: Unit)] = []
    /// The unit by that of a setting which says another measure's: heights are in feet where distances are in miles.
    public var unitMeans: [(unit: Unit, meant: Unit)] = []
    public var help: Help?
    /// Units to convert to, one a kind; of what is of none of these kinds the source's unit is kept.
    public var targets: [Unit]
    /// The one unit to convert to; nil keeps the source's.
    public var to: Unit? {
        get { targets.first }
        set { targets = newValue.map { [$0] } ?? [] }
    }
    /// Columns of the whole that the number is a part of, in the same unit: the percentage is their ratio.
    public var total: [String]
    /// Whether the number stays as the source writes it, in the source's unit.
    public var isOriginal: Bool
    public var part: Part?
    public var escape: Escape?
    /// Columns whose text stands behind that of `from`, a blank between: a date's time of day.
    public var join: [String]
    public var zone: [ZoneSource]
    public var gap = Gap.reject
    public var moment = Moment.written
    /// Where the zone stands whose day a `local-date` is; empty: in the setting `zone`, else as the source writes it.
    public var dayZone: [ZoneSource]
    /// Patterns of dates and times in the letters of Unicode TR 35 (`yyyy-MM-dd HH:mm:ss`); empty: ISO 8601.
    public var patterns: [DatePattern]
    /// Decimal mark; the other of `.` and `,` may group thousands only where `grouping` allows it.
    public var decimalMark: UInt8
    public var marks: Marks
    public var whole: Whole?
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
        grouping = .reject
        unrecoverable = []
    }
}

extension FieldMapping {
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
}

extension FieldMapping {
    /// Where the zone of a wall time stands, first found wins; empty: in the setting `zone`.
    public enum ZoneSource: Sendable, Equatable {
        /// As an offset: `+0530`, `UTC+0530`.
        case column(String)
        case setting(String)
        case fixed(TimeZone)
        /// Nowhere: the instant is then absent, instead of the file refused.
        case none
    }
}

extension FieldMapping {
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
        case fixed(Unit)
        /// Nowhere: the measure is then absent, instead of the file refused. Only for what a record is whole without.
        case none
    }
}

extension FieldMapping {
    /// What a wall time is that the clocks skipped.
    public enum Gap: String, CaseIterable, Sendable {
        case reject
        /// The instant by the offset before the clocks were moved, as PostgreSQL has it: 02:30 is 03:30.
        case later
    }
}

extension FieldMapping {
    /// Whether the mark that is not the decimal one may group thousands.
    public enum Grouping: String, CaseIterable, Sendable { case reject, allow }
}

extension FieldMapping {
    /// What a source writes in the place of a character.
    public enum Escape: String, CaseIterable, Sendable {
        /// A backslash and an `n` are a line break.
        case lineBreaks = "line_breaks"
        /// Two quotation marks are one, in a text where each is doubled.
        case quotes
    }
}

extension FieldMapping {
    /// Whether files of one format are written with either mark, so that each number, or else the setting
    /// `decimal_mark`, shows which.
    public enum Marks: String, CaseIterable, Sendable {
        case fixed, either
        /// Numbers are whole: both marks group thousands.
        case none
    }
}

extension FieldMapping {
    /// Which moment of what a cell names is meant.
    public enum Moment: String, CaseIterable, Sendable {
        case written
        /// The end of the day or hour: of a day alone the next midnight. In a file that shows midnights only a midnight is a
        /// day, in one that shows full hours only each is an hour. Any other time is a moment by itself and has no end.
        case end
        /// One minute later: the end of a minute that the cell names by its beginning.
        case minute
    }
}

extension FieldMapping {
    /// Where the words of `map` are looked for.
    public enum Sought: String, CaseIterable, Sendable {
        /// The whole cell is a word.
        case cell
        /// Among the words of a path, from its end: the part nearest to it that holds one decides. Parts stand between
        /// slashes, words between all that is no letter, and before a capital (`IMG_side.jpg`, `2026/FrontView/7.jpg`).
        /// A part of two meanings has none.
        case path
    }
}

extension FieldMapping {
    /// What is made of a whole number once it is read.
    public struct Reckoning: Hashable, Sendable {
        /// Columns whose whole numbers are added; without one of them there is no value.
        public var plus: [String] = []
        /// Columns by which records belong together: the value is what it is more than in the last record of equal ones.
        ///
        /// The first of them has none: what came before it is not known.
        public var since: [String] = []
        /// Values that count; others are none.
        public var only: [Int64] = []

        public var columns: [String] { plus + since }
    }
}

extension FieldMapping {
    /// What becomes of a word that `map` does not hold.
    public enum Unmapped: Sendable, Equatable {
        case reject
        case keep
        case value(String)
    }
}

extension FieldMapping {
    /// Records whose number is whole and of another unit than the others': pools are measured in metres, roads in
    /// kilometres.
    public struct Whole: Hashable, Sendable {
        /// Alternatives for the column that decides, and its words that do.
        public var from: [String]
        public var words: [String]
        /// The unit by that of the other records.
        public var units: [Unit: Unit]
        /// Columns of the time in which the distance was covered: of a whole number whose words are unknown the speed
        /// decides which unit it is of.
        public var time: [String]

        public init(from: [String], words: [String], units: [Unit: Unit], time: [String] = []) {
            self.from = from
            self.words = words
            self.units = units
            self.time = time
        }
    }
}

extension FieldMapping {
    /// Records whose number is help and no load: it counts below zero, and the original keeps its sign.
    public struct Help: Hashable, Sendable {
        /// Alternatives for the column that decides.
        public var from: [String]
        /// How its text ends.
        public var ends: [String]

        public init(from: [String], ends: [String]) {
            self.from = from
            self.ends = ends
        }
    }
}
