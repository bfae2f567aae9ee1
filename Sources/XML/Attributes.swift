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
