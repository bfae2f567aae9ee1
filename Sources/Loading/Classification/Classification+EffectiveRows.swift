internal import Definitions
internal import Postgres

/// The effective rows of other tables: those of the target, those that the unit will write, and in a plan those that earlier
/// units would have written.
extension Classification {
    private func incoming(_ table: String) -> StagedTable? {
        staged.known.first { $0.table.name == table && (!$0.origins.isEmpty || overlay == .planned) }
    }

    /// Whether the unit may itself contain the rows that a column references.
    func isIncoming(_ column: TableColumn) -> Bool { column.references.map { incoming($0.table) != nil } ?? false }

    /// SQL: whether a table effectively has a row with this value.
    func has(_ reference: ColumnReference, _ value: SQL) -> SQL {
        let column = Identifier(parts: [reference.column])
        var tests: [SQL] = [
            """
            exists (
                select from \(Identifier(reference.table)) as referenced where referenced.\(column) = \(value))
            """
        ]
        if let other = incoming(reference.table) {
            if !other.origins.isEmpty {
                tests.append(
                    """
                    exists (
                        select from \(other.staging) as incoming
                        where incoming.\(column) = \(value) and not exists (
                            select from pg_temp.refused where refused.record = incoming.record))
                    """)
            }
            if overlay == .planned {
                tests.append(
                    "exists (select from \(other.plannedTable) as planned where planned.label <> 'x' and planned.\(column) = \(value))"
                )
            }
        }
        return tests.joined(separator: " or ")
    }

    /// Some columns of a table's effective rows: as they are once the unit's tables before this one are written.
    func effectiveRows(_ table: String, _ columns: [String]) -> SQL {
        let names = columns.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        guard let other = incoming(table) else { return "\(Identifier(table))" }
        func list(_ alias: SQL, isTarget: Bool = false) -> [SQL]? {
            var list: [SQL] = []
            for name in names {
                let quoted = Identifier(parts: [name])
                if name == other.table.key || name == other.table.owner {
                    list.append("\(alias).\(quoted)")
                } else if let column = other.table.columns.first(where: { $0.name == name }) {
                    list.append(
                        "\(isTarget ? other.comparable(column, of: alias) : "\(alias).\(quoted)") as \(quoted)")
                } else {
                    return nil
                }
            }
            return list
        }
        guard let theirs = list("target", isTarget: true), let mine = list("incoming"), let planned = list("planned")
        else { return "\(Identifier(table))" }
        var parts: [SQL] = ["select \(theirs) from \(other.target) as target"]
        if !other.origins.isEmpty {
            parts.append(
                """
                select \(mine) from \(other.staging) as incoming
                where not exists (select from pg_temp.refused where refused.record = incoming.record)
                """)
        }
        if overlay == .planned {
            parts.append("select \(planned) from \(other.plannedTable) as planned where planned.label <> 'x'")
        }
        return "(\(parts.joined(separator: " union ")))"
    }

    /// `known_<table>`: the rows of admitted owners as they will be after this unit.
    ///
    /// Columns that the unit does not fill come from the stored row. `record` is null where the unit does not contain the row;
    /// records refused so far are left out.
    ///
    /// - Parameter replacesParents: whether the unit replaces all rows of the parents that it contains.
    func known(replacesParents: Bool) -> SQL {
        let columns = staged.table.columns.filter { $0.name != staged.table.key && $0.name != staged.table.owner }
        let given = Set(staged.origins.isEmpty ? [] : staged.given.map(\.name))
        func stored(_ column: TableColumn) -> SQL {
            overlay == .planned ? compared(column) : staged.comparable(column, of: "target")
        }
        let incoming: [SQL] = columns.map {
            given.contains($0.name)
                ? "staged.\(id: $0.name)" : "\(stored($0)) as \(id: $0.name)"
        }
        let target: [SQL] = columns.map { "\(staged.comparable($0, of: "target")) as \(id: $0.name)" }
        let planned: [SQL] = columns.map { "planned.\(id: $0.name)" }
        func isNew(_ alias: SQL) -> SQL {
            let isOther = isAbsent("\(alias).\(staged.key)", from: staged.staging, staged.key)
            guard replacesParents, let above = staged.replacedParent.map({ Identifier(parts: [$0.name]) }) else {
                return isOther
            }
            return "\(isOther) and \(isAbsent("\(alias).\(above)", from: staged.staging, above))"
        }
        var rows: [SQL] = []
        if !staged.origins.isEmpty {
            rows.append(
                """
                select staged.record, \(staged.identifying.map { "staged.\($0)" } + incoming)
                from \(staged.source) as staged
                \(targetJoin)
                where not exists (select from pg_temp.refused where refused.record = staged.record)
                """)
        }
        let isNotPlanned: SQL =
            overlay == .planned ? "and \(isAbsent("target.\(staged.key)", from: plannedTable, staged.key))" : ""
        rows.append(
            """
            select null::integer as record, \(staged.identifying.map { "target.\($0)" } + target)
            from \(staged.rows) as target
            where \(isNew("target")) \(isNotPlanned)
            """)
        if overlay == .planned {
            rows.append(
                """
                select null::integer as record, \(staged.identifying.map { "planned.\($0)" } + planned)
                from \(plannedTable) as planned
                where planned.label <> 'x' and \(isNew("planned"))
                """)
        }
        return "\(staged.knownName) as (\n\(rows.joined(separator: "\nunion all\n"))\n)"
    }
}

