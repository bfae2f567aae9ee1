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
    /// What the reference says of it.
    var about: String {
        switch self {
        case .text: "Text as it is written."
        case .escapedText: "Text in which a backslash and an `n` are a line break."
        case .quotedText: "Text in which each quotation mark is doubled."
        case .path: "A file's path, for its words that `map` has: the part nearest to the end that has one decides."
        case .key: "A word used as a key: lower case, inner blanks are `_`."
        case .name: "The name of a person or thing: inner blanks are one space."
        case .integer: "A whole number."
        case .count: "A whole number that may be written as `10.0`."
        case .sum: "The sum of `from` and `join`, whole numbers."
        case .oneMore: "1 where the number is higher by one than in the last record of equal `join`; else no value."
        case .unchanged: "0 where the number is that of the last record of equal `join`; else no value."
        case .decimal: "A number."
        case .boolean: "`true` or `false`, `yes` or `no`, `1` or `0`."
        case .date: "A day."
        case .localTime: "A wall time without an offset, in the zone of `zone` or of the setting `zone`."
        case .localEnd: "The end of the day or full hour that such a time names; another time has none."
        case .minuteEnd: "One minute after such a time."
        case .localDate: "The day of such a time, in the zone of `to`."
        case .clock: "Such a time to order records by: what cannot be read is left out, and no zone is needed."
        case .zone: "The zone's name or offset behind a time."
        case .wallTime: "A time as the clock showed it, in no zone."
        case .instant: "A time with its offset."
        case .time: "A time of day."
        case .duration: "A duration, in seconds where `unit` says no other."
        case .uuid: "A UUID."
        case .json: "A JSON value."
        case .list: "Texts of a JSON array or of PostgreSQL's."
        case .uuids: "UUIDs, likewise or joined by commas."
        case .mass, .length, .speed, .energy: "A measure of \(rawValue), with `unit`."
        case .percent: "A percentage as 16.2; a fraction where `unit: fraction` says so."
        case .share: "The percentage that `from` is of `join`."
        case .rate: "How often in a time: beats a minute, with `unit`."
        case .quantity: "A measure of any of these kinds, or a count; its unit shows which."
        case .unit: "The symbol of a quantity's unit, or of that which `to` makes of it."
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
