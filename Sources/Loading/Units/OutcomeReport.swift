internal import Definitions
internal import Normalising
internal import Postgres
internal import Records

/// What a unit's labels say to a person: warnings, conflicts, diffs, triggers that would fire.
struct OutcomeReport {
    let table: TableLoad
    let connection: Connection

    private var staged: StagedTable { table.staged }

    func missingReferences(_ count: Int) -> [Counter.Entry] {
        let columns = staged.given.filter { $0.references != nil && $0.onMissing == .null }
        guard columns.count > 1 else {
            return columns.map { Counter.Entry("\($0.name): no such \(Self.noun($0)), left empty", count) }
        }
        return [Counter.Entry("\(columns.map(\.name).joined(separator: ", ")): no such row, left empty", count)]
    }

    func held(_ count: Int) -> [Counter.Entry] {
        [
            Counter.Entry(
                "\(staged.table.name): not in this file any more, but kept, since rejected records may give them: "
                    + "correct those and import the file again", count)
        ]
    }

    /// `event` for `public.events`.
    private static func noun(_ column: TableColumn) -> String {
        let table = column.references?.table.split(separator: ".").last.map(String.init) ?? "row"
        return table.hasSuffix("s") ? String(table.dropLast()) : table
    }

    /// What is asked of the rows that are written.
    struct Remarks {
        fileprivate var counts: [(warning: String, count: Pending<Int?>)] = []

        /// The warnings with their counts.
        func counter() throws -> Counter {
            var warnings = Counter()
            for (warning, count) in counts {
                if let count = try count.get(), count > 0 { warnings.add(warning, count) }
            }
            return warnings
        }
    }

    /// Asks for words that the app does not know, which load, and for new rows for which nothing was looked up, where the
    /// dataset says what that means.
    func askRemarks() -> Remarks {
        var remarks = Remarks()
        for column in staged.given {
            guard case .field(let name) = column.source,
                let known = staged.fields.first(where: { $0.name == name })?.known
            else { continue }
            let count = connection.later.value(
                """
                select count(*) from \(staged.labels) as labelled
                where labelled.label in ('i', 'u') and labelled.\(id: column.name) not in (
                    select known.\(id: known.column) from \(Identifier(known.table)) as known)
                """, as: Int.self)
            remarks.counts.append(("\(column.name): not in \(known.table), loaded all the same", count))
        }
        for column in staged.lookups {
            guard let warning = column.warning else { continue }
            let count = connection.later.value(
                """
                select count(*) from \(staged.labels) as labelled
                where labelled.label = 'i' and labelled.\(id: column.name) is null
                """, as: Int.self)
            remarks.counts.append((warning, count))
        }
        return remarks
    }

    /// The first 1000 rows left as the app has them, with the columns in which the source differs.
    func conflicts() throws -> [RowsOutcome.Conflict] {
        let differs: [SQL] = staged.sources.map {
            """
            case when labelled.label = 'c' and \(staged.comparable($0, of: "target"))
                is distinct from labelled.\(id: $0.name) then \(literal: $0.name) end
            """
        }
        let rows = try connection.rows(
            """
            select labelled.\(staged.key) as key, labelled.label,
                pg_catalog.array_remove(array[\(differs)]::text[], null) as columns
            from \(staged.labels) as labelled
            \(table.classification.targetJoin(to: "labelled"))
            where labelled.label in ('c', 'd', 'k')
            order by labelled.record
            limit 1000
            """)
        return try rows.map { row in
            let label: String = try row["label"]
            // What the source would remove, it would remove with every column.
            return RowsOutcome.Conflict(
                table: staged.table.name, key: try row["key"],
                kind: label == "k" ? .kept : label == "d" ? .deleted : .edited,
                columns: label == "k" ? staged.sources.map(\.name) : try row["columns"])
        }
    }

    func differences(limit: Int) throws -> [RowsOutcome.Difference] {
        let columns = staged.given
        func text(_ column: TableColumn, of row: SQL) -> SQL {
            let value: SQL = "\(row).\(id: column.name)"
            return column.isList ? "pg_catalog.cardinality(\(value)) || ' values'" : "\(value)::text"
        }
        let old = columns.map { text($0, of: "target") }
        let new = columns.map { text($0, of: "labelled") }
        let rows = try connection.rows(
            """
            select labelled.\(staged.key) as key, labelled.label, array[\(old)]::text[] as old, array[\(new)]::text[] as new
            from \(staged.labels) as labelled
            \(table.classification.targetJoin(to: "labelled"))
            where labelled.label in ('i', 'u', 'x')
            order by labelled.record
            limit \(literal: limit)
            """)
        return try rows.map { row in
            let label: String = try row["label"]
            let (isInsert, isDelete) = (label == "i", label == "x")
            let (old, new): ([String?], [String?]) = (try row["old"], try row["new"])
            var changed: [(name: String, old: String?, new: String?)] = []
            for (index, column) in columns.enumerated() {
                let before = isInsert ? nil : old[index]
                let after = new[index]
                if isDelete {
                    if before != nil { changed.append((column.name, before, nil)) }
                } else if isInsert ? after != nil : (before != after || column.isList) && column.write == .source {
                    changed.append((column.name, before, after))
                }
            }
            return RowsOutcome.Difference(
                table: staged.table.name, key: try row["key"],
                change: isInsert ? .insert : isDelete ? .delete : .update,
                columns: changed)
        }
    }

    /// The target's own triggers with how often they would fire: once a row, or once a statement.
    func triggers() throws -> [Counter.Entry] {
        let rows = try connection.rows(
            """
            select trigger.tgname as name, (trigger.tgtype & 1) = 1 as is_row_by_row,
                (trigger.tgtype & 4) = 4 as is_insert, (trigger.tgtype & 16) = 16 as is_update,
                (trigger.tgtype & 8) = 8 as is_delete
            from pg_catalog.pg_trigger as trigger
            where trigger.tgrelid = pg_catalog.to_regclass(\(bind: staged.target.quoted)) and not trigger.tgisinternal
                and trigger.tgenabled <> 'D' and (trigger.tgtype & 28) <> 0
            order by trigger.tgname
            """)
        return try rows.compactMap { row in
            let inserts = try row["is_insert"] ? table.inserted : 0
            let updates = try row["is_update"] ? table.updated : 0
            let deletes = try row["is_delete"] ? table.deleted : 0
            let fires =
                try row["is_row_by_row"] ? inserts + updates + deletes : [inserts, updates, deletes].count { $0 > 0 }
            return fires > 0 ? Counter.Entry("\(staged.table.name).\(try row["name"] as String)", fires) : nil
        }
    }
}
