internal import Definitions
internal import Postgres

/// SQL that writes what Classification has labelled, and remembers it.
struct Merge {
    let staged: StagedTable
    let origin: Origin
    /// Records of files that begin with the newest.
    var newestFirst: [ClosedRange<Int>] = []

    /// Which unit a labelled row is of, and the number of its record in that unit.
    struct Origin {
        var unit: SQL
        var record: SQL
    }

    /// The unit's id is known to the transaction: so that the statements of all units are the same.
    static let single = Origin(
        unit: "pg_catalog.current_setting('scorebook.unit')::bigint", record: "labelled.record")

    /// Records of several units are numbered on from one unit to the next.
    static let batch: Origin = {
        let place = Merge.place("labelled.record")
        return Origin(
            unit: "(\(setting("units", "bigint")))[\(place)]",
            record: "labelled.record - (\(setting("before", "integer")))[\(place)]")
    }()

    /// Position of a record's unit in the batch, the first being 1.
    static func place(_ record: SQL) -> SQL {
        "pg_catalog.width_bucket(\(record) - 1, \(setting("before", "integer")))"
    }

    /// Read once a statement.
    private static func setting(_ name: SQL, _ type: SQL) -> SQL {
        "(select pg_catalog.current_setting('scorebook.\(name)')::\(type)[])"
    }

    /// Columns whose hash says later whether the app has edited the row.
    var hashed: [String] { staged.sources.map(\.name) }

    /// - Parameter rows: how many are to be changed.
    func saveBeforeImages(rows: Int) -> SQL {
        let columns: [SQL] = staged.sources.map { "\(literal: $0.name), target.\(id: $0.name)" }
        return """
            insert into scorebook.before_images (unit_id, table_name, key, owner, record, columns, written_hash)
            select \(origin.unit), \(literal: staged.table.name), target.\(staged.key), target.\(staged.owner),
                \(origin.record), pg_catalog.jsonb_build_object(\(columns)),
                \(Classification.hash(hashed, of: "labelled"))
            from \(staged.labels) as labelled
            \(rows <= StagedTable.rowsSoughtByKey ? soughtByKey : "join \(staged.rows) as target on \(isFound)")
            where labelled.label = 'u'
            """
    }

    var isFound: SQL { "target.\(staged.key) = labelled.\(staged.key)" }

    private var soughtByKey: SQL {
        "cross join lateral (select target.* from \(staged.rows) as target where \(isFound) offset 0) as target"
    }

    func update(records: ClosedRange<Int>? = nil) -> SQL? {
        let assignments: [SQL] = staged.sources.filter(staged.isWritten)
            .map { "\(id: $0.name) = \(cast($0, of: "labelled"))" }
        guard !assignments.isEmpty else { return nil }
        return """
            update \(staged.target) as target set \(assignments)
            from \(staged.labels) as labelled
            where target.\(staged.key) = labelled.\(staged.key) and labelled.label = 'u' \(range(records))
            """
    }

    /// Columns that are written once another table has its rows; nil where the unit gives none.
    func complete(after table: String) -> SQL? {
        let columns = staged.given.filter { $0.after == table }
        guard !columns.isEmpty else { return nil }
        let assignments = columns.map { column -> SQL in
            let value = cast(column, of: "labelled")
            // A column that is the app's is given with a new row only.
            let kept: SQL = "case when labelled.label = 'i' then \(value) else former.\(id: column.name) end"
            return "\(id: column.name) = \(column.write == .keep ? kept : value)"
        }
        let changed: [SQL] = columns.map { "former.\(id: $0.name) is distinct from \(cast($0, of: "labelled"))" }
        return """
            update \(staged.target) as target set \(assignments)
            from \(staged.labels) as labelled
            join \(staged.rows) as former on former.\(staged.key) = labelled.\(staged.key)
            where target.\(staged.key) = labelled.\(staged.key) and labelled.label in ('i', 'u')
                and (\(changed.joined(separator: " or ")))
            """
    }

