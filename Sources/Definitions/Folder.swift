internal import Filing
internal import Glibc

/// Files and names on disk, as definitions need them.
enum Folder {
    /// Names in a folder, sorted, without hidden ones; none where there is no such folder, nil where it cannot be read.
    static func names(in path: String) -> [String]? {
        do throws(FileError) { return try FolderListing.visibleNames(in: path) ?? [] } catch { return nil }
    }

    static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether there may be a file, as far as anybody can tell: reading it tells the rest.
    static func mayBeFile(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return ![ENOENT, ENOTDIR].contains(errno) }
        return status.st_mode & S_IFMT == S_IFREG
    }

    /// The bytes of a file; at most a little over the limit of a definition, so that a larger one is seen to be.
    static func bytes(of path: String, limit: Int = 1 << 21) -> [UInt8]? {
        isFile(path) ? TextFile.bytes(of: path, limit: limit) : nil
    }

    static let unreadable = "cannot be read"

    /// Files that look like definitions and would not be read as such.
    static func strays(in path: String, _ names: [String], datasets: [String]) -> [Fault] {
        var faults: [Fault] = []
        func fault(_ name: String, _ message: String, _ suggestion: String? = nil) {
            faults.append(
                Fault(path: "\(path)/\(name)", line: 1, column: 1, message: message, suggestion: suggestion))
        }
        func misnamed(_ names: [String], below folder: String) {
            for name in names where name.hasSuffix(".yml") {
                fault(folder + name, "a definition's name ends in `.yaml`", name.dropLast(4) + ".yaml")
            }
        }
        misnamed(names, below: "")
        for name in names {
            guard let inside = Folder.names(in: "\(path)/\(name)") else {
                fault(name, unreadable)
                continue
            }
            misnamed(inside, below: "\(name)/")
            for folder in datasets.contains(name) ? ["formats", "words"] : ["formats"] {
                misnamed(Folder.names(in: "\(path)/\(name)/\(folder)") ?? [], below: "\(name)/\(folder)/")
            }
        }
        return faults
    }
}
