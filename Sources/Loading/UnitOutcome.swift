public import Normalising
public import Records

/// What came of a unit.
public struct UnitOutcome: Sendable {
    public enum Status: String, Sendable {
        case loaded
        case alreadyLoaded = "already_loaded"
        case planned
    }

    public var status: Status
    public var ledger = Ledger()
    public var rejects: [Reject] = []
    public var warnings = Tally()
    public var skipped: [String: Int] = [:]
    /// Why records were rejected before they were staged, as far as it is one reason.
    public var cause = SingleCause()
    /// What came of its rows; nothing where others were loaded with it.
    public var rows = RowsOutcome()

    public init(status: Status) { self.status = status }
}

/// What came of units that were loaded together.
public struct GroupOutcome: Sendable {
    /// One a unit, in their order.
    public var units: [UnitOutcome]
    public var rows = RowsOutcome()
}
