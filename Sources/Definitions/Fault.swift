/// One thing wrong with a definition, where it stands and what may have been meant.
public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Path of the file.
    public var path: String
    /// Both count from 1, the column in characters.
    public var line: Int
    public var column: Int
    public var message: String
    /// A word that exists and looks like the one that does not.
    public var suggestion: String?

    public init(path: String, line: Int, column: Int, message: String, suggestion: String? = nil) {
        self.path = path
        self.line = line
        self.column = column
        self.message = message
        self.suggestion = suggestion
    }

    public var description: String {
        let hint = suggestion.map { "; did you mean `\($0)`?" } ?? ""
        return "\(path):\(line):\(column): \(message)\(hint)"
    }
}

/// What `check` says about a pipelines folder.
public struct CheckReport: Sendable {
    public var pipelines: Pipelines
    public var faults: [Fault]

    /// Reads and checks the definitions in a folder.
    public init(path: String, environment: [String: String] = Environment.process) {
        self.init(paths: [path], environment: environment)
    }

    /// Reads and checks the definitions in folders of which a later one lies over those before it.
    public init(paths: [String], environment: [String: String] = Environment.process) {
        (pipelines, faults) = Pipelines.load(paths, environment: environment)
    }

    /// One line a fault, in the order of files and lines; empty where all is well.
    public var lines: [String] { faults.map(\.description) }
}
