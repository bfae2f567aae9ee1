/// How a person is known who was erased: by the SHA-256 of the id's text.
public enum ErasedOwner {
    /// The hash of an id, as SQL.
    public static func hash(of id: String) -> String {
        "pg_catalog.sha256(pg_catalog.convert_to(\(id)::text, 'UTF8'))"
    }
}
