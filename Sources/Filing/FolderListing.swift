internal import Glibc

/// The names in a folder.
public enum FolderListing {
    /// One name.
    public struct Entry: Sendable {
        /// Where it is not UTF-8, what of it is; nothing is found under that.
        public let name: String
        public let encoding: Encoding

        public enum Encoding: Sendable {
            case utf8
            case unknown
        }
    }

    /// All names, sorted by their bytes; nil where there is no such folder.
    public static func entries(in path: String) throws(FileError) -> [Entry]? {
        guard let folder = opendir(path) else {
            if [ENOENT, ENOTDIR].contains(errno) { return nil }
            throw FileError("open a folder")
        }
        return try entries(folder)
    }

    public static func entries(in folder: OpenFolder) throws(FileError) -> [Entry]? {
        try folder.listing().map { (folder) throws(FileError) in try entries(folder) }
    }

    private static func entries(_ folder: OpaquePointer) throws(FileError) -> [Entry] {
        defer { closedir(folder) }
        var entries: [Entry] = []
        while let next = next(folder) {
            let entry = withUnsafeBytes(of: &next.pointee.d_name) { bytes in
                let name = bytes.prefix { $0 != 0 }
                let text = String(validating: name, as: UTF8.self)
                return Entry(
                    name: text ?? String(decoding: name, as: UTF8.self), encoding: text == nil ? .unknown : .utf8)
            }
            if entry.name != ".", entry.name != ".." { entries.append(entry) }
        }
        // A folder that is read in part would be a smaller one.
        guard errno == 0 else { throw FileError("read a folder") }
        return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// The names of all that has a name in UTF-8.
    public static func names(in path: String) throws(FileError) -> [String]? {
        try entries(in: path)?.filter { $0.encoding == .utf8 }.map(\.name)
    }

    /// The names that are not hidden.
    public static func visibleNames(in path: String) throws(FileError) -> [String]? {
        try names(in: path)?.filter { !$0.hasPrefix(".") }
    }

    private static func next(_ folder: OpaquePointer) -> UnsafeMutablePointer<dirent>? {
        errno = 0
        return readdir(folder)
    }
}

/// What distinguishes a file from all others, and from itself before it was written to.
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
    public init?(path: String) throws(FileError) { try self.init(of: Location(path)) }

    public init?(of place: Location) throws(FileError) {
        do { self.init(try place.status()) } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    /// Of what a name leads to.
    public init(leadingTo path: String) throws(FileError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError("look at a file") }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
        size = Int(status.st_size)
        modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
        changed = status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
    }

    /// All but the device, which another machine numbers otherwise.
    public var text: String { "\(inode):\(size):\(modified):\(changed)" }

    /// Whether it is the other file with the same bytes, under whatever name: a new name changes `changed`.
    func isRenamed(_ other: FileIdentity) -> Bool {
        (device, inode, size, modified) == (other.device, other.inode, other.size, other.modified)
    }
}
