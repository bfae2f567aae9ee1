internal import Definitions
internal import Postgres

/// The columns of a stored row beside those that a unit writes from its source: the app's own columns, and those that
/// belong to the app once the row is there.
///
/// Their hash tells a rollback whether the app has changed them since the insert. A row that was edited and edited back
/// counts as unchanged.
struct OtherColumns {
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

    /// Those of the stored columns that are neither key, owner nor source, and that do not change by themselves.
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

    /// Columns that change without an edit of the app: `updated_at`, those that wait for another table, and those that Scorebook
    /// itself fills, the order of rows among them: it differs from row to row, and no app changes it.
    static func moving(_ table: Table) -> [String] {
        table.columns.filter { $0.write == .app || $0.after != nil && $0.write == .keep }.map(\.name) + table.maintained
            + (table.order == nil ? [] : [Table.Order.column])
    }

    var names: [String] { columns.map(\.name) }

    /// The hash of a row's columns.
    func hash(of alias: SQL) -> SQL {
        Classification.hash(columns.map { $0.hashed(of: alias) })
    }

    /// The stored columns of a table that can be read through a relation.
    static func stored(
        in table: Identifier, through relation: Identifier, on connection: Connection
    ) throws -> [Column] {
        try connection.rows(
            """
            select shown.attname as name, pg_catalog.format_type(kind.oid, stored.atttypmod) as type,
                kind.oid < 16384 and kind.typname = any (
                    '{uuid,text,varchar,bpchar,int2,int4,int8,numeric,float4,float8,bool,date,time,timestamp,timestamptz,bytea,jsonb}')
                    as is_hashed_as_is
            from pg_catalog.pg_attribute as shown
            join pg_catalog.pg_attribute as stored
                on stored.attrelid = pg_catalog.to_regclass(\(bind: table.quoted)) and stored.attname = shown.attname
            join pg_catalog.pg_type as kind on kind.oid = stored.atttypid
            where shown.attrelid = pg_catalog.to_regclass(\(bind: relation.quoted)) and shown.attnum > 0
                and not shown.attisdropped and not stored.attisdropped and stored.attgenerated = ''
                and pg_catalog.has_column_privilege(shown.attrelid, shown.attnum, 'select')
            order by stored.attnum
            """
        ).map { row in
            Column(name: try row["name"], isHashedAsIs: try row["is_hashed_as_is"], type: try row["type"])
        }
    }
}
