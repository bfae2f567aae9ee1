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
