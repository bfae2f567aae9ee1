internal import Glibc

/// What tells a file from all others, and from itself before somebody wrote to it.
public struct FileIdentity: Equatable, Sendable {
    public let device: UInt
    public let inode: UInt
    public let size: Int
    /// When its bytes were last changed, in nanoseconds since 1970.
    public let modified: Int
    /// When anything about it was last changed, its name and its rights among it.
    public let changed: Int

    /// Of an open file.
    public init(descriptor: Int32) throws(FileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError("look at a file") }
        self.init(status)
    }

    /// Of what has a name, which may be a link; nil where nothing has it.
    init?(path: String) throws(FileError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw FileError("look at a file")
        }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
        size = Int(status.st_size)
        modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
        changed = status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
    }

    /// Whether it is the other file with the same bytes, under whatever name: a new name changes `changed`.
    func isRenamed(_ other: FileIdentity) -> Bool {
        (device, inode, size, modified) == (other.device, other.inode, other.size, other.modified)
    }
}
