/// The type a field has once it is mapped, and how PostgreSQL stores it.
public enum ValueType: String, CaseIterable, Sendable {
    case text
    /// A 64-bit integer (`bigint`; narrower columns take it with a range rule).
    case integer
    /// An exact decimal (`numeric`).
    case decimal
    case boolean
    case date
    /// An instant (`timestamptz`), microseconds.
    case instant
    /// What a clock showed on a day (`timestamp`), microseconds, in no zone.
    case wallTime = "wall-time"
    /// A time of day (`time`), microseconds.
    case time
    /// A duration in seconds, exact (`numeric`).
    case duration
    case uuid
    /// JSON text that the server will take (`jsonb`).
    case json
    /// Texts, as the text of PostgreSQL's array (`text[]`).
    case list
    /// Ids, as the text of PostgreSQL's array (`uuid[]`).
    case uuids

    /// Whether a value is bytes of the batch.
    public var isText: Bool { [.text, .json, .list, .uuids].contains(self) }
}
