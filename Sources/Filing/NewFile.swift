internal import Glibc
internal import Synchronization

/// A file in the making: it is there whole under its name, or not at all. No other user may read it, unless that is said.
///
///     <name>.<number>.<process>.part
///
/// Two processes may make one file at the same time. What a killed one leaves behind is known by the process.
public struct NewFile: ~Copyable {
    private let place: Location
    private let partial: Location
    private let descriptor: Int32
    private var isNamed = false
    private static let made = Atomic<Int>(0)
    private static let ending = "part"

    /// What `finish` waits for.
    public enum Durability: Sendable {
        /// It can be made again at any time.
        case passing
        /// It is on the disk, and so is its name.
        case lasting
    }

    public enum Readers: Sendable {
        case owner
        /// For what says nothing of a person.
        case everyone
    }

    /// Makes a file of these bytes.
    public static func write(
        _ bytes: [UInt8], to path: String, _ durability: Durability, for readers: Readers = .owner
    ) throws(FileError) {
        try write(bytes, to: Location(path), durability, for: readers)
    }

    public static func write(
        _ bytes: [UInt8], to place: Location, _ durability: Durability, for readers: Readers = .owner
    ) throws(FileError) {
        let file = try NewFile(at: place)
        try file.write(bytes)
        // Not by the mode of `open`, which the process's mask narrows.
        if readers == .everyone, fchmod(file.descriptor, 0o644) != 0 { throw FileError("write a file") }
        try file.finish(durability)
    }

    public init(at path: String) throws(FileError) { try self.init(at: Location(path)) }

    public init(at place: Location) throws(FileError) {
        let number = Self.made.wrappingAdd(1, ordering: .relaxed).newValue
        self.place = place
        partial = place.named("\(Self.shortened(place.name)).\(number).\(getpid()).\(Self.ending)")
        descriptor = partial.open(O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        guard descriptor >= 0 else { throw FileError("write a file") }
    }

    /// Bytes of a name that leave room for a number and a process.
    static let longestName = 200

    /// A path whose last name leaves room for that.
    private static func shortened(_ path: String) -> String {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        var name = path[slash...]
        while name.utf8.count > longestName { name.removeLast() }
        return String(path[..<slash] + name)
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isNamed { _ = partial.remove() }
    }

    public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError("write a file") }
            done += count
        }
    }

    public func write(_ bytes: [UInt8]) throws(FileError) {
        // Not by `withUnsafeBytes`, which would widen what is thrown.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
        defer { copy.deallocate() }
        copy.copyBytes(from: bytes)
        try write(UnsafeRawBufferPointer(rebasing: copy[..<bytes.count]))
    }

    /// Gives it its name; one that had it is replaced.
    public consuming func finish(_ durability: Durability) throws(FileError) {
        if durability == .lasting, fsync(descriptor) != 0 { throw FileError("write a file") }
        guard partial.rename(to: place) else { throw FileError("name a file") }
        isNamed = true
        if durability == .lasting { try place.sync() }
    }

    /// Gives it its name unless another file has that.
    ///
    /// - Returns: whether it has it; otherwise nothing is left of it.
    consuming func finishUnlessTaken(_ durability: Durability) throws(FileError) -> Bool {
        if durability == .lasting, fsync(descriptor) != 0 { throw FileError("write a file") }
        let code = PrivateFolder.rename(partial, unlessTaken: place)
        guard code != EEXIST else { return false }
        guard code == 0 else { throw FileError("name a file", code) }
        isNamed = true
        if durability == .lasting { try place.sync() }
        return true
    }

    /// The process that makes the file of this name, or made it; nil where it is none in the making.
    private static func maker(of name: String) -> pid_t? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 2, parts.last == ending[...] else { return nil }
        return pid_t(parts[parts.count - 2]).flatMap { $0 > 0 ? $0 : nil }
    }

    /// Whether this is the name of a file in the making whose maker still runs.
    ///
    /// One of this process is not: ask where it makes none, and it was made by an earlier one of the same number.
    public static func isUnderWay(_ name: String) -> Bool {
        guard let maker = maker(of: name), maker != getpid() else { return false }
        return kill(maker, 0) == 0 || errno != ESRCH
    }

    /// Whether this is the name of a file in the making that was abandoned.
    public static func isAbandoned(_ name: String) -> Bool { maker(of: name) != nil && !isUnderWay(name) }
}
