internal import Definitions
internal import Postgres

/// Rows that name others: of several tables that one record gives, and of one table that several records share.
extension Classification {
    /// Gives shared rows whose record is refused to the first other record that names them.
    ///
    /// - Parameter rows: the table's staging or its labels.
    func passOn(
        _ rows: Identifier, to dependents: [(staged: StagedTable, column: TableColumn)]
    ) -> SQL? {
        guard staged.isShared, !dependents.isEmpty else { return nil }
        let others = dependents.map { dependent -> SQL in
            """
            select other.\(id: dependent.column.name) as key, other.record
            from \(dependent.staged.staging) as other
            where not exists (select from pg_temp.refused where refused.record = other.record)
            """
        }
        return """
            update \(rows) as staged set record = heir.record
            from (
                select key, min(record) as record
                from (\(others.joined(separator: " union all "))) as other
                group by key
            ) as heir
            where staged.\(staged.key) = heir.key
                and exists (select from pg_temp.refused where refused.record = staged.record)
            """
    }

    /// Refuses records that name a row of another table which neither the file nor the target has.
    func refuseOrphans(_ column: TableColumn, parent: StagedTable) -> SQL {
        """
        insert into pg_temp.refused (record, field, code)
        select distinct staged.record, \(literal: column.name), 'missing_reference'
        from \(staged.staging) as staged
        where \(isOrphan(column, parent))
        """
    }

    /// Empties a column that names such a row.
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

    /// Keeps of each staged array the ids that a table has, in their order.
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
