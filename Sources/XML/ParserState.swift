internal import CExpat

/// What changes with every element; in memory of its own, so that a callback may touch it without being watched.
struct ParserState {
    /// Kept alive by the parser's owner.
    let handler: Unmanaged<DocumentHandler>
    var depth = 0
    /// Why the parser was stopped from within.
    var failure: XMLError.Kind?
    var dropped = DroppedControls()
    /// How much further on than in what expat has seen a byte stands in its document, in bytes and in lines.
    var (shift, lineShift) = (0, 0)

    init(handler: DocumentHandler) { self.handler = .passUnretained(handler) }
}

/// Control characters that were left out of what expat sees, to convert expat's offsets to those of the document.
struct DroppedControls {
    /// Offsets for expat of the bytes before which one was left out, those that were passed among them.
    private var places: [Int] = []
    /// Number of places that were passed already.
    private var passed = 0
    private var forgotten = 0

    /// Number of characters dropped so far.
    var count: Int { forgotten + places.count }

    /// Most places that may lie ahead: more of them are no slip.
    static let limit = 1 << 16

    /// Notes places that lie this far into the bytes from `start` on; false where they are too many.
    mutating func add(_ more: [UInt32], from start: Int) -> Bool {
        places.removeFirst(passed)
        forgotten += passed
        passed = 0
        for place in more { places.append(start + Int(place) - count) }
        return places.count <= Self.limit
    }

    /// The offset in the document of an offset of expat's; they are asked for in growing order.
    @inline(__always)
    mutating func offset(of offset: Int) -> Int {
        while passed < places.count, places[passed] <= offset { passed += 1 }
        return offset + forgotten + passed
    }
}

extension XMLError.Kind {
    /// Expat's word for it.
    init(_ code: XML_Error) {
        switch code {
        case XML_ERROR_NO_MEMORY: self = .tooLarge
        case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_UNCLOSED_CDATA_SECTION,
            XML_ERROR_PARTIAL_CHAR:
            self = .truncated
        case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: self = .trailing
        case XML_ERROR_UNDEFINED_ENTITY, XML_ERROR_ENTITY_DECLARED_IN_PE, XML_ERROR_RECURSIVE_ENTITY_REF,
            XML_ERROR_EXTERNAL_ENTITY_HANDLING:
            self = .entityUsed
        case XML_ERROR_UNKNOWN_ENCODING, XML_ERROR_INCORRECT_ENCODING: self = .encoding
        case XML_ERROR_TAG_MISMATCH: self = .notWellFormed(.tagMismatch)
        case XML_ERROR_DUPLICATE_ATTRIBUTE: self = .notWellFormed(.duplicateAttribute)
        case XML_ERROR_BAD_CHAR_REF: self = .notWellFormed(.characterReference)
        case XML_ERROR_INVALID_TOKEN: self = .notWellFormed(.invalidToken)
        default: self = .notWellFormed(.other(Int(code.rawValue)))
        }
    }
}

/// Counts lines.
public enum Lines {
    /// Line breaks (LF, CR LF, CR) that begin in these bytes; the LF of a CR LF is none of its own.
    ///
    /// - Parameter afterReturn: whether the byte before the first one is a CR.
    @inline(__always)
    public static func count(in bytes: UnsafeRawBufferPointer, afterReturn: Bool) -> Int {
        guard let start = bytes.baseAddress else { return 0 }
        return cexpat_lines(start.assumingMemoryBound(to: UInt8.self), bytes.count, afterReturn ? 1 : 0)
    }
}

/// Receives the events of a document, in their order. Arguments are valid only during the call.
///
/// A class to inherit from, and no protocol: what is called with every element shall not count references.
open class DocumentHandler {
    public init() {}

    /// An element begins; the root has depth 1.
    open func start(_ name: UnsafePointer<CChar>, _ attributes: Attributes, depth: Int, in parser: DocumentParser) {}

    /// The element of this depth ends.
    open func end(depth: Int, in parser: DocumentParser) {}

    /// Some of the text within an element, while `DocumentParser.setReceivesText` is on.
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

/// How a document is parted behind elements that stand directly in its root, so that several parsers may each have a
/// part: between the opening and the closing a part is a document of its own.
///
///     <?xml ... ?> <HealthData locale="en_GB"> | <Record ... /> <Record ... /> | <Record ... /> ... | </HealthData>
///     ^------------- opening ----------------^   ^---------- part ----------^   ^----- part -----^   closing
///
/// In a well-formed document a part ends where its root's content goes on, whatever stands in comments, quotes and
/// CDATA. In any other, some part is not well-formed, at the place where the whole document is not.
public struct Parting: Sendable {
    /// What stands before the content of the root; the DOCTYPE is blank.
    public let opening: [UInt8]
    /// The name of the root.
    public let root: String
    let closing: [UInt8]

    /// Longest opening: every part is parsed behind it.
    public static let limit = 1 << 14

    /// - Parameter start: the document's first bytes; nil where they do not show its root's start tag whole.
    public init?(_ start: UnsafeRawBufferPointer) {
        let start = UnsafeRawBufferPointer(rebasing: start.prefix(Self.limit))
        var prolog = Prolog(limit: Self.limit)
        guard (try? prolog.add(start, isFinal: false)) != nil, prolog.isDone else { return nil }
        let tag = prolog.bytes[prolog.end...]
        let length = tag.withUnsafeBytes { bytes in
            bytes.baseAddress.map { cexpat_start_tag($0.assumingMemoryBound(to: UInt8.self), bytes.count) } ?? 0
        }
        let name = tag.dropFirst().prefix { !Self.endsName.contains($0) }
        // A root without content has no parts.
        guard length > 2, !name.isEmpty, tag[tag.startIndex + length - 2] != UInt8(ascii: "/") else { return nil }
        opening = Array(prolog.bytes[..<(prolog.end + length)])
        closing = Array("</".utf8) + name + Array(">".utf8)
        root = String(decoding: name, as: UTF8.self)
    }

    private static let endsName = Array(" \t\r\n/>".utf8)

    /// Where to cut bytes that begin directly in the root: behind the last of its elements that is whole; nil where none
    /// is.
    ///
    /// - Parameter most: most elements before the cut, at any depth.
    public func cut(_ bytes: UnsafeRawBufferPointer, most: Int) -> Int? {
        guard let start = bytes.baseAddress else { return nil }
        let end = cexpat_cut(start.assumingMemoryBound(to: UInt8.self), bytes.count, most)
        return end > 0 ? end : nil
    }
}
