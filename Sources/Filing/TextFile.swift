internal import Glibc

/// Small files that are held whole.
public enum TextFile {
    /// The bytes of a file, or its first where there are more than `limit`: then a few more than those.
    public static func bytes(of path: String, limit: Int = .max) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0, ferror(file) != 0, errno == EINTR {
                clearerr(file)
                continue
            }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return ferror(file) == 0 ? bytes : nil
    }

    /// The text of a file; nil where it cannot be read, or is not UTF-8.
    public static func text(of path: String) -> String? {
        bytes(of: path).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
