internal import CRename
public import Glibc

/// A folder that is held open: it stays the same whatever is done with its name.
public final class OpenFolder: Sendable, Equatable {
    let descriptor: Int32

    fileprivate init(_ descriptor: Int32) throws(FileError) {
        guard descriptor >= 0 else { throw FileError("open a folder") }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    public static func == (one: OpenFolder, other: OpenFolder) -> Bool { one === other }

    /// A folder that others cannot swap for another one.
    public convenience init(_ path: String) throws(FileError) {
        try self.init(open(path.isEmpty ? "." : path, asPlace))
    }

    /// A folder below this one, with no link on the way: people write below it who must not lead us elsewhere.
    public func folder(_ below: String) throws(FileError) -> OpenFolder {
        try OpenFolder(open_beneath(descriptor, below, asPlace))
    }

    /// The same; folders that are not there are made.
    func folder(making below: Substring) throws(FileError) -> OpenFolder {
        var folder = self
        for part in below.split(separator: "/") {
            if mkdirat(folder.descriptor, String(part), 0o700) != 0, errno != EEXIST {
                throw FileError("make a folder")
            }
            folder = try folder.folder(String(part))
        }
        return folder
    }

    /// What is in it, for `readdir`; nil where it is gone.
    func listing() throws(FileError) -> OpaquePointer? {
        let opened = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0, let listing = fdopendir(opened) else {
            if errno == ENOENT { return nil }
            throw FileError("open a folder")
        }
        return listing
    }
}

/// What a folder is opened for: what lies in it.
private let asPlace = Int32(open_place) | O_DIRECTORY | O_CLOEXEC

/// A file by its name in an open folder, or by a path that others cannot change.
public struct Location: Sendable {
    private let folder: OpenFolder?
    let name: String

    var descriptor: Int32 { folder?.descriptor ?? AT_FDCWD }

    /// By a path of ours.
    public init(_ path: String) { self.init(path, in: nil) }

    public init(_ name: String, in folder: OpenFolder?) { (self.folder, self.name) = (folder, name) }

    /// A file below a folder, with no link on the way to it.
    public init(_ below: String, below root: String) throws(FileError) {
        try self.init(below, below: OpenFolder(root))
    }

    public init(_ below: String, below folder: OpenFolder) throws(FileError) {
        let (parent, name) = Self.parted(below)
        self.init(name, in: parent.isEmpty ? folder : try folder.folder(String(parent)))
    }

    /// The same; the folders that it lies in are made where they are not there.
    public init(making below: String, below root: String) throws(FileError) {
        let (parent, name) = Self.parted(below)
        try PrivateFolder.make(root)
        self.init(name, in: try OpenFolder(root).folder(making: parent))
    }

    private static func parted(_ path: String) -> (folder: Substring, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path) }
        return (path[..<slash], String(path[path.index(after: slash)...]))
    }

    /// Another name in the same folder.
    func named(_ name: String) -> Location { Location(name, in: folder) }

    /// A descriptor, negative where it cannot be opened; the name itself may be no link.
    public func open(_ flags: Int32, mode: mode_t = 0) -> Int32 {
        openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC, mode)
    }

    /// What has the name, which may be a link.
    public func status() throws(FileError) -> stat {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw FileError("look at a file") }
        return status
    }

    /// The folder that it is.
    public func opened() throws(FileError) -> OpenFolder {
        try OpenFolder(open(asPlace))
    }

    var exists: Bool { faccessat(descriptor, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0 }

    /// The errors are in `errno`.
    func rename(to other: Location) -> Bool { renameat(descriptor, name, other.descriptor, other.name) == 0 }
    func link(to other: Location) -> Bool { linkat(descriptor, name, other.descriptor, other.name, 0) == 0 }
    public func remove() -> Bool { unlinkat(descriptor, name, 0) == 0 }

    /// Waits until the name is on the disk.
    func sync() throws(FileError) {
        let parent = name.contains("/") ? "\(Self.parted(name).folder)/" : "."
        let opened = openat(descriptor, parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw FileError("open a folder") }
        defer { close(opened) }
        guard fsync(opened) == 0 else { throw FileError("write a folder") }
    }
}
