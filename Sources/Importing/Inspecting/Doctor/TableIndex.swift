internal import Postgres

/// An index of a table that imports write, as the catalogue and the statistics have it.
struct TableIndex {
    /// Qualified and quoted, as SQL has it.
    let table: String
    /// The same for the index.
    let name: String
    /// Of each key column its expression with operator class, collation and order: two that are equal sort alike.
    let keys: [String]
    /// The same for people: `user_id, recorded_date desc`.
    let label: String
    /// The first key column; nil for an expression.
    let firstColumn: String?
    let method: String
    let predicate: String?
    /// Columns that are stored beside the key.
    let hasIncluded: Bool
    /// Whether a constraint, uniqueness, CLUSTER or replication needs it.
    let isProtected: Bool
    /// Whether queries may use it: not while it is built.
    let isUsable: Bool
    /// Whether deletes of rows that this table refers to look here for those that refer to them.
    let servesForeignKey: Bool
    let bytes: Int
    let scans: Int
    /// Rows of the table, as the server estimates them; negative before the first ANALYZE.
    let rows: Double
    /// Share of rows without a value in the first column; nil where the server has no figure, or hides it.
    let nullFraction: Double?
    /// What creates it with `where ... is not null`, under another name.
    let partial: String
    let activity: Activity

    /// What has happened to its table since the statistics were reset.
    struct Activity {
        let scans: Int
        let written: Int

        /// With less than this a scan count of zero means nothing.
        static let enough = 1000

        var isEnough: Bool { scans >= Self.enough && written >= Self.enough }
    }

    /// The indexes of these tables but for those that `schema up` made, in the order of their names.
    static func read(_ connection: Connection, tables: [String]) throws -> [TableIndex] {
        let own = try ownNames(connection)
        return try connection.rows(query(tables)).filter { try !own.contains($0["name"]) }.map(TableIndex.init)
    }

    private init(_ row: Row) throws {
        (table, name, keys, label) = (try row["table_name"], try row["name"], try row["keys"], try row["label"])
        (firstColumn, method, predicate) = (try row["first_column"], try row["method"], try row["predicate"])
        (hasIncluded, isProtected, isUsable) = (
            try row["has_included"], try row["is_protected"], try row["is_usable"]
        )
        (servesForeignKey, bytes, scans) = (try row["serves_foreign_key"], try row["bytes"], try row["scans"])
        (rows, nullFraction, partial) = (try row["estimate"], try row["null_fraction"], try row["partial"])
        activity = Activity(scans: try row["table_scans"], written: try row["written"])
    }

    /// `schema up` would make them again.
    private static func ownNames(_ connection: Connection) throws -> Set<String> {
        let isThere: Bool? = try connection.value(
            "select pg_catalog.to_regclass('scorebook.schema_facts') is not null")
        guard isThere == true else { return [] }
        return Set(
            try connection.values(
                """
                select pg_catalog.format('%I.%I', pg_catalog.split_part(object, '.', 1), name)
                from scorebook.schema_facts where kind = 'index'
                """))
    }

    private static func query(_ tables: [String]) -> SQL {
        """
        select pg_catalog.format('%I.%I', space.nspname, class.relname) as table_name,
            pg_catalog.format('%I.%I', space.nspname, entry.relname) as name, method.amname as method,
            key.keys, key.label, first_column.attname as first_column,
            pg_catalog.pg_get_expr(index.indpred, index.indrelid) as predicate,
            index.indnatts > index.indnkeyatts as has_included,
            index.indisunique or index.indisprimary or index.indisexclusion or index.indisclustered
                or index.indisreplident or exists (
                    select from pg_catalog.pg_constraint as con where con.conindid = index.indexrelid
                ) as is_protected,
            index.indisvalid and index.indisready and index.indislive as is_usable,
            exists (
                select from pg_catalog.pg_constraint as con
                where con.conrelid = index.indrelid and con.contype = 'f' and index.indkey[0] = any (con.conkey)
            ) as serves_foreign_key,
            pg_catalog.pg_relation_size(index.indexrelid) as bytes, coalesce(used.idx_scan, 0) as scans,
            class.reltuples::double precision as estimate, known.null_frac::double precision as null_fraction,
            pg_catalog.format('create index concurrently %I on %I.%I %s where %I is not null',
                pg_catalog.left(entry.relname, 54) || '_not_null', space.nspname, class.relname,
                pg_catalog.substr(pg_catalog.pg_get_indexdef(index.indexrelid), 1 + pg_catalog.length(
                    pg_catalog.format('CREATE INDEX %I ON %I.%I ', entry.relname, space.nspname, class.relname))),
                coalesce(first_column.attname, '')) as partial,
            coalesce(happened.seq_scan, 0) + coalesce(happened.idx_scan, 0) as table_scans,
            coalesce(happened.n_tup_ins + happened.n_tup_upd + happened.n_tup_del, 0) as written
        from pg_catalog.unnest(\(bind: tables)::text[]) as asked (name)
        join pg_catalog.pg_class as class on class.oid = pg_catalog.to_regclass(asked.name) and class.relkind = 'r'
        join pg_catalog.pg_namespace as space on space.oid = class.relnamespace
        join pg_catalog.pg_index as index on index.indrelid = class.oid
        join pg_catalog.pg_class as entry on entry.oid = index.indexrelid
        join pg_catalog.pg_am as method on method.oid = entry.relam
        left join pg_catalog.pg_stat_user_indexes as used on used.indexrelid = index.indexrelid
        left join pg_catalog.pg_stat_user_tables as happened on happened.relid = class.oid
        left join pg_catalog.pg_attribute as first_column
            on first_column.attrelid = class.oid and first_column.attnum = index.indkey[0]
        left join pg_catalog.pg_stats as known
            on known.schemaname = space.nspname and known.tablename = class.relname and not known.inherited
            and known.attname = first_column.attname
        cross join lateral (
            select pg_catalog.array_agg(
                    pg_catalog.format('%s %s %s %s', one.text, index.indclass[one.place - 1],
                        index.indcollation[one.place - 1], index.indoption[one.place - 1]) order by one.place) as keys,
                pg_catalog.string_agg(
                    one.text || case when index.indoption[one.place - 1] & 1 = 1 then ' desc' else '' end, ', '
                    order by one.place) as label
            from (
                select place, pg_catalog.pg_get_indexdef(index.indexrelid, place, true) as text
                from pg_catalog.generate_series(1, index.indnkeyatts::integer) as place
            ) as one
        ) as key
        order by 1, 2
        """
    }
}
