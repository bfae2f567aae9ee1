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
