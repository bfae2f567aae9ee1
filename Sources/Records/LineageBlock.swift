/// A row of `scorebook.lineage`: what one unit has written of one owner's rows in one table.
public enum LineageBlock {
    /// The SQL condition of the blocks that are indexed by each of their keys.
    ///
    /// It must stay that of the index `scorebook.lineage_small_keys`, or every block is read to find a key.
    public static let isIndexedByKey = "by_key and pg_catalog.cardinality(keys) <= 1000"
}