/// References between rows: of several tables that one record fills, and of one table that several records share.
extension Classification {
    /// Assigns shared rows whose record is refused to the first other record that references them.
    ///
    /// - Parameter rows: the table's staging or its labels.
    func reassignShared(
        _ rows: Identifier, to dependents: [(staged: StagedTable, column: TableColumn)]
    ) -> SQL? {
        guard staged.isShared, !dependents.isEmpty else { return nil }
        let references = dependents.map { dependent -> SQL in
            """
            select other.\(id: dependent.column.name) as key, other.record
            from \(dependent.staged.staging) as other
            where not exists (select from pg_temp.refused where refused.record = other.record)
            """
        }
        return """
            update \(rows) as staged set record = successor.record
            from (
                select key, min(record) as record
                from (\(references.joined(separator: " union all "))) as other
                group by key
            ) as successor
            where staged.\(staged.key) = successor.key
                and exists (select from pg_temp.refused where refused.record = staged.record)
            """
    }

    /// Refuses records that reference a row which neither the file nor the target has.
    func refuseOrphans(_ column: TableColumn, parent: StagedTable) -> SQL {
        """
        insert into pg_temp.refused (record, field, code)
        select distinct staged.record, \(literal: column.name), 'missing_reference'
        from \(staged.staging) as staged
        where \(isOrphan(column, parent))
        """
    }

    /// Sets a column with such a reference to null.
    func emptyOrphans(_ column: TableColumn, parent: StagedTable) -> SQL {
        "update \(staged.staging) as staged set \(id: column.name) = null where \(isOrphan(column, parent))"
    }

    private func isOrphan(_ column: TableColumn, _ parent: StagedTable) -> SQL {
        let planned: SQL =
            overlay == .planned
            ? """
             and not exists (
                select from \(Classification(staged: parent, overlay: overlay).plannedTable) as planned
                where planned.label <> 'x' and planned.\(parent.key) = staged.\(id: column.name))
            """ : ""
        return """
            staged.\(id: column.name) is not null
                and not exists (select from pg_temp.refused where refused.record = staged.record)
                and not exists (
                    select from \(parent.staging) as above
                    where above.\(parent.key) = staged.\(id: column.name)
                        and not exists (select from pg_temp.refused where refused.record = above.record))
                and not exists (
                    select from \(parent.table.key == parent.table.owner ? parent.keys : parent.rows) as target
                    where target.\(parent.key) = staged.\(id: column.name))\(planned)
            """
    }

    /// Removes from each staged array the ids that a table does not have.
    func dropMissing(_ column: TableColumn, _ reference: ColumnReference) -> SQL {
        let list = Identifier(parts: [column.name])
        return """
            with kept as materialized (
                select staged.ctid as place, array(
                    select listed.id
                    from unnest(staged.\(list)::uuid[]) with ordinality as listed (id, place)
                    where \(has(reference, "listed.id"))
                    order by listed.place
                )::text as ids
                from \(staged.staging) as staged
                where staged.\(list) <> '{}'
            )
            update \(staged.staging) as staged
            set \(list) = kept.ids
            from kept
            where kept.place = staged.ctid and kept.ids <> staged.\(list)
            """
    }
}
