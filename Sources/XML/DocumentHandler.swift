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
