/// What `as:` says: how a raw cell becomes a value.
public enum Conversion: String, CaseIterable, Sendable {
    case text
    /// A word used as a key, as the web app makes it: lower case, outer blanks off, inner blanks to `_`.
    case key
    /// The name of a person or thing: outer blanks off, inner ones, of whatever kind and number, one space.
    case name
    case integer
    /// A whole number that some exports write as `10.0`.
    case count
    case decimal
    case boolean
    case date
    /// Wall time without a zone; the zone comes from the setting `zone`.
    case localTime = "local-time"
    /// The day on which that time was, where `in` says.
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
        case .text, .key, .name, .zone, .unit: .text
        case .integer, .count: .integer
        case .decimal, .mass, .length, .speed, .percent, .energy, .rate, .quantity: .decimal
        case .boolean: .boolean
        case .date, .localDate: .date
        case .localTime, .clock, .instant: .instant
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
