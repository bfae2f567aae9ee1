import Glibc
internal import Synchronization

/// Files and folders that nobody else may read, written by renaming: each is there whole or not at all.
enum PrivateFolder {
    private static let written = Atomic<Int>(0)

    /// What the name of a file in the making ends in.
    static let partialEnding = ".part"

    static func make(_ path: String) throws(StoreError) {
        var built = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            built += "/" + part
            if mkdir(built, 0o700) != 0, errno != EEXIST {
                throw .system(operation: "make a folder", code: errno)
            }
        }
    }

    /// A name beside `path` for a file in the making: it tells which process makes it.
    static func partial(_ path: String) -> String {
        let number = written.wrappingAdd(1, ordering: .relaxed).newValue
        return "\(path).\(getpid()).\(number)\(partialEnding)"
    }

    /// Whether a file in the making has no maker any more.
    static func isAbandoned(_ name: String) -> Bool {
        let parts = name.split(separator: ".")
        guard parts.count > 3, let process = pid_t(parts[parts.count - 3]), process > 0 else { return true }
        return kill(process, 0) != 0 && errno == ESRCH
    }

    /// Lets `body` write a file, then gives it its name.
    static func write(
        _ path: String, isLasting: Bool, _ body: (Int32) throws(StoreError) -> Void
    ) throws(StoreError) {
        let partial = partial(path)
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(operation: "write a file", code: errno) }
        do throws(StoreError) {
            try body(descriptor)
            if isLasting, fsync(descriptor) != 0 { throw .system(operation: "write a file", code: errno) }
        } catch {
            close(descriptor)
            unlink(partial)
            throw error
        }
        close(descriptor)
        guard rename(partial, path) == 0 else {
            let code = errno
            unlink(partial)
            throw .system(operation: "name a file", code: code)
        }
        if isLasting { try syncFolder(of: path) }
    }

    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(StoreError) {
        var done = 0
        while done < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(operation: "write a file", code: errno) }
            done += count
        }
    }

    private static func syncFolder(of path: String) throws(StoreError) {
        guard let slash = path.lastIndex(of: "/") else { return }
        let folder = open(String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .system(operation: "open a folder", code: errno) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw .system(operation: "write a folder", code: errno) }
    }

    /// All bytes of a file; nil where there is none, or it is larger than `limit`.
    static func contents(of path: String, limit: Int) throws(StoreError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if [ENOENT, ENOTDIR, ELOOP].contains(errno) { return nil }
            throw .system(operation: "open a file", code: errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(operation: "look at a file", code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return nil }
        let size = Int(status.st_size)
        var failure: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let count = read(descriptor, buffer.baseAddress.map { $0 + filled }, size - filled)
                if count < 0, errno == EINTR { continue }
                if count < 0 { failure = errno }
                guard count > 0 else { break }
                filled += count
            }
        }
        if let failure { throw .system(operation: "read a file", code: failure) }
        return bytes.count == size ? bytes : nil
    }

    /// Names in a folder; none where there is no such folder.
    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
