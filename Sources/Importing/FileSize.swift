internal import Glibc

/// The size of a file, nil where there is none.
enum FileSize {
    static func of(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }
}
