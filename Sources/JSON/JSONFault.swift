/// What is wrong with a JSON text, and where.
public struct JSONFault: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        // What makes a text no JSON.
        case notUTF8
        case controlCharacter
        case openString
        case badEscape
        case badNumber
        case badWord
        /// Something stands where this was expected.
        case expected(Expectation)
        /// The text ends too early.
        case truncated
        case tooDeep
        /// Something follows the value.
        case surplus
        /// There is nothing but blanks.
        case blank
        case noMemory
        // What is JSON and nevertheless has no meaning that all readers share.
        case duplicateKey
        case loneSurrogate
        case nulCharacter
        case tooManyKeys
    }

    /// What the grammar wants at a place.
    public enum Expectation: Hashable, Sendable {
        case value
        case key
        case colon
        case commaOrBrace
        case commaOrBracket
    }

    public var kind: Kind
    /// Offset of the first byte of what is wrong, or of the token that holds it.
    public var position: Int

    public init(_ kind: Kind, at position: Int) {
        self.kind = kind
        self.position = position
    }
}
