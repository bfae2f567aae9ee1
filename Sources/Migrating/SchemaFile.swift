internal import Filing

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
    static func all(in folder: String) throws -> [SchemaFile] {
        var files: [SchemaFile] = []
        for (name, layer) in [("supabase", Layer.supabase), ("app", .app), ("scorebook", .scorebook)] {
            files += try read(folder: folder, below: name, layer: layer)
        }
        guard !files.isEmpty else { throw SchemaError.unreadable(folder) }
        for dataset in try names(in: folder) where !["supabase", "app", "scorebook"].contains(dataset) {
            files += try read(folder: folder, below: "\(dataset)/tables", layer: .dataset)
        }
        return files
    }

    private static func read(folder: String, below: String, layer: Layer) throws -> [SchemaFile] {
        var files: [SchemaFile] = []
        for name in try names(in: "\(folder)/\(below)") where name.hasSuffix(".sql") {
            let sql = try text(of: "\(folder)/\(below)/\(name)")
            files.append(SchemaFile(name: "\(below)/\(name)", layer: layer, sql: sql))
        }
        return files
    }

    /// Names in a folder, sorted by their bytes; none where there is no such folder.
    private static func names(in folder: String) throws -> [String] {
        do { return try FolderListing.visibleNames(in: folder) ?? [] } catch {
            throw SchemaError.unreadable(folder)
        }
    }

    static func text(of path: String) throws -> String {
        guard let text = TextFile.text(of: path) else { throw SchemaError.unreadable(path) }
        return text
    }
}
