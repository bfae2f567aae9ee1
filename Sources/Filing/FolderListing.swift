internal import Glibc

/// The names in a folder.
public enum FolderListing {
    /// All names, sorted by their bytes; nil where there is no such folder.
    public static func names(in path: String) throws(FileError) -> [String]? {
        guard let folder = opendir(path) else {
            if [ENOENT, ENOTDIR].contains(errno) { return nil }
            throw FileError("open a folder")
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = next(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        // A folder that is read in part would be a smaller one.
        guard errno == 0 else { throw FileError("read a folder") }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
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
