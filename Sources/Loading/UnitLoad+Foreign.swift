internal import Definitions
internal import Mapping
internal import Postgres

/// What a file of one owner must not do: name rows of other people, and set columns that only migrations set.
///
/// The policies of the tables say the same; here a record is rejected, with its reason.
extension UnitLoad {
    func refuseForeign(in table: TableLoad) throws {
        guard plan.ownership != .payload, table.stagedRows > 0 else { return }
        var statements = table.classification.refuseMigrationOnly()
        for column in table.staged.given {
            guard let name = referencedTable(column), let others = try loader.others(of: name) else { continue }
            statements.append(table.classification.refuseForeign(column, others))
        }
        guard !statements.isEmpty else { return }
        try refuse(
            """
            insert into pg_temp.refused (record, field, code)
            \(statements.joined(separator: "\nunion all\n"))
            """)
    }

    private func referencedTable(_ column: TableColumn) -> String? {
        if case .row(let table) = column.source { return table }
        return column.references?.table
    }

    /// The families that a migration's rows name. Rows of one owner name families of that owner, which the server knows.
    func namedFamilies() throws -> [String] {
        guard plan.ownership == .payload else { return [] }
        var selects: [String] = []
        for table in tables where table.stagedRows > 0 {
            for (column, name) in table.staged.parents where isItsOwnOwner(name) {
                let value = Identifier(parts: [column.name]).quoted
                selects.append("select \(value) from \(table.staged.staging) where \(value) is not null")
            }
        }
        guard !selects.isEmpty else { return [] }
        return try connection.rows(selects.joined(separator: "\nunion\n")).compactMap { $0[0] }
    }

    private func isItsOwnOwner(_ table: String) -> Bool {
        related.values.joined().contains { $0.table.name == table && $0.table.key == $0.table.owner }
    }
}

/// How a record's reference to a row of somebody else is found; both have the rows' ids.
struct Others {
    /// All rows of the table.
    let keys: String
    /// The rows that a file of the declared owners may name.
    let nameable: String
}

extension Loader {
    /// Nil for a table whose rows are nobody's: lists of sports, tasks.
    func others(of table: String) throws -> Others? {
        if let known = others[table] { return known }
        let short = table.split(separator: ".").last.map(String.init) ?? table
        let views = ["keys", "nameable", "rows"].map { Identifier(parts: ["scorebook", "\(short)_\($0)"]).quoted }
        let found =
            try connection.rows(
                """
                select pg_catalog.to_regclass($1) is not null, pg_catalog.to_regclass($2) is not null,
                    pg_catalog.to_regclass($3) is not null
                """, views
            ).first?.map { $0 == "t" } ?? []
        guard found.count == 3 else { return nil }
        let nameable = found[1] ? views[1] : found[2] ? views[2] : Identifier(table).quoted
        let result = found[0] ? Others(keys: views[0], nameable: nameable) : nil
        others[table] = .some(result)
        return result
    }
}

extension Classification {
    /// Records whose column holds the id of a row that is neither its owner's nor in a family of the owner.
    fileprivate func refuseForeign(_ column: TableColumn, _ others: Others) -> String {
        let isList = column.type == "uuid[]"
        let value = "staged.\(name(column.name))"
        let id = isList ? "listed.id" : value
        let lists = isList ? "\ncross join lateral unnest(\(value)::uuid[]) as listed (id)" : ""
        return """
            select staged.record, \(Literal(column.name).quoted), 'foreign_owner'
            from \(staged.staging) as staged\(lists)
            where \(id) is not null
                and not exists (select from \(others.nameable) as own where own.id = \(id))
                and exists (select from \(others.keys) as known where known.id = \(id))
            """
    }

    /// Records that give a column that only migrations set another value than the row has.
    fileprivate func refuseMigrationOnly() -> [String] {
        staged.given.filter { $0.setBy == .migration }.map { column in
            let value = settled(column)
            return """
                select staged.record, \(Literal(column.name).quoted), 'migration_only'
                from \(staged.staging) as staged
                \(targetJoin)
                where \(value) is distinct from \(compared(column))
                """
        }
    }

    /// The staged value, or what is written in its place.
    private func settled(_ column: TableColumn) -> String {
        let value = "staged.\(name(column.name))"
        guard let fallback = column.whenNull else { return value }
        return "coalesce(\(value), \(Literal(fallback).quoted)::\(staged.stagingType(column)))"
    }
}
