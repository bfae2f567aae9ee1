/// How large the parts of a document may be; one that breaks a limit is refused.
public struct Limits: Sendable {
    /// Most bytes before the root element, the DOCTYPE among them.
    public var prolog: Int
    /// Most elements within one another.
    public var depth: Int
    /// Most attributes of one element.
    public var attributes: Int
    /// Most bytes that the parser may keep: all names, the open elements and the longest tag, several times over.
    public var memory: Int

    public init(prolog: Int = 1 << 20, depth: Int = 256, attributes: Int = 4096, memory: Int = 64 << 20) {
        self.prolog = prolog
        self.depth = depth
        self.attributes = attributes
        self.memory = memory
    }
}
