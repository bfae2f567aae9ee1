internal import Glibc

/// A file that grows by whole lines, for other programs to follow; it may be renamed or removed between two lines.
public enum AppendedFile {
    /// Adds a line; makes the file, readable by this user only, where there is none.
    public static func append(_ line: String, to path: String) throws(FileError) {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("open a file") }
        defer { close(descriptor) }
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError("write a file") }
            rest = rest.dropFirst(count)
        }
    }
}
