internal import Definitions
internal import Normalising
internal import Postgres
internal import Records

/// What classification found in a unit: the same for a plan and for the run that applies it, unless something changed.
///
/// Counts, and sums of hashes over what would be written and over the rows that it would be written to; no values.
public struct UnitReview: Equatable, Sendable {
    public var read = 0
    public var rejected = 0
    public var skipped = 0
    public var inserted = 0
    public var updated = 0
    public var conflicts = 0
    /// Sum over what would be written.
    public var proposed = ""
    /// Sum over the rows that are there, but for those that earlier units of the same plan write.
    public var present = ""

    public init() {}
}

extension UnitLoad {
    /// Makes the review and remembers the unit's rows, so that later units do not count them as the target's.
    func reviewed() throws -> UnitReview {
        var review = UnitReview()
        review.read = account.outcome.ledger.read
        review.skipped = account.outcome.ledger.skipped
        review.rejected =
            try account.outcome.ledger.rejected + refusal.refusedRecords()
        for table in tables { try add(table, to: &review) }
        return review
    }

    private func add(_ table: TableLoad, to review: inout UnitReview) throws {
        let staged = table.staged
        let new: [SQL] = staged.given.map { "labelled.\(id: $0.name)" }
        let old = staged.given.map { staged.comparable($0, of: "target") }
        let keys: [SQL] = ["labelled.label::text", "labelled.\(staged.key)", "labelled.\(staged.owner)"]
        let name: SQL = "\(literal: staged.table.name)"
        let row = try connection.only(
            """
            select count(*) filter (where labelled.label = 'i') as inserted,
                count(*) filter (where labelled.label = 'u') as updated,
                count(*) filter (where labelled.label in ('c', 'd', 'k')) as conflicts,
                coalesce(sum(\(Classification.hash(keys + new))), 0) as proposed,
                coalesce(sum(\(Classification.hash(["target.\(staged.key)"] + old))) filter (
                    where target.\(staged.key) is not null and reviewed.key is null), 0) as present
            from \(staged.labels) as labelled
            \(table.classification.targetJoin(to: "labelled"))
            left join (select distinct key from pg_temp.reviewed where table_name = \(name)) as reviewed
                on reviewed.key = labelled.\(staged.key)
            """)
        review.inserted += try row["inserted"]
        review.updated += try row["updated"]
        review.conflicts += try row["conflicts"]
        // One table's sum as it is; several one after the other.
        func append(_ sums: String, _ sum: String) -> String { sums.isEmpty ? sum : "\(sums),\(sum)" }
        review.proposed = append(review.proposed, try row["proposed"])
        review.present = append(review.present, try row["present"])
        try connection.run(
            """
            insert into pg_temp.reviewed (table_name, key)
            select \(name), labelled.\(staged.key) from \(staged.labels) as labelled where labelled.label in ('i', 'u', 'x')
            """)
    }
}
