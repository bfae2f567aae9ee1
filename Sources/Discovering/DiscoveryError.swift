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
    case unreadable(String)
    /// It is an archive that cannot be read.
    case archive(String)

    public var message: String {
        switch self {
        case .missing: "no such file or folder"
        case .notRegular(let kind): "\(kind.rawValue), not a file; give the file itself"
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .archive(let reason): reason
        }
    }
}
