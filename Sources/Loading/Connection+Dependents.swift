internal import Definitions
internal import Postgres

extension Connection {
    /// Foreign keys of one column that lead to a table, from tables that this role may read.
    func dependents(of table: Table) throws -> [UndoneTable.Dependent] {
        try rows(
            """
            select space.nspname as schema, other.relname as table, column_.attname as column
            from pg_catalog.pg_constraint as foreign_key
            join pg_catalog.pg_class as other on other.oid = foreign_key.conrelid
            join pg_catalog.pg_namespace as space on space.oid = other.relnamespace
            join pg_catalog.pg_attribute as column_
                on column_.attrelid = other.oid and column_.attnum = foreign_key.conkey[1]
            join pg_catalog.pg_attribute as key
                on key.attrelid = foreign_key.confrelid and key.attnum = foreign_key.confkey[1]
            where foreign_key.contype = 'f' and foreign_key.confrelid = pg_catalog.to_regclass(\(bind: Identifier(table.name).quoted))
                and pg_catalog.cardinality(foreign_key.conkey) = 1 and key.attname = \(bind: table.key)
                and pg_catalog.has_column_privilege(other.oid, column_.attnum, 'select')
            order by 1, 2, 3
            """
        ).map { row in
            UndoneTable.Dependent(
                table: Identifier(parts: [try row["schema"], try row["table"]]),
                column: Identifier(parts: [try row["column"]]))
        }
    }
}
