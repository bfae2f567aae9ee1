public import Postgres

/// What else is done with a unit while it is loaded.
public struct UnitHooks {
    /// Hears how the unit's rows compare with the target's: then the unit is not planned, and nothing is compared with what
    /// earlier units of a plan would write.
    public var comparison: ((UnitComparison) -> Void)?
    /// Runs in the unit's transaction, after classification and before anything is written; throwing refuses the unit.
    public var review: ((UnitReview) throws -> Void)?
    /// Runs in the unit's transaction, after everything is written and before it is committed.
    public var beforeCommit: ((Int64, UnitOutcome, Connection) throws -> Void)?

    public init() {}
}
