internal import Definitions
internal import Mapping
internal import Postgres
internal import Records

/// The ledger's figures and what the report says of them.
extension UnitLoad {
    /// Counts records: inserted if any of their rows is new, else updated if any changes, else unchanged.
    func count() throws(LoadError) {
        var table = UnitOutcome.TableCounts()
        table.inserted = labelled["i"]?.rows ?? 0
        table.updated = labelled["u"]?.rows ?? 0
        var both = 0
        if !plan.format.unpivot.isEmpty, table.inserted > 0, table.updated > 0 {
            both = try number(
                """
                select count(*) from (
                    select record from \(staged.labels) where label in ('i', 'u')
                    group by record having count(distinct label) = 2) as both
                """)
        }
        let duplicates = try duplicateCounts()
        let refusedRows =
            hasRefused
            ? try number(
                """
                select count(*) from \(staged.staging) as staged
                where staged.record in (select record from pg_temp.refused)
                """) : 0
        table.unchanged = stagedRows - duplicates.rows - refusedRows - table.inserted - table.updated
        outcome.ledger.inserted = labelled["i"]?.records ?? 0
        outcome.ledger.updated = (labelled["u"]?.records ?? 0) - both
        outcome.ledger.duplicate = duplicates.records
        outcome.ledger.unchanged =
            kept - outcome.ledger.duplicate - outcome.ledger.inserted - outcome.ledger.updated
        outcome.tables = [(staged.table.name, table)]
        outcome.conflictCount = (labelled["c"]?.rows ?? 0) + (labelled["d"]?.rows ?? 0)
        try describe(table)
    }

    func number(_ query: String) throws(LoadError) -> Int {
        try connection.table(query).first?.first?.flatMap { Int($0) } ?? 0
    }

    func duplicateCounts() throws(LoadError) -> (rows: Int, records: Int) {
        guard suspects > 0 else { return (0, 0) }
        let row =
            try connection.table(
                """
                select count(*), count(distinct duplicated.record) filter (
                    where not exists (select from \(staged.staging) as staged where staged.record = duplicated.record))
                from pg_temp.duplicated
                where not exists (select from pg_temp.refused where refused.record = duplicated.record)
                """
            ).first ?? []
        return (row[0].flatMap { Int($0) } ?? 0, row[1].flatMap { Int($0) } ?? 0)
    }

    func describe(_ table: UnitOutcome.TableCounts) throws(LoadError) {
        let report = OutcomeReport(load: self)
        let missing = (labelled["i"]?.missing ?? 0) + (labelled["u"]?.missing ?? 0)
        if missing > 0 { outcome.warnings += try report.missingReferences(missing) }
        outcome.warnings += try report.unknownWords()
        if outcome.conflictCount > 0 { outcome.conflicts = try report.conflicts() }
        if unit == nil {
            outcome.differences = try report.differences(limit: loader.differencesPerTable)
            outcome.triggers = try report.triggers(table)
        }
    }
}
