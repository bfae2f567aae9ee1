internal import CExpat

/// What changes with every element; in memory of its own, so that a callback may touch it without being watched.
struct ParserState {
    /// Kept alive by whoever owns the parser.
    let handler: Unmanaged<DocumentHandler>
    var depth = 0
    /// Why the parser was stopped from within.
    var failure: XMLError.Kind?
    var dropped = DroppedControls()
    /// How much further on than in what expat has seen a byte stands in its document, in bytes and in lines.
    var (shift, lineShift) = (0, 0)

    init(handler: DocumentHandler) { self.handler = .passUnretained(handler) }
}

/// Control characters that were left out of what expat sees, to tell the offsets of the document from expat's.
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
