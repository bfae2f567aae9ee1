/// What `as:` says: how a raw cell becomes a value.
public enum Conversion: String, CaseIterable, Sendable {
    case text
    /// Text in which a backslash and an `n` are a line break.
    case escapedText = "escaped-text"
    /// Text in which each quotation mark is doubled.
    case quotedText = "quoted-text"
    /// A file's path, for its words that `map` holds: the part nearest to the end that has one decides.
    ///
    /// Parts are between slashes, words between all that is no letter, and before a capital (`IMG_side.jpg`,
    /// `2026/FrontView/7.jpg`). A part of two meanings has none.
    case path
    /// A word used as a key, as the web app makes it: lower case, outer blanks off, inner blanks to `_`.
    case key
    /// The name of a person or thing: outer blanks off, inner ones, of whatever kind and number, one space.
    case name
    case integer
    /// A whole number that some exports write as `10.0`.
    case count
    /// The sum of `from` and `join`, whole numbers; without one of them there is no value.
    case sum
    /// 1 where the number is higher by one than in the last record of equal columns of `join`; else no value.
    ///
    /// The first record of them has none: what came before it is not known.
    case oneMore = "one-more"
    /// 0 where the number is that of the last record of equal columns of `join`; else no value.
    case unchanged
    case decimal
    case boolean
    case date
    /// Wall time without a zone; the zone comes from the setting `zone`.
    case localTime = "local-time"
    /// The end of the day or hour that a wall time names: of a day alone the next midnight.
    ///
    /// In a file that shows midnights only a midnight is a day, in one that shows full hours only each is an hour. Any
    /// other time is a moment by itself and has no end.
    case localEnd = "local-end"
    /// One minute after a wall time: the end of a minute that the cell names by its beginning.
    case minuteEnd = "minute-end"
    /// The day on which that time was, in the zone `to`.
    case localDate = "local-date"
    /// The same, to order by: a day alone is no clock, what cannot be read is left out, and no zone need be known.
    case clock
    /// The zone's name that is joined to a time, or else the time's offset where that is not UTC's.
    case zone
    /// What a clock showed, to be kept as it is written: in no zone.
    case wallTime = "wall-time"
    /// A time with its offset (`+00`, `Z`, `+0200`), hence an instant.
    case instant
    case time
    case duration
    case uuid
    case json
    /// Texts of a JSON array or of PostgreSQL's (`{a,b}`). Texts that were joined cannot be told apart again, and are
    /// refused.
    case list
    /// Ids, likewise; joined by commas they are still told apart.
    case uuids
    case mass
    case length
    case speed
    /// Percent as 16.2; a fraction is multiplied by 100 where `unit: fraction` says so.
    case percent
    /// The percentage that `from` is of `join`, two numbers in the same unit.
    case share
    case energy
    /// How often in a time: beats a minute.
    case rate
    /// A measure of any of these kinds, or a count; its unit shows which. A unit that is not known is kept as it is.
    case quantity
    /// The symbol of the unit in which a quantity is written, or of that which `to` makes of it.
    case unit

    /// The type of the mapped value.
    public var valueType: ValueType {
        switch self {
        case .text, .escapedText, .quotedText, .path, .key, .name, .zone, .unit: .text
        case .integer, .count, .sum, .oneMore, .unchanged: .integer
        case .decimal, .share, .mass, .length, .speed, .percent, .energy, .rate, .quantity: .decimal
        case .boolean: .boolean
        case .date, .localDate: .date
        case .localTime, .localEnd, .minuteEnd, .clock, .instant: .instant
        case .wallTime: .wallTime
        case .time: .time
        case .duration: .duration
        case .uuid: .uuid
        case .json: .json
        case .list: .list
        case .uuids: .uuids
        }
    }
}

extension Conversion {
    /// Whether it reads a wall time, in a zone that is to be known.
    public var isLocal: Bool { [.localTime, .localEnd, .minuteEnd, .localDate, .clock].contains(self) }

    /// Whether it reads the end of what a wall time names.
    public var isEnd: Bool { self == .localEnd || self == .minuteEnd }

    /// Whether the columns of `join` are text behind that of `from`.
    public var joinsText: Bool { ![.sum, .oneMore, .unchanged, .share].contains(self) }

    /// Whether a record's value depends on the record before it.
    public var isOrdered: Bool { self == .oneMore || self == .unchanged }
}

extension ValueType {
    /// What `as:` is where a mapping does not say.
    var conversion: Conversion {
        switch self {
        case .text: .text
        case .integer: .integer
        case .decimal: .decimal
        case .boolean: .boolean
        case .date: .date
        case .instant: .instant
        case .wallTime: .wallTime
        case .time: .time
        case .duration: .duration
        case .uuid: .uuid
        case .json: .json
        case .list: .list
        case .uuids: .uuids
        }
    }
}
