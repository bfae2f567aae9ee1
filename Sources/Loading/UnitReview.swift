internal import Definitions
internal import Mapping
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
    func reviewed() throws(LoadError) -> UnitReview {
        var review = UnitReview()
        review.read = outcome.ledger.read
        review.skipped = outcome.ledger.skipped
        let columns = staged.given.map(\.column)
        let fields = plan.dataset.fields
        let new = columns.map { "labelled.\(Identifier(parts: [$0.name]).quoted)" }
        let old = columns.map { staged.comparable($0, of: "target", fields: fields) }
        let table = Literal(staged.table.name).quoted
        let row = try connection.table(
            """
            select count(*) filter (where labelled.label = 'i'), count(*) filter (where labelled.label = 'u'),
                count(*) filter (where labelled.label in ('c', 'd')),
                sum(\(Classification.hash(["labelled.label::text", "labelled.\(staged.key)", "labelled.\(staged.owner)"] + new))),
                sum(\(Classification.hash(["target.\(staged.key)"] + old))) filter (
                    where target.\(staged.key) is not null and reviewed.key is null),
                (select count(distinct record) from pg_temp.refused)
            from \(staged.labels) as labelled
            left join \(staged.target) as target on target.\(staged.key) = labelled.\(staged.key)
            left join (select distinct key from pg_temp.reviewed where table_name = \(table)) as reviewed
                on reviewed.key = labelled.\(staged.key)
            """
        ).first ?? []
        func count(_ index: Int) -> Int { index < row.count ? row[index].flatMap { Int($0) } ?? 0 : 0 }
        review.inserted = count(0)
        review.updated = count(1)
        review.conflicts = count(2)
        review.proposed = row.count > 3 ? row[3] ?? "0" : "0"
        review.present = row.count > 4 ? row[4] ?? "0" : "0"
        review.rejected = outcome.ledger.rejected + count(5)
        try connection.checked(
            """
            insert into pg_temp.reviewed (table_name, key)
            select \(table), labelled.\(staged.key) from \(staged.labels) as labelled where labelled.label in ('i', 'u')
            """)
        return review
    }
}
