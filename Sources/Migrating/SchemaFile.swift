internal import Filing
public import Postgres

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

    /// Path below the pipelines folder, as in `scorebook/040_runs.sql`, or `measures` for the rows of the registers.
    public var name: String
    public var layer: Layer
    public var sql: String
    /// Whether it is applied again when its text has changed: it holds rows, and makes no object.
    var isRepeated = false

    var step: SchemaStep { SchemaStep(title: "file \(name)", sql: sql) }

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
        files += [try MeasureRegister.file(in: folder)].compactMap(\.self)
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

/// Why the schema could not be read, compared or brought up to date; what else the database refuses comes as its
/// `DatabaseError`.
public enum SchemaError: Error, CustomStringConvertible {
    case unreadable(String)
    /// Files that were applied and have been changed since.
    case changed([String])
    /// A step whose SQL the server refused, by its title; nothing of the run stays.
    case refused(step: String, DatabaseError)
    /// The live tables are not those that the datasets need.
    case differs([SchemaDifference])

    public var description: String {
        switch self {
        case .unreadable(let path):
            "\(path) cannot be read as schema files: is this the pipelines folder?"
        case .changed(let files):
            "changed since they were applied: \(files.joined(separator: ", ")); "
                + "restore the old text and write the change as a new file"
        case .refused(let step, let error):
            "\(step): \(error)"
        case .differs(let differences):
            "the database differs from what the datasets need:\n"
                + differences.map { "  \($0)" }.joined(separator: "\n")
        }
    }
}

/// How a database stands to the schema's files.
public struct SchemaStatus: Sendable, Equatable {
    public var applied: [String] = []
    public var missing: [String] = []
    /// Applied with another text than the file has now.
    public var changed: [String] = []
    /// Applied, and not among the files: another scorebook's, newer than this one.
    public var unknown: [String] = []

    public init() {}

    public var isCurrent: Bool { missing.isEmpty && changed.isEmpty }
}

/// Something that is put on a table of the web app: a policy, a grant, a trigger.
public struct SchemaAnnouncement: Sendable, Equatable, CustomStringConvertible {
    public var table: String
    /// policy, grant, trigger, index, constraint, column or table
    public var kind: String
    public var name: String
    public var definition: String

    public var description: String { "\(table): \(kind) \(name): \(definition)" }
}

/// What `up` did.
public struct SchemaChange: Sendable, Equatable {
    /// True if nothing of the schema existed before: a database of our own without rows and without other sessions.
    public var isNew = false
    /// Files applied now; none: there was nothing to do.
    public var applied: [String] = []
    public var announcements: [SchemaAnnouncement] = []
    /// Objects of ours that others had changed, and are again as they were made.
    public var repaired: [SchemaDrift] = []
    /// Those that are not.
    public var left: [SchemaDrift] = []
    /// Differences of the app's tables that do not hinder, and rights that only another role can grant.
    public var remarks: [SchemaDifference] = []

    public init() {}
}
