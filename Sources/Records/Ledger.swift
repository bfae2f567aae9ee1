/// What became of a unit's records: `read = inserted + updated + unchanged + duplicate + rejected + skipped`.
///
/// Counts are source records, not rows. In `validate` nothing is classified and `read = valid + rejected + skipped`.
public struct Ledger: Equatable, Sendable {
    public var read = 0
    public var inserted = 0
    public var updated = 0
    public var unchanged = 0
    public var duplicate = 0
    public var rejected = 0
    public var skipped = 0
    public var valid = 0

    public init() {}

    /// Whether every record that was read has exactly one outcome.
    public var balances: Bool {
        let outcomes = [inserted, updated, unchanged, duplicate, rejected, skipped, valid]
        return read == outcomes.reduce(0, +) && outcomes.allSatisfy { $0 >= 0 }
    }

    public static func += (sum: inout Ledger, other: Ledger) {
        sum.read += other.read
        sum.inserted += other.inserted
        sum.updated += other.updated
        sum.unchanged += other.unchanged
        sum.duplicate += other.duplicate
        sum.rejected += other.rejected
        sum.skipped += other.skipped
        sum.valid += other.valid
    }
}
