public import Filing
import Glibc

/// Why the folder of photos cannot be used.
public enum StoreError: Error, Equatable, Sendable {
    case system(FileError)
    /// The folder holds another database's photos.
    case foreign(folder: String)
    /// What was read is not what was fingerprinted.
    case changed
    /// The source gives no bytes; in its own words.
    case source(String)
    /// The system failed while the source was read.
    case unread(String)

    public var message: String {
        switch self {
        case .system(let error): "the folder of photos: cannot \(error.operation): \(error.reason)"
        case .foreign(let folder):
            "\(folder) holds another database's photos; give this one a folder of its own by the setting photos (if it is the "
                + "same that was moved or renamed, remove \(folder)/\(PhotoStore.markName))"
        case .changed: "the photo changed while it was stored; run again when it is complete"
        case .source(let reason), .unread(let reason): reason
        }
    }

    /// Whether running again later may succeed without anyone correcting the set-up.
    public var isTemporary: Bool {
        switch self {
        case .foreign: false
        case .system(let error): ![EACCES, EPERM, EROFS, ENOTDIR].contains(error.code)
        default: true
        }
    }
}
