internal import Definitions
internal import Postgres

/// The table and the columns of a block of lineage, see `scorebook.lineage_shapes`: few of them, each of many blocks.
struct LineageShape: Hashable {
    let table: String
    /// Columns whose values have a hash for each row; none in a block of deleted rows.
    let columns: [String]
    /// The table's other columns, which the unit does not write.
    let unmanaged: [String]

    /// That of the rows that a unit writes.
    init(of table: StagedTable) {
        self.init(table: table.table.name, columns: table.sources.map(\.name), unmanaged: table.unmanaged.names)
    }

    /// That of the rows of a table that a unit deletes.
    static func deleted(_ table: StagedTable) -> LineageShape {
        LineageShape(table: table.table.name, columns: [], unmanaged: [])
    }

    private init(table: String, columns: [String], unmanaged: [String]) {
        (self.table, self.columns, self.unmanaged) = (table, columns, unmanaged)
    }

    private var row: SQL { "\(literal: table)::text, \(literal: columns)::text[], \(literal: unmanaged)::text[]" }

    /// Its hash, by which blocks name it: of one text, as the server's hash of a row or a list is the same for some others with
    /// the same words in other lists.
    var number: SQL { "pg_catalog.hashtextextended(pg_catalog.jsonb_build_array(\(row))::text, 0)" }

    /// A statement that stores it.
    var note: SQL {
        """
        insert into scorebook.lineage_shapes (shape, table_name, columns, unmanaged_columns)
        values (\(number), \(row))
        on conflict (shape) do nothing
        """
    }
}
