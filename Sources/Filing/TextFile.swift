internal import Glibc

/// Small files that are held whole.
public enum TextFile {
    /// The bytes of a file, or its first where there are more than `limit`: then a few more than those.
    public static func bytes(of path: String, limit: Int = .max) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 12)
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

/// The system refused something about a file or a folder; `code` is its errno.
public struct FileError: Error, Equatable, Sendable {
    /// What was tried, as in "write a file".
    public let operation: String
    public let code: Int32

    /// What the last call left in `errno`.
    public init(_ operation: String) { self.init(operation, errno) }

    init(_ operation: String, _ code: Int32) {
        self.operation = operation
        self.code = code
    }

    /// All names that a file could have are those of others.
    public static let taken = FileError("move a file", EEXIST)

    /// The system's words.
    public var reason: String { String(cString: strerror(code)) }
}

/// Paths from a folder, for what goes to another place or machine with it.
public enum RelativePath {
    /// - Parameter folder: a path from the root, as `path` is; other paths come back as they are.
    public static func of(_ path: String, from folder: String) -> String {
        guard path.hasPrefix("/") else { return path }
        let (parts, base) = (path.split(separator: "/"), folder.split(separator: "/"))
        let shared = zip(parts, base).prefix { $0 == $1 }.count
        let way = base.dropFirst(shared).map { _ in ".." } + parts.dropFirst(shared).map(String.init)
        return way.isEmpty ? "." : way.joined(separator: "/")
    }

    /// The path from the root of what `of` gave.
    public static func resolved(_ path: String, from folder: String) -> String {
        path.hasPrefix("/") || path == "-" ? path : AbsolutePath.planned("\(folder)/\(path)")
    }
}

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

    /// The folder in which the program runs; nil where it is not to be told.
    public static var here: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { path in
            getcwd(path.baseAddress, path.count).map { String(cString: $0) }
        }
    }

    private static func real(_ path: String) -> String? {
        guard let whole = realpath(path, nil) else { return nil }
        defer { free(whole) }
        return String(cString: whole)
    }
}
