/// What is wrong with a definition, and where.
public struct SummaryFault: Error, Sendable, Equatable, CustomStringConvertible {
    public var path: String
    /// From 1.
    public var line: Int
    public var message: String

    public var description: String { "\(path):\(line): \(message)" }
}
