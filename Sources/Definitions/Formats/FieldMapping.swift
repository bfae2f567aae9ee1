public import Records
internal import YAML

/// How one field of the dataset is got from a raw record.
public struct FieldMapping: Sendable {
    public var field: String
    /// The table whose column the format names; nil: it names a value of the dataset.
    public var table: String?
    /// Alternatives for the column; the first that the header has is taken. Empty for constants.
    public var from: [String] = []
    public var conversion = Conversion.text
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
    public var map: [(word: String, value: String)] = []
    /// What every whole number means, where words and numbers share a column: `#` in `map`.
    public var numbers: String?
    /// Name of the word list whose words `map` holds.
    public var words: String?
    public var unmapped = Unmapped.reject
    /// Words that mean "no value", beside those of the format.
    public var missing: [String] = []
    /// Whether a file that gives it by no column and no setting is refused, whatever the dataset demands.
    public var isRequired = false
    public var unit: [UnitSource] = []
    /// What a column means by words that are no units: `15.24`, where speeds are in km/h.
    public var unitWords: [(word: String, unit: Unit)] = []
    /// The unit by that of a setting which says another measure's: heights are in feet where distances are in miles.
    public var unitMeans: [(unit: Unit, meant: Unit)] = []
    /// Units to convert to, one a kind; of what is of none of these kinds the source's unit is kept.
    public var targets: [Unit] = []
    /// The one unit to convert to; nil keeps the source's.
    public var to: Unit? {
        get { targets.first }
        set { targets = newValue.map { [$0] } ?? [] }
    }
    /// Whether the number stays as the source writes it, in the source's unit.
    public var isOriginal = false
    /// Columns beside `from`: their text is appended to its own, a blank between, or as the conversion says.
    public var join: [String] = []
    public var zone: [ZoneSource] = []
    /// Where the zone stands whose day a `local-date` is; empty: in the setting `zone`, else as the source writes it.
    public var dayZone: [ZoneSource] = []
    /// Patterns of dates and times in the letters of Unicode TR 35 (`yyyy-MM-dd HH:mm:ss`); empty: ISO 8601.
    public var patterns: [DatePattern] = []
    /// What is added to a day or time: an end is often given as a beginning and how long it lasted.
    public var plus: Lasting?
    public var number = NumberForm.point
    /// Where the value is in a cell that holds JSON; nil: the cell is the value.
    public var inside: InnerPath?
    /// Which part of the cell is meant, where it packs several; nil: all of it.
    public var part: CellPart?
    /// Column, or alternatives for it, of the power of ten that the number is multiplied with: `72500` and `-3` are 72.5.
    public var power: [String] = []
    public var unitOverride: UnitOverride?
    /// Text that shows a value was destroyed by its exporter (`[object Object]`).
    public var unrecoverable: [String] = []

    package init(field: String, from: [String] = [], conversion: Conversion = .text) {
        (self.field, self.from, self.conversion) = (field, from, conversion)
    }
}

extension FieldMapping {
    /// Whether its values may be in several units: that of a record or of a file, and converted to none.
    var keepsUnits: Bool {
        guard conversion.needsUnit, conversion != .unit, targets.isEmpty, !isOriginal else { return false }
        return unit.contains { source in
            switch source {
            case .column, .header, .cell, .setting: true
            case .magnitude, .fixed, .none: false
            }
        }
    }
}

extension FieldMapping {
    /// Where the zone of a wall time stands, first found wins; empty: in the setting `zone`.
    public enum ZoneSource: Sendable, Equatable {
        /// As an offset, `+0530` or `UTC+0530`, or as a name, `Europe/Berlin`.
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

/// How the numbers of a column are written.
public enum NumberForm: String, CaseIterable, Sendable {
    case point = "1234.5"
    case groupedPoint = "1,234.5"
    case comma = "1234,5"
    case groupedComma = "1.234,5"
    /// With either mark: each number, or else the setting `decimal_mark`, shows which.
    case either
    /// The same, and the other mark may group thousands.
    case eitherGrouped = "either-grouped"
    /// Whole numbers: both marks group thousands.
    case whole

    /// The decimal mark.
    public var mark: UInt8 { UInt8(ascii: self == .comma || self == .groupedComma ? "," : ".") }

    /// Whether the mark that is not the decimal one may group thousands.
    public var isGrouped: Bool { [.groupedPoint, .groupedComma, .eitherGrouped].contains(self) }

    /// Whether each number shows its mark.
    public var isOpen: Bool { self == .either || self == .eitherGrouped }
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
    public struct UnitOverride: Hashable, Sendable {
        /// Alternatives for the column that decides, and its words that do.
        public var from: [String]
        public var words: [String]
        /// The unit by that of the other records.
        public var units: [Unit: Unit]
        /// Columns of the time in which the distance was covered: of a whole number whose words are unknown the speed
        /// decides which unit it is of.
        public var time: [String]

        package init(from: [String], words: [String], units: [Unit: Unit], time: [String] = []) {
            (self.from, self.words, self.units, self.time) = (from, words, units, time)
        }
    }
}

extension FieldMapping {
    /// How long something lasted, in a column of its own.
    public struct Lasting: Sendable {
        /// Alternatives for the column.
        public var from: [String] = []
        /// What a mere number counts.
        public var unit = Unit.second

        public init(from: [String] = [], unit: Unit = .second) {
            self.from = from
            self.unit = unit
        }
    }
}
