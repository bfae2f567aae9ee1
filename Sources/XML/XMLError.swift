/// Why a document is refused, and where.
public struct XMLError: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// There are no bytes, or blanks alone.
        case empty
        /// The document ends before its root element does.
        case truncated
        /// Something follows the root element.
        case trailing
        case notWellFormed(Fault)
        /// The document declares an entity of its own.
        case entityDeclared
        /// The document uses an entity that XML itself does not have.
        case entityUsed
        /// The DOCTYPE refers to another file.
        case externalDTD
        case secondDoctype
        /// The DOCTYPE does not end within the limit.
        case prologTooLong
        case tooDeep(limit: Int)
        case tooManyAttributes(limit: Int)
        /// Names, open elements or one tag take more memory than a document may have.
        case tooLarge
        case utf16
        /// The declaration names an encoding that is not read.
        case encoding
        /// More control characters than a slip explains.
        case binary
    }

    /// What is not well-formed.
    public enum Fault: Hashable, Sendable {
        case tagMismatch
        case duplicateAttribute
        case characterReference
        case invalidToken
        case other(Int)
    }

    public var kind: Kind
    public var line: Int
    /// Offset of the byte at which it shows.
    public var offset: Int

    public init(_ kind: Kind, line: Int, offset: Int) {
        self.kind = kind
        self.line = line
        self.offset = offset
    }
}

extension XMLError: CustomStringConvertible {
    /// What is wrong, where, and what to do; without any text of the document.
    public var description: String { "line \(line), byte \(offset): \(kind.wording)" }
}

extension XMLError.Kind {
    fileprivate var wording: String {
        switch self {
        case .empty: "the document is empty: export it again"
        case .truncated: "the document ends before its root element is closed: export or upload it again"
        case .trailing: "unexpected content after the root element: two documents in one file are not supported"
        case .notWellFormed(let fault): "this is not well-formed XML (\(fault.wording)): export it again"
        case .entityDeclared: "the document declares entities of its own, which are not supported"
        case .entityUsed: "the document uses an entity that XML does not have"
        case .externalDTD: "the document refers to another file, which is not supported"
        case .secondDoctype: "the document has two DOCTYPEs"
        case .prologTooLong: "the root element does not begin within the first megabyte"
        case .tooDeep(let limit): "elements are nested more than \(limit) deep"
        case .tooManyAttributes(let limit): "an element has more than \(limit) attributes"
        case .tooLarge: "one tag, or all names together, take more memory than a document may have"
        case .utf16: "the document is UTF-16: save it as UTF-8"
        case .encoding: "the document is in an unsupported encoding: save it as UTF-8"
        case .binary: "there are more control characters than text has: export it again"
        }
    }
}

extension XMLError.Fault {
    fileprivate var wording: String {
        switch self {
        case .tagMismatch: "an end tag closes another element"
        case .duplicateAttribute: "a duplicate attribute"
        case .characterReference: "a reference to an invalid character"
        case .invalidToken: "a character or byte that is not allowed here"
        case .other(let code): "fault \(code)"
        }
    }
}

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
