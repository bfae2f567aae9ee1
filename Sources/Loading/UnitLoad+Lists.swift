internal import Definitions
internal import Postgres
internal import Records

/// Arrays of ids, of which those that lead nowhere are let go.
extension UnitLoad {
    func dropMissing() throws {
        for table in tables where table.stagedRows > 0 {
            for column in table.staged.given where column.onMissing == .drop {
                guard let reference = column.references else { continue }
                let rows = try connection.run(table.classification.dropMissing(column, reference))
                mappedRows += rows
                if rows > 0 { outcome.warnings.add("\(column.name): ids that lead nowhere, left out", rows) }
            }
        }
    }
}

extension Classification {
    /// Keeps of each staged array the ids that a table has, in their order.
    fileprivate func dropMissing(_ column: TableColumn, _ reference: ColumnReference) -> String {
        let list = name(column.name)
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
