/// What `as:` says: how a raw cell becomes a value.
public enum Conversion: String, CaseIterable, Sendable {
    case text
    /// A word used as a key, as the web app makes it: lower case, outer blanks off, inner blanks to `_`.
    case key
    case integer
    /// A whole number that some exports write as `10.0`.
    case count
    case decimal
    case boolean
    case date
    /// Wall time without a zone; the zone comes from the setting `zone`.
    case localTime = "local-time"
    /// The text of a wall time (`2026-05-31T18:30:00`) or, where its pattern reads an offset, of the instant
    /// (`2026-05-31T16:30:00Z`): what a natural key holds, since it stays the same whatever the zone is taken to be.
    case wallTime = "wall-time"
    /// A time with its offset (`+00`, `Z`, `+0200`), hence an instant.
    case instant
    case time
    case duration
    case uuid
    case json
    case mass
    /// The symbol of the unit that a mass is written in.
    case massUnit = "mass-unit"
    case length
    case lengthUnit = "length-unit"
    case speed
    /// Percent as 16.2; a fraction is multiplied by 100 where `unit: fraction` says so.
    case percent

    /// The type of the mapped value.
    public var valueType: ValueType {
        switch self {
        case .text, .key, .wallTime, .massUnit, .lengthUnit: .text
        case .integer, .count: .integer
        case .decimal, .mass, .length, .speed, .percent: .decimal
        case .boolean: .boolean
        case .date: .date
        case .localTime, .instant: .instant
        case .time: .time
        case .duration: .duration
        case .uuid: .uuid
        case .json: .json
        }
    }
}
