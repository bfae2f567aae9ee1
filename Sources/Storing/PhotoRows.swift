public import Postgres
internal import Records

/// The rows of photos, as far as their pictures are concerned.
///
/// Each of its transactions declares its owner and takes the owner's lock, as a load does.
public struct PhotoRows {
    private let connection: Connection
    /// The photos' table, as their dataset names it, quoted.
    private let table: String

    public init(_ connection: Connection, table: String) {
        self.connection = connection
        self.table = Identifier(table).quoted
    }

    /// By what the folder of photos knows its database: its id, and its name, since a copy has the same id. Nil where the
    /// database has no photos yet.
    public func database() throws -> String? {
        let table = try connection.value("select pg_catalog.to_regclass('scorebook.photo_stores')")
        guard table != nil else { return nil }
        return try connection.value(
            "select id || ' ' || pg_catalog.current_database() from scorebook.photo_stores order by created_at, id limit 1"
        )
    }

    /// Runs the body in a transaction of the owner's.
    @discardableResult
    private func locked<Result>(
        _ owner: String, _ body: () throws -> Result
    ) throws -> Result {
        try connection.transaction {
            _ = try connection.rows("select pg_catalog.set_config('scorebook.owners', $1, true)", [owner])
            _ = try connection.rows("select scorebook.lock_owners(array[$1::uuid])", [owner])
            return try body()
        }
    }

    /// Whether an owner has a photo; while the body runs nobody can take it away.
    public func whileThere(
        _ owner: String, _ sha256: String, _ body: () throws -> Void
    ) throws {
        try locked(owner) {
            let found = try connection.value(
                "select id from \(table) where user_id = $1::uuid and sha256 = $2", [owner, sha256])
            if found != nil { try body() }
        }
    }

    /// The owner's photos after one, in the order of their fingerprints.
    public func page(of owner: String, after sha256: String, count: Int) throws -> [Picture] {
        try locked(owner) {
            try connection.rows(
                """
                select photo.sha256, photo.decode_status, (
                    select pg_catalog.string_agg(size.key || ' ' || (size.value ->> 'sha256'), ',')
                    from pg_catalog.jsonb_each(photo.thumbnails) as size)
                from \(table) as photo
                where photo.user_id = $1::uuid and photo.sha256 > $2
                order by photo.sha256 limit $3::bigint
                """, [owner, sha256, String(count)])
        }.map { row in
            Picture(
                owner: owner, sha256: row[0] ?? "", status: row[1] ?? Picture.pending,
                thumbnails: Self.thumbnails(row[2] ?? ""))
        }
    }

    /// `320 <sha-256>,1080 <sha-256>`
    private static func thumbnails(_ text: String) -> [Int: String] {
        var found: [Int: String] = [:]
        for entry in text.split(separator: ",") {
            let parts = entry.split(separator: " ")
            if parts.count == 2, let longEdge = Int(parts[0]) { found[longEdge] = String(parts[1]) }
        }
        return found
    }

    /// Writes what the pixels of one owner's photos say.
    public func finish(_ looked: [LookedAt], of owner: String) throws {
        let entries = looked.compactMap { one -> String? in
            guard case .finished(let finished) = one.finding else { return nil }
            let hash = finished.hash.map { String(Int64(bitPattern: $0)) } ?? "null"
            return "{\"sha256\": \(JSONText.quoted(one.sha256)), \"status\": \(JSONText.quoted(finished.status)), "
                + "\"hash\": \(hash), \"thumbnails\": \(Self.json(finished.thumbnails))}"
        }
        guard !entries.isEmpty else { return }
        try locked(owner) {
            try connection.run(
                changing(
                    """
                    select photo.id, looked.status, looked.hash, looked.thumbnails,
                        photo.near_duplicate_of
                    from pg_catalog.jsonb_to_recordset($2::jsonb) as looked (
                        sha256 text, status text, hash bigint, thumbnails jsonb)
                    join \(table) as photo on photo.user_id = $1::uuid and photo.sha256 = looked.sha256
                    where (photo.decode_status, photo.perceptual_hash, photo.thumbnails)
                        is distinct from (looked.status, looked.hash, looked.thumbnails)
                    """), [owner, "[\(entries.joined(separator: ", "))]"])
        }
    }

    /// Says of each of the owner's photos which it is a copy of; how many were not known to be one.
    public func settleCopies(of owner: String) throws -> Int {
        try locked(owner) {
            let rows = try connection.rows(
                """
                select id, sha256, perceptual_hash, width, height, near_duplicate_of, decode_status, angle,
                    case when date_source in ('exif', 'exif-digitized', 'xmp') then coalesce(taken_at::text, taken_on::text) end
                from \(table)
                where user_id = $1::uuid and (perceptual_hash is not null or near_duplicate_of is not null)
                """, [owner])
            let photos = rows.compactMap { row -> NearDuplicates.Photo? in
                guard let hash = row[2].flatMap({ Int64($0) }) else { return nil }
                return NearDuplicates.Photo(
                    id: row[0] ?? "", sha256: row[1] ?? "", hash: UInt64(bitPattern: hash),
                    width: row[3].flatMap { Int($0) } ?? 0, height: row[4].flatMap { Int($0) } ?? 0,
                    angle: row[7] ?? "", clock: row[8], isWhole: row[6] != "truncated")
            }
            let found = NearDuplicates.find(among: photos)
            let changed = rows.filter { found[$0[0] ?? ""] != $0[5] }
            guard !changed.isEmpty else { return 0 }
            let entries = changed.map { row in
                "{\"id\": \"\(row[0] ?? "")\", \"of\": \(found[row[0] ?? ""].map { "\"\($0)\"" } ?? "null")}"
            }
            try connection.run(
                changing(
                    """
                    select photo.id, photo.decode_status as status, photo.perceptual_hash as hash,
                        photo.thumbnails, copied.of as near_duplicate_of
                    from pg_catalog.jsonb_to_recordset($2::jsonb) as copied (id uuid, of uuid)
                    join \(table) as photo on photo.user_id = $1::uuid and photo.id = copied.id
                    """), [owner, "[\(entries.joined(separator: ", "))]"])
            return changed.filter { $0[5] == nil }.count
        }
    }

    /// A statement that changes what Scorebook maintains in the selected rows. Lineage does not hash these columns.
    private func changing(_ select: String) -> String {
        """
        with found as materialized (\(select) for update of photo)
        update \(table) as photo
        set decode_status = found.status, perceptual_hash = found.hash, thumbnails = found.thumbnails,
            near_duplicate_of = found.near_duplicate_of
        from found where photo.id = found.id
        """
    }

    /// Removes the owner's files that no row knows; how many.
    public func sweep(_ owner: String, in store: PhotoStore, longEdges: [Int]) throws -> Int {
        try locked(owner) {
            let rows = try connection.rows(
                "select sha256 from \(table) where user_id = $1::uuid", [owner])
            let sizes = Set(longEdges)
            return store.sweep(
                owner, photos: Dictionary(rows.compactMap { $0[0].map { ($0, sizes) } }) { first, _ in first })
        }
    }

    private static func json(_ thumbnails: [ThumbnailFile]) -> String {
        let entries = thumbnails.map { file in
            "\"\(file.longEdge)\": {\"path\": \(JSONText.quoted(file.path)), \"sha256\": \"\(file.sha256)\", "
                + "\"width\": \(file.width), \"height\": \(file.height), \"bytes\": \(file.bytes)}"
        }
        return "{" + entries.joined(separator: ", ") + "}"
    }
}
