/// A row of `scorebook.lineage`: what one unit has written of one owner's rows in one table.
public enum LineageBlock {
    /// The SQL condition of the blocks that are indexed by the places of their keys.
    ///
    /// It must stay that of the index `scorebook.lineage_blocks_places`, or every block is read to find a key.
    public static let isFoundByPlace = "by_place and pg_catalog.cardinality(keys) <= 1000"
}
