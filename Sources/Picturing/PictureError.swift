public import JPEG

/// Why there is nothing to be made of a file.
public enum PictureError: Error, Hashable, Sendable {
    /// The operating system does not give the bytes.
    case unreadable(code: Int32)
    /// The file has no bytes.
    case empty
    /// The file is something else, whatever its name says.
    case notJPEG(FileContent)
    /// More pixels, scans or memory than a photo may take.
    case limit(Limit)
    /// The decoder cannot go on.
    case damaged(Damage)

    /// What is too large.
    public enum Limit: Hashable, Sendable {
        case pixels(width: Int, height: Int, limit: Int)
        case scans(limit: Int)
        case memory(megabytes: Int)
    }

    /// What kind of damage.
    public enum Damage: Hashable, Sendable {
        /// The file ends before the picture begins.
        case endsInHeader
        /// There is a header but no picture in it.
        case noImage
        /// A segment of the header says it is shorter than its own length.
        case brokenHeader
        /// The data came without its tables.
        case noTables
        /// A kind of JPEG that is not read: lossless, arithmetic, 12 bits.
        case unsupported
        /// The decoder's own number for what is wrong.
        case broken(code: Int)

        /// What the header itself tells.
        init?(_ markers: Markers) {
            if markers.end == .brokenSegment || markers.hasBrokenTables {
                self = .brokenHeader
            } else if markers.end == .scan, !markers.hasTables {
                self = .noTables
            } else {
                return nil
            }
        }
    }
}
