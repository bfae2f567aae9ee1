public import JSON
public import Picturing
public import XML

/// Why a source cannot be read at all; a record that cannot be read is a `Defect` of that record instead.
public enum ReadError: Error, Hashable, Sendable {
    /// The system refused; `code` is its errno.
    case system(operation: String, code: Int32)
    /// The archive gives no more of the entry; in its own words.
    case archive(String)
    /// There is not one record.
    case empty
    /// The content is not text in cells.
    case content(ContentKind)
    /// There are only `found` records, too few for a header in row `wanted` (counted from 1).
    case noHeader(wanted: Int, found: Int)
    /// The header itself breaks a rule.
    case brokenHeader(line: Int, fault: HeaderFault)
    /// Two columns have one name; both counted from 1.
    case duplicateName(first: Int, second: Int)
    /// An SQL dump as a whole cannot be read.
    case dump(DumpFault, line: Int)

    /// A document is no JSON, or has outside of its records what no reader should guess at.
    case json(JSONFault.Kind, line: Int, byteOffset: Int)
    /// A document that is held as a whole is larger than the reader's `max_bytes`.
    case tooLarge(limit: Int)
    /// A photo cannot be read, or is no JPEG.
    case picture(PictureError)
    /// A manifest has a record that cannot be read; `code` is its defect's.
    case manifest(line: Int, code: String)
    /// A photo has more bytes than one may have.
    case photoTooLarge(limit: Int)
    /// The XML document is not whole, not well-formed, or does what is not allowed.
    case xml(XMLError)
    /// The XML document has another root element than the format's.
    case xmlRoot(found: String, wanted: String)
    /// The XML document is one that the format names as not its own.
    case xmlRefused(root: String, because: String)

    /// Whether the system failed: it says nothing of what is in the source, and passes.
    public var isOutage: Bool {
        if case .system = self { return true }
        return false
    }

    /// What is wrong with a header.
    public enum HeaderFault: Hashable, Sendable {
        case unterminatedQuote
        case strayQuote
        case tooLong
        case tooManyColumns
        case notUTF8
        case holdsNUL
    }
}
