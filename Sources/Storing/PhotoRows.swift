public import Postgres
internal import Reading
internal import Records

/// The rows of photos, as far as their pictures are concerned.
///
/// Each of its transactions declares its owner and takes the owner's lock, as a load does.
public struct PhotoRows {
    let connection: Connection
    /// The photos' table, as their dataset names it.
    let table: Identifier

    public init(_ connection: Connection, table: String) {
        self.connection = connection
        self.table = Identifier(table)
    }

    /// By what the folder of photos knows its database: its id, and its name, since a copy has the same id. Nil where the
    /// database has no photos yet.
    public func database() throws -> String? {
        guard try connection.existing(Identifier("scorebook.photo_stores")) != nil else { return nil }
        return try connection.value(
            """
            select id || ' ' || pg_catalog.current_database()
            from scorebook.photo_stores order by created_at, id limit 1
            """)
    }

    /// Runs the body in a transaction of the owner's.
    @discardableResult
    private func locked<Result>(
        _ owner: String, _ body: () throws -> Result
    ) throws -> Result {
        try connection.transaction {
            try connection.run("select pg_catalog.set_config('scorebook.owners', \(bind: owner), true)")
            try connection.run("select scorebook.lock_owners(array[\(bind: owner)::uuid])")
            return try body()
        }
    }

    /// Whether an owner has a photo; while the body runs it cannot be taken away.
    public func whileThere(
        _ owner: String, _ sha256: String, _ body: () throws -> Void
    ) throws {
        try locked(owner) {
            let isThere: Bool? = try connection.value(
                """
                select true from \(table) where user_id = \(bind: owner)::uuid and sha256 = \(bind: sha256) for key share
                """)
            if isThere == true { try body() }
        }
    }

    /// The owner's photos after one, in the order of their fingerprints.
    public func page(of owner: String, after sha256: String, count: Int) throws -> [Picture] {
        try locked(owner) {
            try connection.rows(
                """
                select photo.sha256, photo.media_type as type, photo.decode_status as status, sizes.edges, sizes.fingerprints
                from \(table) as photo
                cross join lateral (
                    select coalesce(pg_catalog.array_agg(size.key::integer), '{}') as edges,
                        coalesce(pg_catalog.array_agg(size.value ->> 'sha256'), '{}') as fingerprints
                    from pg_catalog.jsonb_each(photo.thumbnails) as size
                ) as sizes
                where photo.user_id = \(bind: owner)::uuid and photo.sha256 > \(bind: sha256)
                order by photo.sha256 limit \(bind: count)
                """)
        }.map { row in
            let (edges, fingerprints): ([Int], [String]) = (try row["edges"], try row["fingerprints"])
            return Picture(
                owner: owner, sha256: try row["sha256"], type: try Self.type(row["type"]),
                status: try row["status"] ?? Picture.pending,
                thumbnails: Dictionary(zip(edges, fingerprints)) { first, _ in first })
        }
    }

    /// Writes what the pixels of one owner's photos say.
    public func finish(_ looked: [PictureResult], of owner: String) throws {
        let finished = looked.compactMap { one -> (String, PictureResult.Finished)? in
            if case .finished(let finished) = one.finding { (one.sha256, finished) } else { nil }
        }
        guard !finished.isEmpty else { return }
        let hashes = finished.map { $1.hash.map { Int64(bitPattern: $0) } }
        try locked(owner) {
            try change(
                """
                select photo.id, looked.status, looked.hash, looked.thumbnails::jsonb as thumbnails,
                    photo.near_duplicate_of
                from unnest(
                    \(bind: finished.map(\.0))::text[], \(bind: finished.map(\.1.status))::text[],
                    \(bind: hashes)::bigint[], \(bind: finished.map { Self.json($1.thumbnails) })::text[]
                ) as looked (sha256, status, hash, thumbnails)
                join \(table) as photo on photo.user_id = \(bind: owner)::uuid and photo.sha256 = looked.sha256
                where (photo.decode_status, photo.perceptual_hash, photo.thumbnails)
                    is distinct from (looked.status, looked.hash, looked.thumbnails::jsonb)
                """)
        }
    }