    private func range(_ records: ClosedRange<Int>?) -> SQL {
        records.map { "and labelled.record between \(literal: $0.lowerBound) and \(literal: $0.upperBound)" } ?? ""
    }

    /// In which order new rows are inserted.
    enum Order {
        /// That of the primary key; labelled rows stand in it already.
        case byKey
        /// Owner by owner, each one's rows as they stand in the file.
        case byOwner
        case asInTheFile

        /// Most new rows that go in by the primary key without a look at the table's other indexes: for so few the order
        /// is worth less than the question.
        static let rowsByKey = 10_000
    }

    private func ordering(_ order: Order) -> SQL {
        guard staged.fresh != nil else { return "" }
        switch order {
        case .byKey: return "order by labelled.\(staged.key)"
        case .byOwner: return "order by pg_catalog.uuid_hash_extended(labelled.\(staged.owner), 0)"
        case .asInTheFile: return ""
        }
    }

    /// Inserts what was labelled new.
    ///
    /// Columns that no row of the unit gives take the table's defaults; so does a null in a column that has one and that
    /// the source left empty.
    func insert(records: ClosedRange<Int>? = nil, _ order: Order = .byKey) -> SQL {
        let isOrder = { (column: TableColumn) in staged.table.order != nil && column.name == Table.Order.column }
        let columns = (staged.given + staged.lookups).filter { staged.isWritten($0) && !isOrder($0) }
        var names = staged.identifying + columns.map { Identifier(parts: [$0.name]) }
        var values: [SQL] = staged.identifying.map { "labelled.\($0)" } + columns.map { cast($0, of: "labelled") }
        if staged.table.order != nil {
            names.append(Identifier(parts: [Table.Order.column]))
            values.append(created(staged.given.first(where: isOrder)))
        }
        return """
            insert into \(staged.entry) (\(names))
            select \(values)
            from \(staged.labels) as labelled
            where labelled.label = 'i' \(range(records))
            \(ordering(order))
            """
    }

    /// `created_at` of a new row, see `Table.Order`.
    ///
    /// Clocks that show less than a second are left alone: what the place in the file adds could outrun them.
    private func created(_ column: TableColumn?) -> SQL {
        var place: SQL = "labelled.record"
        if !newestFirst.isEmpty {
            let cases = newestFirst.map { records -> SQL in
                """
                when labelled.record between \(literal: records.lowerBound) and \(literal: records.upperBound)
                    then \(literal: records.lowerBound + records.upperBound) - labelled.record
                """
            }
            place = "case \(cases.joined(separator: " ")) else labelled.record end"
        }
        let imported: SQL = "pg_catalog.transaction_timestamp() + (\(place)) * interval '1 microsecond'"
        guard let column else { return imported }
        let given: SQL = "labelled.\(id: column.name)"
        guard staged.isClocked else { return "coalesce(\(given), \(imported))" }
        return """
            coalesce(
                \(given) + case when \(given) = pg_catalog.date_trunc('second', \(given))
                    then least(\(place), 999999) * interval '1 microsecond' else interval '0' end,
                \(imported))
            """
    }

    /// The column in the target's type; text is left to the assignment, which refuses what a cast would cut.
    ///
    /// A column with a default gets it where the source gives nothing.
    func cast(_ column: TableColumn, of alias: SQL) -> SQL {
        let value: SQL = "\(alias).\(id: column.name)"
        let isText = column.type == "text" || column.type.hasPrefix("character")
        let typed = isText ? value : "\(value)::\(raw: column.type)"
        guard let fallback = column.whenNull else { return typed }
        return "coalesce(\(typed), \(literal: fallback)::\(raw: column.type))"
    }

