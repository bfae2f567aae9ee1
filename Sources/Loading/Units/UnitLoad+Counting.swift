internal import Definitions
internal import Normalising
internal import Postgres
internal import Records

/// Computes the ledger's counts and the outcome for the report.
extension UnitLoad {
    /// Counts records: inserted if any of their rows is new, else updated if any changes, else unchanged.
    func count() throws {
        // Of a dump, tables without rows are not reported.
        for table in tables where table.stagedRows > 0 || table.deleted > 0 || tables.count <= 5 {
            try countRows(table)
        }
        let written = tables.filter { $0.isWritten && $0.samples == 0 }
        if sharesRecords {
            let (inserted, updated, duplicate) = try countShared(written)
            account.close(inserted: inserted, updated: updated, duplicate: duplicate + account.repeated)
            for table in tables { try describe(table) }
            return
        }
        let gathered = try gathering.count()
        var (inserted, updated) = (0, 0)
        if isAllNew {
            for account in accounts {
                account.close(inserted: account.kept - account.repeated, updated: 0, duplicate: account.repeated)
            }
            for table in tables { try describe(table) }
            return
        } else if isBatch {
            try countByUnit(written.map(Self.labels))
            for table in tables { try describe(table) }
            return
        } else if let only = written.first, written.count == 1, !hasSeveralRows {
            inserted = only.labelled["i"]?.records ?? 0
            updated = only.labelled["u"]?.records ?? 0
        } else if !written.isEmpty {
            let records = try connection.only(
                """
                select count(*) filter (where is_new) as inserted, count(*) filter (where not is_new) as updated
                from (
                    select record, bool_or(label = 'i') as is_new
                    from (\(written.map(Self.labels).joined(separator: " union all "))) as labelled
                    group by record) as records
                """)
            (inserted, updated) = (try records["inserted"], try records["updated"])
        }
        account.close(
            inserted: inserted + gathered.inserted, updated: updated + gathered.updated,
            duplicate: try duplicateRecords() + account.repeated + gathered.duplicate)
        for table in tables { try describe(table) }
    }

    /// Records by what became of all their rows and gathered values together.
    private func countShared(_ written: [TableLoad]) throws -> (inserted: Int, updated: Int, duplicate: Int) {
        var outcomes = written.map(Self.labels) + gathering.outcomes()
        outcomes.append("select record, 'd' from pg_temp.duplicated")
        outcomes += tables.filter { $0.samples == 0 && $0.stagedRows > 0 }.map {
            "select record, null from \($0.staged.staging)"
        }
        let records = try connection.only(
            """
            select count(*) filter (where is_new) as inserted, count(*) filter (where is_changed and not is_new) as updated,
                count(*) filter (where is_duplicate) as duplicate
            from (
                select record, coalesce(bool_or(outcome = 'i'), false) as is_new,
                    coalesce(bool_or(outcome = 'u'), false) as is_changed, bool_and(outcome is not distinct from 'd') as is_duplicate
                from (\(outcomes.joined(separator: " union all "))) as outcomes (record, outcome)
                where not exists (select from pg_temp.refused where refused.record = outcomes.record)
                group by record) as records
            """)
        return (try records["inserted"], try records["updated"], try records["duplicate"])
    }

    private static func labels(_ table: TableLoad) -> SQL {
        "select record, label from \(table.staged.labels) as labelled where label in ('i', 'u')"
    }

    private func countRows(_ table: TableLoad) throws {
        // Duplicates have left staging, refused ones have not.
        let left =
            table.suspects > 0 || hasRefused
            ? try connection.value(
                """
                select count(*) as rows from \(table.staged.staging) as staged
                where not exists (select from pg_temp.refused where refused.record = staged.record)
                """) ?? 0 : table.stagedRows
        outcome.tables.append(
            RowsOutcome.Table(
                name: table.staged.table.name, inserted: table.inserted, updated: table.updated,
                unchanged: left - table.inserted - table.updated, deleted: table.deleted))
    }

    /// Records of which every row was a duplicate.
    private func duplicateRecords() throws -> Int {
        guard tables.contains(where: { $0.suspects > 0 }) else { return 0 }
        let isStaged: [SQL] = tables.map {
            "exists (select from \($0.staged.staging) as staged where staged.record = duplicated.record)"
        }
        return try connection.value(
            """
            select count(distinct duplicated.record) as records
            from pg_temp.duplicated
            where not exists (select from pg_temp.refused where refused.record = duplicated.record)
                and not (\(isStaged.joined(separator: " or ")))
            """) ?? 0
    }

    private func describe(_ table: TableLoad) throws {
        let report = OutcomeReport(table: table, connection: connection)
        let missing = (table.labelled["i"]?.missing ?? 0) + (table.labelled["u"]?.missing ?? 0)
        if missing > 0 { outcome.warnings.add(report.missingReferences(missing)) }
        if table.held > 0 { outcome.warnings.add(report.held(table.held)) }
        // Asked as the rows were written; a plan writes none.
        if let remarks = unit == nil ? report.askRemarks() : table.remarks {
            outcome.warnings.add(try remarks.counter())
        }
        if ["c", "d", "k"].contains(where: { table.labelled[$0] != nil }) {
            outcome.conflicts += try report.conflicts()
        }
        if unit == nil {
            outcome.differences += try report.differences(limit: loader.differencesPerTable)
            outcome.triggers.add(try report.triggers())
        }
    }
}
