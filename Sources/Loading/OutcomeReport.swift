internal import Definitions
internal import Mapping
internal import Postgres
internal import Records

/// What a unit's labels say to a person: warnings, conflicts, diffs, triggers that would fire.
struct OutcomeReport {
    let table: TableLoad
    let connection: Connection

    private var staged: StagedTable { table.staged }

    private func name(_ column: String) -> String { Identifier(parts: [column]).quoted }

    func missingReferences(_ count: Int) -> [Tally.Entry] {
        let columns = staged.given.filter { $0.references != nil && $0.onMissing == .null }
        guard columns.count > 1 else {
            return columns.map { Tally.Entry("\($0.name): no such \(Self.noun($0)), left empty", count) }
        }
        return [Tally.Entry("\(columns.map(\.name).joined(separator: ", ")): no such row, left empty", count)]
    }

    func held(_ count: Int) -> [Tally.Entry] {
        [
            Tally.Entry(
                "\(staged.table.name): not in this file any more, but kept, since rejected records may give them: "
                    + "correct those and import the file again", count)
        ]
    }

    /// `event` for `public.events`.
    private static func noun(_ column: TableColumn) -> String {
        let table = column.references?.table.split(separator: ".").last.map(String.init) ?? "row"
        return table.hasSuffix("s") ? String(table.dropLast()) : table
    }

    /// Words that the app does not know; they load.
    func unknownWords() throws -> Tally {
        var warnings = Tally()
        for column in staged.given {
            guard case .field(let name) = column.source,
                let known = staged.fields.first(where: { $0.name == name })?.known
            else { continue }
            let count =
                try connection.rows(
                    """
                    select count(*) from \(staged.labels) as labelled
                    where labelled.label in ('i', 'u') and labelled.\(self.name(column.name)) not in (
                        select known.\(self.name(known.column)) from \(Identifier(known.table).quoted) as known)
                    """
                ).first?.first?.flatMap { Int($0) } ?? 0
            if count > 0 { warnings.add("\(column.name): not in \(known.table), loaded all the same", count) }
        }
        return warnings
    }

    /// New rows for which nothing was looked up, where the dataset says what that means.
    func missingLookups() throws -> Tally {
        var warnings = Tally()
        for column in staged.lookups {
            guard let warning = column.warning else { continue }
            let count =
                try connection.rows(
                    """
                    select count(*) from \(staged.labels) as labelled
                    where labelled.label = 'i' and labelled.\(name(column.name)) is null
                    """
                ).first?.first?.flatMap { Int($0) } ?? 0
            if count > 0 { warnings.add(warning, count) }
        }
        return warnings
    }

    /// The first 1000 rows left as the app has them, with the columns in which the source differs.
    func conflicts() throws -> [RowsOutcome.Conflict] {
        let differs = staged.sources.map {
            """
            case when labelled.label = 'c' and \(staged.comparable($0, of: "target"))
                is distinct from labelled.\(name($0.name)) then \(Literal($0.name).quoted) end
            """
        }
        let rows = try connection.rows(
            """
            select labelled.\(staged.key), labelled.label,
                pg_catalog.array_to_string(array[\((differs + ["null"]).joined(separator: ", "))]::text[], ',')
            from \(staged.labels) as labelled
            left join \(staged.rows) as target on target.\(staged.key) = labelled.\(staged.key)
            where labelled.label in ('c', 'd', 'k')
            order by labelled.record
            limit 1000
            """)
        return rows.map { row in
            // What the source would remove, it would remove with every column.
            let isKept = row[1] == "k"
            return RowsOutcome.Conflict(
                table: staged.table.name, key: row[0] ?? "",
                kind: isKept ? .kept : row[1] == "d" ? .deleted : .edited,
                columns: isKept
                    ? staged.sources.map(\.name) : (row[2] ?? "").split(separator: ",").map(String.init))
        }
    }

    func differences(limit: Int) throws -> [RowsOutcome.Difference] {
        let columns = staged.given
        let old = columns.map { "target.\(name($0.name))::text" }
        let new = columns.map { "labelled.\(name($0.name))::text" }
        let rows = try connection.rows(
            """
            select labelled.\(staged.key), labelled.label, \((old + new).joined(separator: ", "))
            from \(staged.labels) as labelled
            left join \(staged.rows) as target on target.\(staged.key) = labelled.\(staged.key)
            where labelled.label in ('i', 'u', 'x')
            order by labelled.record
            limit \(limit)
            """)
        return rows.map { row in
            let isInsert = row[1] == "i"
            let isDelete = row[1] == "x"
            var changed: [(name: String, old: String?, new: String?)] = []
            for (index, column) in columns.enumerated() {
                let before = isInsert ? nil : row[2 + index]
                let after = row[2 + columns.count + index]
                if isDelete {
                    if before != nil { changed.append((column.name, before, nil)) }
                } else if isInsert ? after != nil : before != after && column.write == .source {
                    changed.append((column.name, before, after))
                }
            }
            return RowsOutcome.Difference(
                table: staged.table.name, key: row[0] ?? "", change: isInsert ? .insert : isDelete ? .delete : .update,
                columns: changed)
        }
    }

    /// The target's own triggers with how often they would fire: once a row, or once a statement.
    func triggers() throws -> [Tally.Entry] {
        let rows = try connection.rows(
            """
            select trigger.tgname, (trigger.tgtype & 1) = 1, (trigger.tgtype & 4) = 4, (trigger.tgtype & 16) = 16,
                (trigger.tgtype & 8) = 8
            from pg_catalog.pg_trigger as trigger
            where trigger.tgrelid = pg_catalog.to_regclass($1) and not trigger.tgisinternal
                and trigger.tgenabled <> 'D' and (trigger.tgtype & 28) <> 0
            order by trigger.tgname
            """, [staged.target])
        return rows.compactMap { row in
            let inserts = row[2] == "t" ? table.inserted : 0
            let updates = row[3] == "t" ? table.updated : 0
            let deletes = row[4] == "t" ? table.deleted : 0
            let fires =
                row[1] == "t" ? inserts + updates + deletes : [inserts, updates, deletes].count { $0 > 0 }
            return fires > 0 ? Tally.Entry("\(staged.table.name).\(row[0] ?? "")", fires) : nil
        }
    }
}
