public import Postgres

/// Why the schema could not be read, compared or brought up to date; what else the database refuses comes as its
/// `DatabaseError`.
public enum SchemaError: Error, CustomStringConvertible {
    case unreadable(String)
    /// Files that were applied and have been changed since.
    case changed([String])
    /// A file whose SQL the server refused; nothing of the run stays.
    case refused(file: String, DatabaseError)
    /// The live tables are not those that the datasets need.
    case differs([SchemaDifference])

    public var description: String {
        switch self {
        case .unreadable(let path):
            "\(path) cannot be read as schema files: is this the pipelines folder?"
        case .changed(let files):
            "changed since they were applied: \(files.joined(separator: ", ")); "
                + "put the old text back and write the change as a new file"
        case .refused(let file, let error):
            "\(file): \(error)"
        case .differs(let differences):
            "the database differs from what the datasets need:\n"
                + differences.map { "  \($0)" }.joined(separator: "\n")
        }
    }
}
