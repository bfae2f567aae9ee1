/// What `as:` says: how a raw cell becomes a value. `about` describes each.
public enum Conversion: String, CaseIterable, Sendable {
    case text
    case escapedText = "escaped-text"
    case quotedText = "quoted-text"
    /// Parts are between slashes, words between all that is no letter, and before a capital (`IMG_side.jpg`,
    /// `2026/FrontView/7.jpg`). A part of two meanings has none.
    case path
    case key, name
    case integer, count
    /// Without one of the addends there is no value.
    case sum
    /// The first of the records with equal `join` has no value: what came before it is not known.
    case oneMore = "one-more"
    case unchanged
    case decimal, boolean, date
    case localTime = "local-time"
    /// Of a day alone the next midnight. In a file with midnights only, a midnight is a day; in one with full hours only, each
    /// is an hour.
    case localEnd = "local-end"
    case minuteEnd = "minute-end"
    case localDate = "local-date"
    /// A day alone is no clock.
    case clock
    /// The zone's name that is joined to a time, or else the time's offset where that is not UTC's.
    case zone
    case wallTime = "wall-time"
    case instant, time, duration, uuid, json
    /// Texts that were joined cannot be separated again, and are refused.
    case list
    case uuids
    case mass, length, speed, percent, share, energy, rate
    /// A unit that is not known is kept as it is.
    case quantity
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
        case .quotedText: "Text quoted once more than CSV asks for: marks around it come off, doubled ones become one."
        case .path: "A file's path, for its words that `map` has: the part nearest to the end that has one decides."
        case .key: "A word used as a key: lower case, inner blanks are `_`."
        case .name: "The name of a person or thing: inner blanks are one space."
        case .integer: "A whole number."
        case .count: "A whole number that may be written as `10.0`."
        case .sum: "The sum of `from` and `join`, whole numbers."
        case .oneMore: "1 where the number is one more than in the last record of equal `join`; otherwise empty."
        case .unchanged: "0 where the number is that of the last record of equal `join`; otherwise empty."
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
    /// What `as:` is where a mapping does not say: the conversion of the same name.
    var conversion: Conversion { Conversion(rawValue: rawValue) ?? .text }
}
