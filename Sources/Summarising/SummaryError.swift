/// Why the summaries could not be read, made or checked; what the database refuses comes as its `DatabaseError`.
public enum SummaryError: Error, Sendable, Equatable {
    /// Definitions that cannot be used.
    case faults([SummaryFault])
    /// A file or folder that cannot be read.
    case unreadable(path: String)
    /// An object of a summary's name that is not ours.
    case foreignObject(name: String)
    /// A name that no definition has.
    case unknown(name: String, suggestion: String?)
}

extension SummaryError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .faults(let faults): faults.map(\.description).joined(separator: "\n")
        case .unreadable(let path): "\(path): cannot be read"
        case .foreignObject(let name):
            "\(name) exists and was not made by scorebook: rename or drop it, then run schema up again"
        case .unknown(let name, let suggestion): "there is no summary \(name)" + didYouMean(suggestion)
        }
    }
}

/// `; did you mean x?`, or nothing.
func didYouMean(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean \($0)?" } ?? ""
}

/// What is wrong with a definition, and where.
public struct SummaryFault: Error, Sendable, Equatable, CustomStringConvertible {
    public var path: String
    /// From 1.
    public var line: Int
    public var message: String

    public var description: String { "\(path):\(line): \(message)" }
}
