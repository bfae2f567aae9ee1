internal import Definitions
internal import Postgres

/// The columns of a stored row that a unit does not write from its source: the app's own columns, and those that belong to
/// the app once the row exists.
///
/// Their hash shows a rollback whether the app has changed them since the insert. A row that was edited and edited back
/// counts as unchanged.
struct UnmanagedColumns {
    struct Column {
        let name: String
        /// Whether the type is PostgreSQL's own and hashes alike in every database. Others are hashed as text: an enumeration's
        /// own hash is that of an OID, which a dump does not keep.
        let isHashedAsIs: Bool
        let type: String

        /// The value that is hashed.
        func hashed(of alias: SQL) -> SQL {
            let value: SQL = "\(alias).\(id: name)"
            return isHashedAsIs ? value : "\(value)::text"
        }
    }

    let columns: [Column]

    /// The stored columns except the key, the owner, those from the source and those that change by themselves.
    init(of table: Table, sources: [String], stored: [Column]) {
        let own = [table.key, table.owner] + sources + Self.moving(table)
        columns = stored.filter { !own.contains($0.name) }
    }

    /// The columns of these names; nil where one of them is gone.
    init?(named names: [String], among stored: [Column]) {
        let found = names.compactMap { name in stored.first { $0.name == name } }
        guard found.count == names.count else { return nil }
        columns = found
    }

    /// Columns that change without an edit of the app: `updated_at`, those that are filled after another table, and those that
    /// Scorebook itself fills, such as the order of rows, which differs in each row and which no app changes.
    static func moving(_ table: Table) -> [String] {
        table.columns.filter { $0.write == .app || $0.after != nil && $0.write == .keep }.map(\.name) + table.maintained
            + (table.order == nil ? [] : [Table.Order.column])
    }

    var names: [String] { columns.map(\.name) }

    /// The hash of a row's columns.
    func hash(of alias: SQL) -> SQL {
        Classification.hash(columns.map { $0.hashed(of: alias) })
    }

    /// The stored columns of a table that can be read through the first of these relations that is there.
    static func stored(
        in table: Identifier, through relations: [Identifier], on connection: Connection
    ) -> Pending<[Row]> {
        let relation: SQL = "coalesce(\(relations.map { "pg_catalog.to_regclass(\(bind: $0.quoted))" as SQL }))"
        return connection.later.rows(
            """
            select shown.attname as name, pg_catalog.format_type(kind.oid, stored.atttypmod) as type,
                kind.oid < 16384 and kind.typname = any (
                    '{uuid,text,varchar,bpchar,int2,int4,int8,numeric,float4,float8,bool,date,time,timestamp,timestamptz,bytea,jsonb}')
                    as is_hashed_as_is
            from pg_catalog.pg_attribute as shown
            join pg_catalog.pg_attribute as stored
                on stored.attrelid = pg_catalog.to_regclass(\(bind: table.quoted)) and stored.attname = shown.attname
            join pg_catalog.pg_type as kind on kind.oid = stored.atttypid
            where shown.attrelid = \(relation) and shown.attnum > 0
                and not shown.attisdropped and not stored.attisdropped and stored.attgenerated = ''
                and pg_catalog.has_column_privilege(shown.attrelid, shown.attnum, 'select')
            order by stored.attnum
            """)
    }
}

extension UnmanagedColumns.Column {
    /// From a row of `stored`.
    init(_ row: Row) throws {
        self.init(name: try row["name"], isHashedAsIs: try row["is_hashed_as_is"], type: try row["type"])
    }
}

/// Finds the unmanaged columns of inserted rows without reading every row again.
extension Merge {
    /// The values of these columns in inserted rows.
    enum UnmanagedValues {
        /// Each row's hash must be read.
        case each
        /// All rows have this hash.
        case alike(Int64)
        /// A value for each column, in SQL over the labelled row.
        case known([SQL])
    }

    /// Most inserted rows that are all read again. Of more rows a sample is read: a column has the value that we wrote or a
    /// constant, unless a trigger of the app fills it row by row. To read 100,000 rows again takes a tenth of their insert.
    static let rowsReadAgain = 1_000

    /// The least and greatest hash of the other columns in a sample; then of each column its least and greatest text, whether
    /// each row has one, and whether it holds what we wrote.
    func sampleUnmanaged(rows: Int) -> SQL {
        let columns = staged.unmanaged.columns.enumerated()
        let ours = columns.map { index, column -> SQL in "\(written(column) ?? "null") as \(id: "ours_\(index)")" }
        let found = columns.map { index, column -> SQL in
            let value = column.hashed(of: "target")
            let stored = Classification.hash([value])
            let given = Classification.hash(["sampled.\(id: "ours_\(index)")"])
            return """
                pg_catalog.min(\(value)::text) as \(id: "least_\(index)"),
                pg_catalog.max(\(value)::text) as \(id: "greatest_\(index)"),
                bool_and(\(value) is not null) as \(id: "is_everywhere_\(index)"),
                \(written(column) == nil ? "false" : "bool_and(\(stored) = \(given))") as \(id: "is_ours_\(index)")
                """
        }
        let hash = staged.unmanaged.hash(of: "target")
        return """
            with sampled as materialized (
                select \(["labelled.\(staged.key) as key"] + ours)
                from \(staged.labels) as labelled
                where labelled.label = 'i' and labelled.record % \(literal: max(1, rows / Self.rowsReadAgain)) = 0
                limit \(literal: 2 * Self.rowsReadAgain)
            )
            select \(["pg_catalog.min(\(hash)) as least", "pg_catalog.max(\(hash)) as greatest"] + found)
            from sampled
            cross join lateral (
                select target.* from \(staged.rows) as target where target.\(staged.key) = sampled.key
                offset 0 -- each by its key: the planner takes the sample for one row
            ) as target
            """
    }

    /// What the sample shows for all rows.
    func unmanagedValues(_ sample: Row) throws -> UnmanagedValues {
        guard let hash: Int64 = try sample["least"] else { return .each }
        if try sample["greatest"] == hash { return .alike(hash) }
        var values: [SQL] = []
        for (index, column) in staged.unmanaged.columns.enumerated() {
            let least: String? = try sample["least_\(index)"]
            let isConstant = try sample["is_everywhere_\(index)"] && sample["greatest_\(index)"] == least
            if try sample["is_ours_\(index)"], let value = written(column) {
                values.append(value)
            } else if least == nil || isConstant {
                values.append("\(literal: least)::\(raw: column.isHashedAsIs ? column.type : "text")")
            } else {
                return .each
            }
        }
        return .known(values)
    }

    /// The value that the insert wrote to a column, as it is hashed; nil if none.
    private func written(_ column: UnmanagedColumns.Column) -> SQL? {
        guard let own = (staged.given + staged.lookups).first(where: { $0.name == column.name && staged.isWritten($0) })
        else { return nil }
        return column.isHashedAsIs ? cast(own, of: "labelled") : "(\(cast(own, of: "labelled")))::text"
    }

    var unmanagedByKey: SQL {
        "(select \(staged.unmanaged.hash(of: "target")) as hash from \(staged.rows) as target where \(isFound) offset 0)"
    }
}
