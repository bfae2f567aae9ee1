internal import Glibc

/// Folders that nobody else may read, and what is put there.
public enum PrivateFolder {
    /// Makes a folder and those above it.
    public static func make(_ path: String) throws(FileError) {
        var built = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            built += "/" + part
            if mkdir(built, 0o700) != 0, errno != EEXIST { throw FileError("make a folder") }
        }
    }

    /// Moves a file; across file systems it is copied, and removed once the copy is on the disk.
    public static func move(_ source: String, to target: String) throws(FileError) {
        // The same content was put there before: this copy is one too many.
        if access(target, F_OK) == 0 { return try remove(source) }
        if rename(source, target) == 0 {
            // It is moved, on the disk a moment later or now.
            try? sync(of: target)
            return
        }
        // Another run has moved it at the same time.
        if errno == ENOENT, access(source, F_OK) != 0, access(target, F_OK) == 0 { return }
        guard errno == EXDEV else { throw FileError("move a file") }
        try copy(source, to: target)
        try remove(source)
    }

    /// All bytes of a file; nil where there is none, or it is no file, or larger than `limit`.
    public static func contents(of path: String, limit: Int = .max) throws(FileError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
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

    /// Removes a file; one that another run has taken away is gone as well.
    private static func remove(_ path: String) throws(FileError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw FileError("remove a file") }
    }

    private static func copy(_ source: String, to target: String) throws(FileError) {
        let input = open(source, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard input >= 0 else { throw FileError("open a file") }
        defer { close(input) }
        let file = try NewFile(at: target)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            let count = read(input, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError("read a file") }
            if count == 0 { return try file.finish(.lasting) }
            try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Waits until the name of a file is on the disk.
    static func sync(of path: String) throws(FileError) {
        guard let slash = path.lastIndex(of: "/") else { return }
        let folder = open(String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw FileError("open a folder") }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw FileError("write a folder") }
    }
}
