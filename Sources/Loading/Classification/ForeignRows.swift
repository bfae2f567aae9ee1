internal import Definitions
internal import Normalising
internal import Postgres

/// Refuses what a file of one owner must not do: reference rows of other people, and set columns that only migrations set.
///
/// The policies of the tables forbid the same; here a record is rejected, with a reason.
struct ForeignRows {
    let load: UnitLoad

    private var connection: Connection { load.connection }
    private var tables: [TableLoad] { load.tables }

    /// The statement that refuses such records, if any column may have such values.
    func refusals(in table: TableLoad) throws -> [SQL] {
        guard load.plan.ownership != .payload, table.stagedRows > 0 else { return [] }
        var selects = table.classification.refuseMigrationOnly()
        for column in table.staged.given {
            guard let name = referencedTable(column), let views = try load.loader.ownershipViews(of: name) else {
                continue
            }
            selects.append(table.classification.refuseForeign(column, views))
        }
        guard !selects.isEmpty else { return [] }
        return [
            """
            insert into pg_temp.refused (record, field, code)
            \(selects.joined(separator: "\nunion all\n"))
            """
        ]
    }

    private func referencedTable(_ column: TableColumn) -> String? {
        if case .row(let table) = column.source { return table }
        return column.references?.table
    }

    /// The families that a migration's rows reference. Rows of one owner reference families of that owner, which the server knows.
    func namedFamilies() throws -> [String] {
        guard load.plan.ownership == .payload else { return [] }
        var selects: [SQL] = []
        for table in tables where table.stagedRows > 0 {
            for (column, name) in table.staged.parents where isItsOwnOwner(name) {
                let value = Identifier(parts: [column.name])
                selects.append("select \(value) from \(table.staged.staging) where \(value) is not null")
            }
        }
        guard !selects.isEmpty else { return [] }
        return try connection.values(selects.joined(separator: "\nunion\n"))
    }

    private func isItsOwnOwner(_ table: String) -> Bool {
        load.related.values.joined().contains { $0.table.name == table && $0.table.key == $0.table.owner }
    }
}

/// Views that show whether a referenced row belongs to another person.
struct OwnershipViews {
    /// All rows of the table.
    let keys: Identifier
    /// The rows that a file of the declared owners may reference.
    let nameable: Identifier
}

extension Loader {
    /// Nil for a table whose rows have no owner: lists of sports, tasks.
    func ownershipViews(of table: String) throws -> OwnershipViews? {
        if let known = ownershipViews[table] { return known }
        let short = table.split(separator: ".").last.map(String.init) ?? table
        let views = ["keys", "nameable", "rows"].map { Identifier(parts: ["scorebook", "\(short)_\($0)"]) }
        let found: [Bool] = try connection.values(
            """
            select pg_catalog.to_regclass(name) is not null
            from unnest(\(bind: views.map(\.quoted))::text[]) with ordinality as asked (name, place) order by place
            """)
        let there = zip(views, found).map { view, isThere in isThere ? view : nil }
        let result = there[0].map { OwnershipViews(keys: $0, nameable: there[1] ?? there[2] ?? Identifier(table)) }
        ownershipViews[table] = .some(result)
        return result
    }
}

extension Classification {
    /// Records that reference a row which is not the owner's and not in a family of the owner.
    fileprivate func refuseForeign(_ column: TableColumn, _ views: OwnershipViews) -> SQL {
        let isList = column.type == "uuid[]"
        let value: SQL = "staged.\(id: column.name)"
        let id = isList ? "listed.id" : value
        // Few are looked up one by one: of a join the planner could not know how many rows it reads.
        let apart: SQL = search == .byKey ? " offset 0" : ""
        let lists: SQL = isList ? "\ncross join lateral unnest(\(value)::uuid[]) as listed (id)" : ""
        return """
            select staged.record, \(literal: column.name), 'foreign_owner'
            from \(staged.staging) as staged\(lists)
            where \(id) is not null
                and not exists (select from \(views.nameable) as own where own.id = \(id)\(apart))
                and exists (select from \(views.keys) as known where known.id = \(id)\(apart))
            """
    }

    /// Records that would change a column which only migrations set.
    fileprivate func refuseMigrationOnly() -> [SQL] {
        staged.given.filter { $0.setBy == .migration }.map { column in
            let value = resolvedValue(column)
            return """
                select staged.record, \(literal: column.name), 'migration_only'
                from \(staged.staging) as staged
                \(targetJoin)
                where \(value) is distinct from \(compared(column))
                """
        }
    }

    /// The staged value, or what is written in its place.
    private func resolvedValue(_ column: TableColumn) -> SQL {
        let value: SQL = "staged.\(id: column.name)"
        guard let fallback = column.whenNull else { return value }
        return "coalesce(\(value), \(literal: fallback)::\(raw: staged.stagingType(column)))"
    }
}
