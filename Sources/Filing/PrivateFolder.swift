internal import Glibc
internal import Synchronization

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

    /// Waits until the name of a file is on the disk.
    static func sync(of path: String) throws(FileError) {
        guard let slash = path.lastIndex(of: "/") else { return }
        let folder = open(String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw FileError("open a folder") }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw FileError("write a folder") }
    }
}

/// Putting away a file that was read, and no other that has its name by now.
///
/// ```
/// inbox/a.csv -> archive/<hash>.csv                       what arrives is looked at, another goes back
/// inbox/a.csv -> inbox/a.<number>.<process>.csv -> gone   where the archive has it: the same
/// ```
///
/// No other process writes to the name in the middle. It is a name like any other, so that the next run takes what a killed one
/// has left there.
extension PrivateFolder {
    /// What became of a file that was to be moved.
    public enum Fate: Sendable {
        case moved
        /// The name is another file's by now, or the file has grown: it was left where it was.
        case changed
        /// Another process has moved or removed it.
        case gone
    }

    private static let moves = Atomic<Int>(0)
    /// Bytes of a name that leave room for a number and a process.
    private static let longestName = 200

    /// Moves a file that is still the one it was when it was opened; across file systems it is copied, and removed once
    /// the copy is on the disk.
    ///
    /// A file that is its own target stays.
    public static func move(_ source: String, _ identity: FileIdentity, to target: String) throws(FileError) -> Fate {
        guard let found = try FileIdentity(path: source) else { return .gone }
        guard found == identity else { return .changed }
        // The same content was put there before: this copy is one too many.
        if access(target, F_OK) == 0 { return try remove(source, identity, keptAs: target) }
        if rename(source, target) == 0 {
            if let arrived = try? FileIdentity(path: target), !arrived.isRenamed(identity) {
                moveBack(target, to: source)
                return .changed
            }
            // It is moved, on the disk a moment later or now.
            try? sync(of: target)
            return .moved
        }
        if errno == ENOENT, access(source, F_OK) != 0 { return .gone }
        guard errno == EXDEV else { throw FileError("move a file") }
        guard try copy(source, identity, to: target) else { return .changed }
        return try remove(source, identity, keptAs: target)
    }

    /// Removes a file whose content is kept elsewhere.
    private static func remove(
        _ source: String, _ identity: FileIdentity, keptAs target: String
    ) throws(FileError) -> Fate {
        let held = heldName(of: source)
        guard rename(source, held) == 0 else {
            if errno == ENOENT { return .gone }
            throw FileError("remove a file")
        }
        do throws(FileError) {
            guard try FileIdentity(path: held)?.isRenamed(identity) != false else {
                moveBack(held, to: source)
                return .changed
            }
            // It was its own target, by whatever way.
            guard access(target, F_OK) == 0 else {
                moveBack(held, to: source)
                return .moved
            }
            guard unlink(held) == 0 || errno == ENOENT else { throw FileError("remove a file") }
            return .moved
        } catch {
            moveBack(held, to: source)
            throw error
        }
    }

    private static func heldName(of source: String) -> String {
        let slash = source.lastIndex(of: "/").map { source.index(after: $0) } ?? source.startIndex
        let name = source[slash...]
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        var stem = name[..<dot]
        while !stem.isEmpty, stem.utf8.count + name[dot...].utf8.count > longestName { stem.removeLast() }
        let number = moves.wrappingAdd(1, ordering: .relaxed).newValue
        return "\(source[..<slash])\(stem).\(number).\(getpid())\(name[dot...])"
    }

    /// Where the name is taken again the file gets one of its own: both are files that were never read.
    private static func moveBack(_ path: String, to source: String) {
        if link(path, source) == 0 {
            unlink(path)
            return
        }
        // A file system may know no second name of a file.
        let isFree = errno != EEXIST && access(source, F_OK) != 0
        rename(path, isFree ? source : heldName(of: source))
    }

    /// Whether what was copied is what was read: it takes long enough for another program to write to it.
    private static func copy(_ source: String, _ identity: FileIdentity, to target: String) throws(FileError) -> Bool {
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
            if count == 0 { break }
            try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        guard try FileIdentity(descriptor: input) == identity else { return false }
        try file.finish(.lasting)
        return true
    }
}
