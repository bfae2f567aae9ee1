internal import Glibc

/// The text files of a folder, without Foundation.
enum SummaryFile {
    /// Names in a folder, sorted by their bytes; nil where there is no such folder.
    static func names(in folder: String) throws(SummaryError) -> [String]? {
        guard let handle = opendir(folder) else {
            if [ENOENT, ENOTDIR].contains(errno) { return nil }
            throw .unreadable(path: folder)
        }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = next(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        guard errno == 0 else { throw .unreadable(path: folder) }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func next(_ folder: OpaquePointer) -> UnsafeMutablePointer<dirent>? {
        errno = 0
        return readdir(folder)
    }

    /// The whole file as UTF-8.
    static func text(of path: String) throws(SummaryError) -> String {
        guard let file = fopen(path, "rb") else { throw .unreadable(path: path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&block, 1, block.count, file)
            if count == 0, ferror(file) != 0, errno == EINTR {
                clearerr(file)
                continue
            }
            if count == 0 { break }
            bytes.append(contentsOf: block[..<count])
        }
        guard ferror(file) == 0, let text = String(validating: bytes, as: UTF8.self) else {
            throw .unreadable(path: path)
        }
        return text
    }
}
