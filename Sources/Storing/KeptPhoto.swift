internal import Postgres
public import Reading

/// A photo as its row knows it, for writing it out again.
public struct KeptPhoto: Sendable {
    public var sha256: String
    public var type: PhotoType
    public var angle: String
    /// The day on which it was taken.
    public var day: String
    /// What the clock beside the camera showed, as `2026-03-14 08:15:00.25`; nil where only the day is known.
    var clock: String?
    /// What told the day, see `Pipelines/photos/dataset.yaml`.
    var source: String

    /// Whether neither the photo nor its name tells the day.
    public var isDayUntold: Bool { ["manifest", "file-time"].contains(source) }

    /// A name that tells what the name told from which the photo came, and nothing where the photo itself does: a day in a
    /// name goes before some of the camera's.
    ///
    ///     2026-03-14_08.15.00_photo_000001.jpg
    public func fileName(_ number: Int) -> String {
        let digits = String(number)
        let plain = "photo_\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits)\(type.ending)"
        guard source == "filename" else { return plain }
        guard let clock else { return "\(day)_\(plain)" }
        // A fraction of a second has three digits in names.
        let parts = clock.split { $0 == " " || $0 == ":" || $0 == "." }.map(String.init)
        let time = parts.dropFirst().prefix(3).joined(separator: ".")
        let fraction = parts.count > 4 ? "." + (parts[4] + "000").prefix(3) : ""
        return "\(day)_\(time)\(fraction)_\(plain)"
    }
}

extension PhotoRows {
    /// The owner's photos, the oldest first, in a transaction that is open and has declared the owner.
    public func kept(of owner: String) throws -> [KeptPhoto] {
        try connection.rows(
            """
            select photo.sha256, photo.media_type as type, photo.angle, photo.taken_on::text as day, photo.taken_at::text as clock,
                photo.date_source as source
            from \(table) as photo
            where photo.user_id = \(bind: owner)::uuid
            order by photo.taken_on, photo.taken_at, photo.sha256
            """
        ).map { row in
            KeptPhoto(
                sha256: try row["sha256"], type: try Self.type(row["type"]), angle: try row["angle"],
                day: try row["day"],
                clock: try row["clock"], source: try row["source"])
        }
    }
}

extension PhotoStore {
    /// The bytes of an original; nil where it is not there, or another file by now.
    public func original(of owner: String, _ sha256: String, _ type: PhotoType) throws -> [UInt8]? {
        guard let bytes = try contents(of: Self.original(owner, sha256, type)), Self.fingerprint(bytes) == sha256 else {
            return nil
        }
        return bytes
    }
}
