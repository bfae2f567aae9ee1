internal import CRename
internal import Glibc
internal import Synchronization

/// Putting away a file that was read, and no other that has its name by now, over no other file.
///
/// ```
/// inbox/a.csv -> archive/a.csv                            what arrives is looked at, another goes back
/// inbox/a.csv -> inbox/a.<number>.<process>.csv -> gone   where the archive has it already: the same bytes
/// inbox/a.csv                                             where another file has its name in the archive: taken
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
        /// Another file has the target's name: both were left where they are.
        case taken
    }

    private static let moves = Atomic<Int>(0)

    /// Moves a file, whatever it is by now.
    public static func move(_ source: Location, to target: Location) throws(FileError) -> Fate {
        guard let identity = try FileIdentity(of: source) else { return .gone }
        return try move(source, identity, to: target)
    }

    /// Moves a file that is still the one it was when it was opened; across file systems it is copied, and removed once
    /// the copy is on the disk.
    ///
    /// A file that is its own target stays.
    public static func move(
        _ source: Location, _ identity: FileIdentity, to target: Location
    ) throws(FileError) -> Fate {
        guard let found = try FileIdentity(of: source) else { return .gone }
        guard found == identity else { return .changed }
        if try FileIdentity(of: target) != nil { return try merge(source, identity, into: target) }
        let code = rename(source, unlessTaken: target)
        switch code {
        case 0:
            if let arrived = try? FileIdentity(of: target), !arrived.isRenamed(identity) {
                moveBack(target, to: source)
                return .changed
            }
            // It is moved, on the disk a moment later or now.
            try? target.sync()
            return .moved
        case EEXIST: return try merge(source, identity, into: target)
        case ENOENT where !source.exists: return .gone
        case EXDEV:
            switch try copy(source, identity, to: target) {
            case .moved: return try remove(source, identity, keptAs: target)
            case .taken: return try merge(source, identity, into: target)
            case let fate: return fate
            }
        default: throw FileError("move a file", code)
        }
    }

    /// What a name has for a file that may get it.
    public enum Room: Sendable {
        case free
        /// The same bytes: the file is there already.
        case kept
        /// Another file.
        case taken
        /// The file that is to be moved is gone.
        case missing
    }

    /// What would become of a file that is moved.
    public static func room(for source: Location, at target: Location) throws(FileError) -> Room {
        guard try FileIdentity(of: source) != nil else { return .missing }
        guard try FileIdentity(of: target) != nil else { return .free }
        guard let isSame = try haveSameBytes(source, target) else { return .missing }
        return isSame ? .kept : .taken
    }

    /// Removes a file that the target has already: a run that was killed, or another one, has put it there.
    private static func merge(
        _ source: Location, _ identity: FileIdentity, into target: Location
    ) throws(FileError) -> Fate {
        guard let isSame = try haveSameBytes(source, target) else { return .gone }
        return isSame ? try remove(source, identity, keptAs: target) : .taken
    }

    /// Whether two files have the same bytes; nil where the first is gone.
    private static func haveSameBytes(_ source: Location, _ target: Location) throws(FileError) -> Bool? {
        let first = source.open(O_RDONLY | O_NONBLOCK)
        guard first >= 0 else {
            if errno == ENOENT { return nil }
            throw FileError("open a file")
        }
        defer { close(first) }
        let second = target.open(O_RDONLY | O_NONBLOCK)
        guard second >= 0 else {
            // A link, or a name that was given up a moment ago: the next name is free.
            if [ELOOP, ENOENT, ENXIO].contains(errno) { return false }
            throw FileError("open a file")
        }
        defer { close(second) }
        let sizes = try (FileIdentity(descriptor: first).size, FileIdentity(descriptor: second).size)
        var status = stat()
        guard fstat(second, &status) == 0 else { throw FileError("look at a file") }
        guard status.st_mode & S_IFMT == S_IFREG, sizes.0 == sizes.1 else { return false }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { buffer.deallocate() }
        let half = buffer.count / 2
        while true {
            let counts = try (
                fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<half]), from: first),
                fill(UnsafeMutableRawBufferPointer(rebasing: buffer[half...]), from: second)
            )
            guard counts.0 == counts.1 else { return false }
            if counts.0 == 0 { return true }
            guard let pieces = buffer.baseAddress, memcmp(pieces, pieces + half, counts.0) == 0 else { return false }
        }
    }

    /// Reads until the buffer is full or the file ends.
    private static func fill(_ buffer: UnsafeMutableRawBufferPointer, from file: Int32) throws(FileError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = read(file, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError("read a file") }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Gives a file another name unless that is taken; the error's number, 0 where it is done.
    static func rename(_ source: Location, unlessTaken target: Location) -> Int32 {
        if rename_unless_taken(source.descriptor, source.name, target.descriptor, target.name) == 0 { return 0 }
        guard [EINVAL, ENOSYS].contains(errno) else { return errno }
        // A file system that cannot do it at once: from a name that is ours alone, a second one is given.
        let held = heldName(of: source)
        guard source.rename(to: held) else { return errno }
        if held.link(to: target) {
            _ = held.remove()
            return 0
        }
        let code = errno
        // Some know no second name of a file.
        if code != EEXIST, !target.exists, held.rename(to: target) { return 0 }
        moveBack(held, to: source)
        return code
    }

    /// Removes a file whose content is kept elsewhere.
    private static func remove(
        _ source: Location, _ identity: FileIdentity, keptAs target: Location
    ) throws(FileError) -> Fate {
        let held = heldName(of: source)
        guard source.rename(to: held) else {
            if errno == ENOENT { return .gone }
            throw FileError("remove a file")
        }
        do throws(FileError) {
            guard try FileIdentity(of: held)?.isRenamed(identity) != false else {
                moveBack(held, to: source)
                return .changed
            }
            // It was its own target, by whatever way.
            guard target.exists else {
                moveBack(held, to: source)
                return .moved
            }
            guard held.remove() || errno == ENOENT else { throw FileError("remove a file") }
            return .moved
        } catch {
            moveBack(held, to: source)
            throw error
        }
    }

    private static func heldName(of source: Location) -> Location {
        let path = source.name
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let name = path[slash...]
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        var stem = name[..<dot]
        while !stem.isEmpty, stem.utf8.count + name[dot...].utf8.count > NewFile.longestName { stem.removeLast() }
        let number = moves.wrappingAdd(1, ordering: .relaxed).newValue
        return source.named("\(path[..<slash])\(stem).\(number).\(getpid())\(name[dot...])")
    }

    /// Where the name is taken again the file gets one of its own: both are files that were never read.
    private static func moveBack(_ moved: Location, to source: Location) {
        if moved.link(to: source) {
            _ = moved.remove()
            return
        }
        // A file system may know no second name of a file.
        let isFree = errno != EEXIST && !source.exists
        _ = moved.rename(to: isFree ? source : heldName(of: source))
    }

    /// Copies what was read: it takes long enough for another program to write to it, or to take the target's name.
    private static func copy(
        _ source: Location, _ identity: FileIdentity, to target: Location
    ) throws(FileError) -> Fate {
        let input = source.open(O_RDONLY | O_NONBLOCK)
        guard input >= 0 else {
            if errno == ENOENT { return .gone }
            throw FileError("open a file")
        }
        defer { close(input) }
        let file = try NewFile(at: target)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            let count = try fill(buffer, from: input)
            if count == 0 { break }
            try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        guard try FileIdentity(descriptor: input) == identity else { return .changed }
        return try file.finishUnlessTaken(.lasting) ? .moved : .taken
    }
}
