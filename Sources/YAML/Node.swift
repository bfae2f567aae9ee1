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

extension Node {
    /// How many nodes it is, itself included, and how many levels lie below it.
    var size: (nodes: Int, depth: Int) {
        var children: [Node] = []
        switch content {
        case .scalar: return (1, 0)
        case .sequence(let elements): children = elements
        case .mapping(let entries): children = entries.map(\.value)
        }
        let keys = children.count * (entries == nil ? 0 : 1)
        return children.reduce((1 + keys, 0)) { size, child in
            let inner = child.size
            return (size.0 + inner.nodes, max(size.1, inner.depth + 1))
        }
    }
}

/// The types of scalars by the core schema of YAML 1.2: `no`, `on` and `12:30` are text.
extension Node {
    /// Whether this is the plain scalar `null`, `~` or nothing at all.
    public var isNull: Bool {
        guard case .scalar(let text, .plain) = content else { return false }
        return text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL"
    }

    /// The text of a scalar as written; nil for null, sequences and mappings.
    public var text: String? {
        guard case .scalar(let text, _) = content, !isNull else { return nil }
        return text
    }

    /// `true` or `false` where it stands plain.
    public var boolean: Bool? {
        guard case .scalar(let text, .plain) = content else { return nil }
        switch text {
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: return nil
        }
    }

    /// A whole decimal number where it stands plain.
    public var integer: Int? {
        guard case .scalar(let text, .plain) = content else { return nil }
        return Int(text)
    }

    /// The elements of a sequence.
    public var elements: [Node]? {
        guard case .sequence(let nodes) = content else { return nil }
        return nodes
    }

    /// The entries of a mapping in the order of the text.
    public var entries: [Entry]? {
        guard case .mapping(let entries) = content else { return nil }
        return entries
    }

    /// What kind of node this is, for messages.
    public var kind: String {
        switch content {
        case .scalar(_, .plain):
            isNull ? "nothing" : boolean != nil ? "true or false" : integer != nil ? "a number" : "a text"
        case .scalar: "a text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
