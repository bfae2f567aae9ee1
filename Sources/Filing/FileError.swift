internal import Glibc

/// The system refused something about a file or a folder; `code` is its errno.
public struct FileError: Error, Equatable, Sendable {
    /// What was tried, as in "write a file".
    public let operation: String
    public let code: Int32

    /// What the last call left in `errno`.
    public init(_ operation: String) {
        self.operation = operation
        code = errno
    }

    /// The system's words.
    public var reason: String { String(cString: strerror(code)) }
}
