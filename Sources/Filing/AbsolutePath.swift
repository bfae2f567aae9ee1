internal import Glibc

/// Paths from the root, for what is read from another folder later.
public enum AbsolutePath {
    /// The path itself where nothing is there, and `-`, which is standard input.
    public static func of(_ path: String) -> String {
        path == "-" ? path : real(path) ?? path
    }

    /// Where a path leads once the folders on its way are made, without links, `.` and `..`.
    public static func planned(_ path: String) -> String {
        var parts = path.split(separator: "/").map(String.init)
        var missing: [String] = []
        let root = path.hasPrefix("/") ? "/" : "./"
        while true {
            if let there = real(root + parts.joined(separator: "/")) {
                return missing.reversed().reduce(there) { above, part in
                    switch part {
                    case ".": above
                    case "..": above.split(separator: "/").dropLast().map { "/" + $0 }.joined()
                    default: above.hasSuffix("/") ? above + part : "\(above)/\(part)"
                    }
                }
            }
            guard let last = parts.popLast() else { return path }
            missing.append(last)
        }
    }

    private static func real(_ path: String) -> String? {
        guard let whole = realpath(path, nil) else { return nil }
        defer { free(whole) }
        return String(cString: whole)
    }
}
