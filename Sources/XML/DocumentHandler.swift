/// Hears what stands in a document, in its order. Nothing that it is given outlives the call.
public protocol DocumentHandler: AnyObject {
    /// An element begins; the root has depth 1.
    func start(_ name: UnsafePointer<CChar>, _ attributes: Attributes, depth: Int, in parser: DocumentParser)
    /// The element of this depth ends.
    func end(depth: Int, in parser: DocumentParser)
    /// Some of the text within an element, while `DocumentParser.hearsText`.
    func text(_ bytes: UnsafeRawBufferPointer)
}
