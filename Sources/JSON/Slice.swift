/// A value that was asked for: where it stands in the text, and how it is to be read.
public struct Slice: Hashable, Sendable {
    public enum Kind: UInt8, Sendable {
        /// Not there, or null.
        case absent
        /// A string without escapes, its quotes left out.
        case string
        /// A string with escapes, its quotes left out.
        case escaped
        /// A number, `true` or `false` as it stands.
        case word
        /// An array or object as it stands.
        case container
    }

    public var start: Int
    public var length: Int32
    public var kind: Kind

    public static let absent = Slice(start: 0, length: 0, kind: .absent)
}
