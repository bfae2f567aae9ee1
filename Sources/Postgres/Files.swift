internal import CPostgres
internal import Glibc

/// The few calls on files that the embedded cluster needs.
enum Files {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func names(in folder: String) -> [String] {
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes.append(contentsOf: chunk[0..<count])
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes a file whole; one that is there keeps its owner and mode.
    static func write(_ text: String, to path: String, append: Bool = false) throws(DatabaseError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC), 0o600)
        guard descriptor >= 0 else { throw refusal("write", path) }
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw refusal("write", path) }
            rest = rest.dropFirst(count)
        }
    }

    /// Makes a folder and those above it; one that is there is left as it is.
    static func makeFolder(_ path: String, mode: mode_t) throws(DatabaseError) {
        var prefix = ""
        let parts = path.split(separator: "/")
        for (index, part) in parts.enumerated() {
            prefix += "/\(part)"
            let wanted: mode_t = index == parts.count - 1 ? mode : 0o755
            if mkdir(prefix, wanted) == 0 {
                // The caller's umask must not shut out the user that the server runs as.
                chmod(prefix, wanted)
            } else if errno != EEXIST, errno != EISDIR {
                throw refusal("make", prefix)
            }
        }
    }

    /// A folder that only this user can enter; one that another user put there is refused.
    static func makePrivateFolder(_ path: String, owner: ServerUser) throws(DatabaseError) {
        try makeFolder(path, mode: 0o700)
        var facts = stat()
        guard lstat(path, &facts) == 0 else { throw refusal("look at", path) }
        guard facts.st_mode & S_IFMT == S_IFDIR else {
            throw DatabaseError(.installation, "\(path) is not a folder")
        }
        if facts.st_uid == geteuid(), facts.st_uid != owner.uid {
            guard lchown(path, owner.uid, owner.gid) == 0 else { throw refusal("give away", path) }
        } else if facts.st_uid != owner.uid {
            throw DatabaseError(.installation, "\(path) belongs to another user: remove it, or work in another folder")
        }
        guard chmod(path, 0o700) == 0 else { throw refusal("close", path) }
    }

    /// What is brought to the disk.
    enum Synced { case names, fileSystem }

    /// Brings a folder's names to the disk, or all of its file system.
    static func sync(_ path: String, _ synced: Synced) throws(DatabaseError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal("open", path) }
        defer { close(descriptor) }
        guard (synced == .names ? fsync(descriptor) : syncfs(descriptor)) == 0 else { throw refusal("sync", path) }
    }

    static func refusal(_ verb: String, _ path: String) -> DatabaseError {
        let code = errno
        return DatabaseError(.installation, "cannot \(verb) \(path): \(String(cString: strerror(code)))")
    }

    /// FNV-1a, for short names of folders.
    static func hash(_ text: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// An exclusive lock on a file, held while the body runs, across processes.
func withFileLock<Result>(
    _ path: String, _ body: () throws(DatabaseError) -> Result
) throws(DatabaseError) -> Result {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Files.refusal("open", path) }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else { throw Files.refusal("lock", path) }
    }
    return try body()
}
