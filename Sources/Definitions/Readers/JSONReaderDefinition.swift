/// How a format's JSON document is read.
public struct JSONReaderDefinition: Sendable {
    /// Where records stand, and the pattern's text, which is a record's `@record`.
    public var records: [JSONPath]
    /// Most bytes of a document: it is held as a whole.
    public var maxBytes = 64 << 20
    /// Most levels of arrays and objects.
    public var maxDepth = Self.mostDepth

    public static let mostBytes = 256 << 20
    public static let mostDepth = 512

    /// Without paths: elements of the array at the root, or else the root.
    public init(records: [JSONPath] = []) { self.records = records }
}

/// How a format's JSON Lines are read: each line is a document of its own.
public struct JSONLinesReaderDefinition: Sendable {
    /// Where records stand in a line; without any each line is one.
    public var records: [JSONPath]
    /// Most bytes of a line.
    public var maxBytes = 8 << 20
    /// Most levels of arrays and objects.
    public var maxDepth = JSONReaderDefinition.mostDepth

    public static let mostBytes = 32 << 20

    public init(records: [JSONPath] = []) { self.records = records }
}