    /// Deletes what the source no longer has, after a whole before-image. Lineage says by an empty set of columns that we did.
    func delete() -> [SQL] {
        let table: SQL = "\(literal: staged.table.name)"
        return [
            """
            insert into scorebook.before_images
                (unit_id, table_name, key, owner, record, columns, written_hash, is_deleted)
            select \(origin.unit), \(table), target.\(staged.key), target.\(staged.owner), \(origin.record),
                pg_catalog.to_jsonb(target), 0, true
            from \(staged.labelTable) as labelled
            join \(staged.target) as target on \(isFound)
            where labelled.label = 'x'
            """,
            """
            insert into scorebook.lineage_blocks (unit_id, shape, owner, by_place, keys, hashes, records)
            select \(origin.unit), \(LineageShape.deleted(staged).number), labelled.\(staged.owner),
                pg_catalog.count(*) <= \(literal: rowsFoundByPlace),
                pg_catalog.array_agg(labelled.\(staged.key)), pg_catalog.array_agg(0::bigint),
                pg_catalog.array_agg(\(origin.record))
            from \(staged.labelTable) as labelled
            where labelled.label = 'x'
            group by 1, labelled.\(staged.owner)
            """,
            """
            delete from \(staged.target) as target using \(staged.labelTable) as labelled
            where \(isFound) and labelled.label = 'x'
            """,
        ]
    }

    /// Most rows of a table in one unit or batch whose lineage is found by the places of their ids.
    ///
    /// An index entry for each of many rows would take as long as all else here; what few rows leave would be a thousand
    /// blocks to go through after a thousand small files. Ids from the source have a place each: an index over them would
    /// be as large as the lineage itself.
    private var rowsFoundByPlace: Int { staged.hasOwnIDs ? 0 : 10_000 }

    /// One block an owner; a file that is one owner's alone gets one for each 262,144 records.
    ///
    /// Blocks of many owners are not divided further: 8000 groups of 2 million rows take twice the time of 1000.
    func recordLineage(owners: Int, inserted: Int, updated: Int, unmanaged: UnmanagedValues) -> SQL {
        let rows = inserted + updated
        let (hash, stored): (SQL, SQL) =
            switch unmanaged {
            case .alike(let hash): ("\(literal: hash)::bigint", "")
            case .known(let values): (Classification.hash(values), "")
            case .each where inserted == 0: ("null::bigint", "")
            case .each where rows <= StagedTable.rowsSoughtByKey:
                ("stored.hash", "left join lateral \(unmanagedByKey) as stored on true")
            case .each:
                (
                    "stored.hash",
                    """
                    left join \(staged.rows) as target on \(isFound)
                    left join lateral (select \(staged.unmanaged.hash(of: "target")) as hash offset 0) as stored
                        on target.\(staged.key) is not null
                    """
                )
            }
        let other: SQL = updated == 0 ? hash : "case when labelled.label = 'i' then \(hash) end"
        // Rows that were updated have their before-images; without one, a null keeps them from being removed.
        let hashes: SQL =
            if case .alike = unmanaged, updated == 0 { "array[\(hash)]" } else {
                """
                case when pg_catalog.count(\(other)) = pg_catalog.count(*)
                        and pg_catalog.min(\(other)) = pg_catalog.max(\(other))
                    then array[pg_catalog.min(\(other))] else pg_catalog.array_agg(\(other)) end
                """
            }
        return """
            insert into scorebook.lineage_blocks
                (unit_id, shape, owner, by_place, keys, hashes, records, unmanaged_hashes)
            select \(origin.unit), \(LineageShape(of: staged).number), labelled.\(staged.owner),
                \(literal: rows <= rowsFoundByPlace),
                pg_catalog.array_agg(labelled.\(staged.key)),
                pg_catalog.array_agg(\(Classification.hash(hashed, of: "labelled"))),
                pg_catalog.array_agg(\(origin.record)), \(hashes)
            from \(staged.labels) as labelled
            \(stored)
            where labelled.label in ('i', 'u')
            group by 1, labelled.\(staged.owner)\(owners == 1 ? ", labelled.record >> 18" : "")
            """
    }
}
