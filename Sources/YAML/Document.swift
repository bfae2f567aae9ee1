/// Something wrong with a YAML text.
public struct Problem: Error, Hashable, Sendable {
    public var mark: Mark
    public var message: String

    public init(mark: Mark, message: String) {
        self.mark = mark
        self.message = message
    }
}

/// A YAML text as a tree of nodes, with everything that is wrong with it.
///
/// The strict part of YAML that definitions need: one document, no tags, no duplicate keys, no tab in an indentation, and
/// bounds on size, depth and number of nodes. `&name`, `*name` and `<<: *name` repeat what is written once; what they repeat
/// counts each time, so that a text cannot unfold into more than the bounds.
public struct Document: Sendable {
    /// Bounds of a text.
    public struct Limits: Sendable {
        public var bytes = 1 << 20
        public var depth = 32
        public var nodes = 100_000

        public init() {}
    }

    /// The document's node; nil where the text could not be read to its end.
    public var root: Node?
    /// In the order of the text.
    public var problems: [Problem]

    /// Reads a text in UTF-8.
    public init(parsing bytes: [UInt8], limits: Limits = Limits()) {
        guard bytes.count <= limits.bytes else {
            root = nil
            problems = [Problem(mark: Mark(line: 1, column: 1), message: "longer than \(limits.bytes) bytes")]
            return
        }
        let tabs = Document.tabs(in: bytes)
        guard tabs.isEmpty else {
            root = nil
            problems = tabs
            return
        }
        var composer = Composer(limits: limits)
        root = composer.compose(bytes)
        problems = composer.problems.sorted { ($0.mark.line, $0.mark.column) < ($1.mark.line, $1.mark.column) }
    }

    /// Tabs before the first character of a line, which YAML forbids and editors hide.
    private static func tabs(in bytes: [UInt8]) -> [Problem] {
        var problems: [Problem] = []
        var line = 1
        var column = 1
        var isIndentation = true
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n"):
                line += 1
                column = 0
                isIndentation = true
            case UInt8(ascii: "\t") where isIndentation:
                let mark = Mark(line: line, column: column)
                problems.append(Problem(mark: mark, message: "a tab indents this line; use blanks"))
                isIndentation = false
            case UInt8(ascii: " "), UInt8(ascii: "\t"): break
            default: isIndentation = false
            }
            column += 1
        }
        return problems
    }
}