    /// Says of each of the owner's photos which it is a copy of; how many were not known to be one.
    public func markNearDuplicates(of owner: String) throws -> Int {
        try locked(owner) {
            let rows = try connection.rows(
                """
                select id, sha256, perceptual_hash as hash, coalesce(width, 0) as width, coalesce(height, 0) as height,
                    near_duplicate_of as original, coalesce(decode_status, '') as status, coalesce(angle, '') as angle,
                    case when date_source in ('exif', 'exif-digitized', 'xmp') then coalesce(taken_at::text, taken_on::text) end
                        as clock
                from \(table)
                where user_id = \(bind: owner)::uuid and (perceptual_hash is not null or near_duplicate_of is not null)
                """)
            let photos = try rows.compactMap { row -> NearDuplicates.Photo? in
                guard let hash: Int64 = try row["hash"] else { return nil }
                return NearDuplicates.Photo(
                    id: try row["id"], sha256: try row["sha256"], hash: UInt64(bitPattern: hash),
                    width: try row["width"], height: try row["height"], angle: try row["angle"],
                    clock: try row["clock"], isWhole: try row["status"] != "truncated")
            }
            let found = NearDuplicates.find(among: photos)
            let changed = try rows.map { row in (id: try row["id"] as String, was: try row["original"] as String?) }
                .filter { found[$0.id] != $0.was }
            guard !changed.isEmpty else { return 0 }
            try change(
                """
                select photo.id, photo.decode_status as status, photo.perceptual_hash as hash,
                    photo.thumbnails, copied.of as near_duplicate_of
                from unnest(\(bind: changed.map(\.id))::uuid[], \(bind: changed.map { found[$0.id] })::uuid[])
                    as copied (id, of)
                join \(table) as photo on photo.user_id = \(bind: owner)::uuid and photo.id = copied.id
                """)
            return changed.count { $0.was == nil }
        }
    }

    /// Changes what Scorebook maintains in the selected rows of an owner. Lineage does not hash these columns.
    private func change(_ select: SQL) throws {
        try connection.run(
            """
            with found as materialized (\(select) for update of photo)
            update \(table) as photo
            set decode_status = found.status, perceptual_hash = found.hash, thumbnails = found.thumbnails,
                near_duplicate_of = found.near_duplicate_of
            from found where photo.id = found.id
            """)
    }

    /// Removes the owner's files that no row knows; how many.
    ///
    /// - Parameter longEdges: those of the thumbnails that stay; nil: any.
    public func sweep(_ owner: String, in store: PhotoStore, longEdges: [Int]?) throws -> Int {
        try locked(owner) {
            let photos = try connection.rows(
                """
                select sha256, media_type as type, coalesce(decode_status, 'pending') = 'pending' as is_pending
                from \(table) where user_id = \(bind: owner)::uuid
                """
            ).map { row in
                (
                    sha256: try row["sha256"] as String, type: try Self.type(row["type"]),
                    isPending: try row["is_pending"] as Bool
                )
            }
            return store.sweep(
                owner, photos: Dictionary(photos.map { ($0.sha256, $0.type) }) { first, _ in first },
                pending: Set(photos.filter(\.isPending).map(\.sha256)), longEdges: longEdges.map(Set.init))
        }
    }

    /// The type that a check of the table knows.
    static func type(_ text: String) throws -> PhotoType {
        guard let type = PhotoType(rawValue: text) else { throw UnknownPhotoType() }
        return type
    }

    /// A row has a media type that another version of Scorebook has put there.
    struct UnknownPhotoType: Error, CustomStringConvertible {
        var description: String { "a photo is of a type that this version does not know: install the newer one" }
    }

    private static func json(_ thumbnails: [ThumbnailFile]) -> String {
        let entries = thumbnails.map { file in
            "\"\(file.longEdge)\": {\"path\": \(JSONText.quoted(file.path)), \"sha256\": \"\(file.sha256)\", "
                + "\"width\": \(file.width), \"height\": \(file.height), \"bytes\": \(file.bytes)}"
        }
        return "{" + entries.joined(separator: ", ") + "}"
    }
}
