/// Where something stands in a YAML text; both count from 1, the column in characters.
public struct Mark: Hashable, Sendable {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A node of a YAML document with its place in the text.
public struct Node: Sendable {
    /// How a scalar was written: only plain ones may be numbers, booleans or null.
    public enum Style: Sendable { case plain, quoted, block }

    /// A key of a mapping with its value.
    public struct Entry: Sendable {
        public var key: String
        public var keyMark: Mark
        public var value: Node

        public init(key: String, keyMark: Mark, value: Node) {
            self.key = key
            self.keyMark = keyMark
            self.value = value
        }
    }

    public indirect enum Content: Sendable {
        case scalar(String, Style)
        case sequence([Node])
        /// In the order of the text.
        case mapping([Entry])
    }

    public var content: Content
    public var mark: Mark

    public init(content: Content, mark: Mark) {
        self.content = content
        self.mark = mark
    }
}
