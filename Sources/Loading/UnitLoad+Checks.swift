internal import Definitions
internal import Postgres

/// The rules of a dataset that look over many records.
extension UnitLoad {
    /// Refuses the records that a check of the dataset finds.
    func check(_ dataset: Dataset) throws {
        guard !dataset.checks.isEmpty, tables.contains(where: { $0.stagedRows > 0 }) else { return }
        let known = knownRows(related[dataset.name, default: []])
        for check in dataset.checks {
            try refuse(
                """
                with \(known), found as (
                \(check.sql)
                )
                insert into pg_temp.refused (record, field, code, because)
                select distinct found.record, found.field, 'cross_record', \(Literal(check.because).quoted)
                from found
                where found.record is not null
                """)
        }
    }
}

extension UnitLoad {
    /// `known_<table>` of a dataset's tables, to stand behind `with`.
    func knownRows(_ tables: [StagedTable]) -> String {
        let overlay: Classification.Overlay = unit == nil ? .planned : .none
        return tables.map { Classification(staged: $0, overlay: overlay).known(isWhole: !rejectedBefore.isAny) }.joined(
            separator: ", ")
    }
}

extension Classification {
    /// `known_<table>`: the rows of admitted owners as they will stand after this unit.
    ///
    /// Columns that the unit does not give are those of the row that is there. `record` is null where the unit does not
    /// bring the row; records refused so far are passed over.
    ///
    /// - Parameter isWhole: whether what the unit gives whole has no other rows.
    func known(isWhole: Bool) -> String {
        let columns = staged.table.columns.filter { $0.name != staged.table.key && $0.name != staged.table.owner }
        let given = Set(staged.origins.isEmpty ? [] : staged.given.map(\.name))
        func standing(_ column: TableColumn) -> String {
            overlay == .planned ? compared(column) : staged.comparable(column, of: "target")
        }
        let brought = columns.map {
            given.contains($0.name)
                ? "staged.\(name($0.name))" : "\(standing($0)) as \(name($0.name))"
        }
        let others = columns.map { "\(staged.comparable($0, of: "target")) as \(name($0.name))" }
        let planned = columns.map { "planned.\(name($0.name))" }
        let isNew = "not exists (select from \(staged.staging) as other where other.\(staged.key) ="
        func isOfOthers(_ alias: String) -> String {
            guard isWhole, let above = staged.whole.map({ name($0.name) }) else { return "" }
            return "and not exists (select from \(staged.staging) as given where given.\(above) = \(alias).\(above))"
        }
        var rows: [String] = []
        if !staged.origins.isEmpty {
            rows.append(
                """
                select \((["staged.record"] + staged.identifying.map { "staged.\($0)" } + brought).joined(separator: ", "))
                from \(staged.source) as staged
                \(targetJoin)
                where not exists (select from pg_temp.refused where refused.record = staged.record)
                """)
        }
        let isPlanned =
            "exists (select from \(plannedTable) as planned where planned.\(staged.key) = target.\(staged.key))"
        rows.append(
            """
            select \((["null::integer as record"] + staged.identifying.map { "target.\($0)" } + others).joined(separator: ", "))
            from \(staged.rows) as target
            where \(isNew) target.\(staged.key)) \(isOfOthers("target"))
                \(overlay == .planned ? "and not \(isPlanned)" : "")
            """)
        if overlay == .planned {
            rows.append(
                """
                select \((["null::integer as record"] + staged.identifying.map { "planned.\($0)" } + planned).joined(separator: ", "))
                from \(plannedTable) as planned
                where planned.label <> 'x' and \(isNew) planned.\(staged.key)) \(isOfOthers("planned"))
                """)
        }
        return "\(staged.knownName) as (\n\(rows.joined(separator: "\nunion all\n"))\n)"
    }
}
