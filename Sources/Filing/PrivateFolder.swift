internal import Glibc

/// Folders that no other user may read, and what is put there.
public enum PrivateFolder {
    /// Makes a folder and those above it.
    public static func make(_ path: String) throws(FileError) {
        var built = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            built += "/" + part
            if mkdir(built, 0o700) != 0, errno != EEXIST { throw FileError("make a folder") }
        }
    }

    /// Makes the folder that a path lies in, and those above it.
    public static func make(above path: String) throws(FileError) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
        try make(String(path[..<slash]))
    }

    /// All bytes of a file; nil where there is none, or it is no file, or larger than `limit`.
    public static func contents(of path: String, limit: Int = .max) throws(FileError) -> [UInt8]? {
        try contents(of: Location(path), limit: limit)
    }

    public static func contents(of place: Location, limit: Int = .max) throws(FileError) -> [UInt8]? {
        let descriptor = place.open(O_RDONLY | O_NONBLOCK)
        guard descriptor >= 0 else {
            if [ENOENT, ENOTDIR, ELOOP].contains(errno) { return nil }
            throw FileError("open a file")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError("look at a file") }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return nil }
        let size = Int(status.st_size)
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let count = read(descriptor, buffer.baseAddress.map { $0 + filled }, size - filled)
                if count < 0, errno == EINTR { continue }
                if count < 0 { failure = FileError("read a file") }
                guard count > 0 else { break }
                filled += count
            }
        }
        if let failure { throw failure }
        return bytes.count == size ? bytes : nil
    }

    /// Removes files in the making that killed processes have left in a folder, as far as they are whose they seem.
    public static func removeAbandoned(in folder: String, where isOurs: (String) -> Bool) {
        for name in (try? FolderListing.names(in: folder)) ?? [] where NewFile.isAbandoned(name) && isOurs(name) {
            unlink("\(folder)/\(name)")
        }
    }

    /// Removes files in the making that killed processes have left anywhere below a folder in which only we write.
    public static func removeAbandoned(below folder: String) {
        for name in (try? FolderListing.names(in: folder)) ?? [] {
            if NewFile.isAbandoned(name) { unlink("\(folder)/\(name)") }
            var status = stat()
            guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
            removeAbandoned(below: "\(folder)/\(name)")
        }
    }

    /// Removes the folders above a path as far as they are empty, up to `root`, which stays.
    public static func removeEmpty(above path: String, upTo root: String) {
        var folder = path
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            guard folder.hasPrefix(root + "/"), rmdir(folder) == 0 else { break }
        }
    }
}
