internal import Glibc

/// The files that a process is loading, in a file that stays behind if the process ends at one of them.
///
///     HOME/in-progress/4711.812734   /inbox/maya/a.csv <NUL> /inbox/maya/b.csv <NUL>
///
/// A process locks its file for as long as it lives: one without a lock names the files to suspect. Other processes try them,
/// so it does not matter what ended the first one. The file has to survive the process, not the machine: nothing waits for
/// the disk.
public final class FilesInProgress {
    /// How many files the process was loading that ended at a file, by the file; of several processes the fewest.
    private let suspects: [String: Int]
    /// What ended processes have left, by its path.
    private let left: [String: [String]]
    /// Where paths begin that do not begin with a slash.
    private let current = AbsolutePath.planned(".")
    /// Suspects of which more is known by now.
    private var cleared: Set<String> = []
    private let path: String
    private let descriptor: Int32
    private var files: [String] = []
    private var length = 0

    /// Reads what ended processes have left, and opens a file for this one; nil where the folder cannot be written.
    public init?(in folder: String) {
        guard (try? PrivateFolder.make(folder)) != nil else { return nil }
        left = Self.left(in: folder)
        var suspects: [String: Int] = [:]
        for files in left.values {
            for file in files { suspects[file] = min(suspects[file] ?? .max, files.count) }
        }
        self.suspects = suspects
        // It is hidden until it is locked.
        let name = "\(getpid()).\(UInt32.random(in: 0 ... .max))"
        path = "\(folder)/\(name)"
        descriptor = open("\(folder)/.\(name)", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, rename("\(folder)/.\(name)", path) == 0 else {
            unlink("\(folder)/.\(name)")
            return nil
        }
    }

    /// The files of processes that have ended, by the path of each process's file.
    public static func left(in folder: String) -> [String: [String]] {
        var left: [String: [String]] = [:]
        for name in (try? FolderListing.visibleNames(in: folder)) ?? [] {
            left["\(folder)/\(name)"] = files(ofEnded: "\(folder)/\(name)")
        }
        return left
    }

    /// Takes files out of what an ended process has left.
    public static func forget(in path: String, _ isForgotten: (String) -> Bool) throws(FileError) {
        guard let files = files(ofEnded: path) else { return }
        let still = files.filter { !isForgotten($0) }
        if !still.isEmpty { return try NewFile.write(bytes(still[...]), to: path, .passing) }
        guard unlink(path) == 0 || errno == ENOENT else { throw FileError("remove a file") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    public var hasSuspects: Bool { !suspects.isEmpty }

    /// With how many files another process was loading a file when it ended; nil of a file without suspicion.
    public func suspicion(of file: String) -> Int? { suspects[absolute(file)] }

    private func absolute(_ file: String) -> String { file.hasPrefix("/") ? file : "\(current)/\(file)" }

    /// What a process has left; nil where it is alive.
    private static func files(ofEnded path: String) -> [String]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return nil }
        let bytes = (try? PrivateFolder.contents(of: path)) ?? []
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Notes a file before it is opened.
    public func begin(_ file: String) {
        guard file != "-" else { return }
        files.append(absolute(file))
        write(files.suffix(1))
    }

    /// Notes that of the files begun only some are still in progress.
    ///
    /// - Parameter count: how many. Where it is that of the files noted, they are taken to be the same.
    public func keep(_ count: Int, _ files: @autoclosure () -> [String]) {
        if count != self.files.count { replace(with: files()) }
    }

    /// Notes other files in place of those noted.
    public func replace(with files: [String]) {
        self.files = files.map(absolute)
        length = 0
        write(self.files[...])
        ftruncate(descriptor, off_t(length))
    }

    /// Notes that the process lives on after a suspect.
    public func clear(_ file: String) { cleared.insert(absolute(file)) }

    /// Ends: what the process had begun is not suspected.
    public func end() {
        unlink(path)
        for (path, files) in left {
            let still = files.filter { !cleared.contains($0) && access($0, F_OK) == 0 }
            if still.isEmpty {
                unlink(path)
            } else if still.count < files.count {
                try? NewFile.write(Self.bytes(still[...]), to: path, .passing)
            }
        }
    }

    private func write(_ files: ArraySlice<String>) {
        let bytes = Self.bytes(files)
        if pwrite(descriptor, bytes, bytes.count, off_t(length)) == bytes.count { length += bytes.count }
    }

    private static func bytes(_ files: ArraySlice<String>) -> [UInt8] { files.flatMap { Array($0.utf8) + [0] } }
}
