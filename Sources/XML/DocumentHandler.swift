/// Hears what stands in a document, in its order. Nothing that it is given outlives the call.
///
/// A class to inherit from, and no protocol: what is called with every element shall not count references.
open class DocumentHandler {
    public init() {}

    /// An element begins; the root has depth 1.
    open func start(_ name: UnsafePointer<CChar>, _ attributes: Attributes, depth: Int, in parser: DocumentParser) {}

    /// The element of this depth ends.
    open func end(depth: Int, in parser: DocumentParser) {}

    /// Some of the text within an element, while `DocumentParser.hearText` says so.
    open func text(_ bytes: UnsafeRawBufferPointer) {}
}

/// The attributes of one element, as they stand in the parser's memory: valid until the callback returns.
///
/// The same name has the same address in the whole document, so that a reader may know a name by its address.
public struct Attributes {
    private let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>

    @inline(__always)
    init(_ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>) { self.pairs = pairs }

    /// Name of an attribute; nil behind the last one.
    @inline(__always)
    public func name(at index: Int) -> UnsafePointer<CChar>? { pairs[2 * index] }

    /// Value of an attribute that has a name; entities of XML itself are resolved, line breaks are blanks.
    @inline(__always)
    public func value(at index: Int) -> UnsafePointer<CChar>? { pairs[2 * index + 1] }
}
