internal import Glibc

/// Paths from the root, for what is read from another folder later.
public enum AbsolutePath {
    /// The path itself where nothing is there, and `-`, which is standard input.
    public static func of(_ path: String) -> String {
        guard path != "-", let whole = realpath(path, nil) else { return path }
        defer { free(whole) }
        return String(cString: whole)
    }
}
