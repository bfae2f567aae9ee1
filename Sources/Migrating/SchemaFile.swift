internal import Glibc

/// A file of SQL that makes one object, or one object's access.
public struct SchemaFile: Sendable, Equatable {
    /// Whose objects a file makes.
    public enum Layer: Int, Sendable, Comparable {
        /// Stand-ins for what a Supabase project has: embedded clusters only.
        case supabase
        /// The web app's tables: made on embedded clusters, elsewhere verified.
        case app
        case scorebook
        /// Tables of a dataset.
        case dataset

        public static func < (one: Layer, other: Layer) -> Bool { one.rawValue < other.rawValue }
    }

    /// Path below the pipelines folder, as in `scorebook/040_runs.sql`.
    public var name: String
    public var layer: Layer
    public var sql: String

    /// All files of a pipelines folder in the order in which they are applied.
    static func all(in folder: String) throws(SchemaError) -> [SchemaFile] {
        var files: [SchemaFile] = []
        for (name, layer) in [("supabase", Layer.supabase), ("app", .app), ("scorebook", .scorebook)] {
            files += try read(folder: folder, below: name, layer: layer)
        }
        guard !files.isEmpty else { throw .unreadable(folder) }
        for dataset in try names(in: folder) where !["supabase", "app", "scorebook"].contains(dataset) {
            files += try read(folder: folder, below: "\(dataset)/tables", layer: .dataset)
        }
        return files
    }

    private static func read(folder: String, below: String, layer: Layer) throws(SchemaError) -> [SchemaFile] {
        var files: [SchemaFile] = []
        for name in try names(in: "\(folder)/\(below)") where name.hasSuffix(".sql") {
            let sql = try text(of: "\(folder)/\(below)/\(name)")
            files.append(SchemaFile(name: "\(below)/\(name)", layer: layer, sql: sql))
        }
        return files
    }

    /// Names in a folder, sorted by their bytes; none where there is no such folder.
    private static func names(in folder: String) throws(SchemaError) -> [String] {
        guard let handle = opendir(folder) else {
            if [ENOENT, ENOTDIR].contains(errno) { return [] }
            throw .unreadable(folder)
        }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = next(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        guard errno == 0 else { throw .unreadable(folder) }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func next(_ folder: OpaquePointer) -> UnsafeMutablePointer<dirent>? {
        errno = 0
        return readdir(folder)
    }

    static func text(of path: String) throws(SchemaError) -> String {
        guard let file = fopen(path, "re") else { throw .unreadable(path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            if count == 0, ferror(file) != 0, errno == EINTR {
                clearerr(file)
                continue
            }
            guard count > 0 else { break }
            bytes += chunk[0..<count]
        }
        guard ferror(file) == 0, let text = String(validating: bytes, as: UTF8.self) else {
            throw .unreadable(path)
        }
        return text
    }
}
