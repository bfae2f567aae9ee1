internal import Glibc
internal import Reading

/// Why a path gives nothing to import.
public enum DiscoveryError: Error, Equatable, Sendable {
    public enum Kind: String, Sendable {
        case symbolicLink = "a symbolic link"
        case pipe = "a named pipe"
        case socket = "a socket"
        case device = "a device"
        case folder = "a folder"
    }

    case missing
    case notRegular(Kind)
    /// Its name is not UTF-8, and could not be told or kept.
    case notUTF8
    /// It is there, and the system does not let us at it: permissions, a link in a loop.
    case unreadable(String)
    /// The system failed: a disk's error, no more descriptors or memory. It says nothing of what is in the file.
    case outage(String)
    /// It is an archive that cannot be read.
    case archive(String)

    /// What an errno of a call that opens or looks at a file means.
    static func system(_ code: Int32) -> DiscoveryError {
        let text = String(cString: strerror(code))
        switch code {
        case EACCES, EPERM, ENOENT, ENOTDIR, EISDIR, ENAMETOOLONG, ENXIO, ENODEV: return .unreadable(text)
        case ELOOP: return .notRegular(.symbolicLink)
        default: return .outage(text)
        }
    }

    /// What an archive, or what reads one, says; `make` for what is the archive's own fault.
    init(_ error: ReadError, _ make: (String) -> DiscoveryError) {
        self = error.isOutage ? .outage(error.description) : make(error.description)
    }

    /// Whether the fault is none of the file's, and passes.
    public var isOutage: Bool {
        if case .outage = self { return true }
        return false
    }

    public var message: String {
        switch self {
        case .missing: "no such file or folder"
        case .notRegular(let kind): "\(kind.rawValue), not a file; give the file itself"
        case .notUTF8: "its name is not UTF-8; rename it"
        case .unreadable(let reason), .outage(let reason): "cannot be read: \(reason)"
        case .archive(let reason): reason
        }
    }
}
