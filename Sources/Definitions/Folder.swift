internal import Glibc

/// Files and names on disk, as definitions need them.
enum Folder {
    /// Names in a folder, sorted, without hidden ones; nil where it cannot be read.
    static func names(in path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The bytes of a file; at most a little over the limit of a definition, so that a larger one is seen to be.
    static func bytes(of path: String, limit: Int = 1 << 21) -> [UInt8]? {
        guard isFile(path), let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return ferror(file) == 0 ? bytes : nil
    }

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
            let inside = Folder.names(in: "\(path)/\(name)") ?? []
            misnamed(inside, below: "\(name)/")
            for folder in datasets.contains(name) ? ["formats", "words"] : ["formats"] {
                misnamed(Folder.names(in: "\(path)/\(name)/\(folder)") ?? [], below: "\(name)/\(folder)/")
            }
        }
        return faults
    }
}
