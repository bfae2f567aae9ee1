public import FIT
import Glibc
public import JSON
public import Picturing
public import Records
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
    /// A document that is held as a whole is larger than the reader takes.
    case tooLarge(limit: Int)
    /// A FIT file is not whole, or is none.
    case fit(FITError)
    /// An activity's file holds no activity, or too much.
    case activity(ActivityFault)
    /// A photo cannot be read, or is neither JPEG nor HEIC.
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
    /// The columns are those of a layout that a format names as not its own.
    case layoutRefused(String)
    /// Threads worked at it for longer than at a file of its size.
    case tooSlow(seconds: Int)

    /// The refusal that it is.
    public var code: RefusalCode {
        switch self {
        case .system: .outage
        case .archive: .archive
        case .empty: .empty
        case .content: .notText
        case .noHeader, .brokenHeader, .duplicateName: .header
        case .dump, .json, .xml, .fit, .activity(.noSession): .broken
        case .tooLarge, .photoTooLarge, .activity(.tooManyLaps): .tooLarge
        case .tooSlow: .tooSlow
        case .picture: .photo
        case .manifest: .manifest
        case .xmlRoot, .xmlRefused, .layoutRefused, .activity: .otherDocument
        }
    }

    /// Whether the system failed: it says nothing of what is in the source, and passes.
    public var isOutage: Bool { code == .outage }

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

extension ReadError: CustomStringConvertible {
    /// What is wrong and what to do; without any text of the source.
    public var description: String {
        switch self {
        case .system(let operation, let code):
            "cannot \(operation): \(String(cString: strerror(code)))"
        case .archive(let reason): reason
        case .empty:
            "the file is empty: export it again"
        case .content(let kind):
            "this is \(kind.title), not CSV\(kind.advice)"
        case .noHeader(let wanted, let found):
            "the header should be record \(wanted), but there \(found == 1 ? "is 1 record" : "are \(found) records")"
        case .brokenHeader(let line, let fault):
            "the header on line \(line) \(fault.wording)"
        case .dump(let fault, let line):
            "line \(line): \(fault.wording)"
        case .duplicateName(let first, let second):
            "columns \(first) and \(second) have the same name, and the format reads it: rename one"
        case .json(let fault, let line, let byteOffset):
            "\(fault.verdict), on line \(line) at byte \(byteOffset); nothing of it is imported, export it again"
        case .tooLarge(let limit):
            "the document has more than \(limit) bytes: export it in parts or as JSON Lines"
        case .fit(let error): error.description
        case .activity(let fault): fault.description
        case .picture(let error): error.description
        case .photoTooLarge(let limit): "the photo has more than \(limit >> 20) MB: export it smaller"
        case .manifest(let line, let code): "line \(line) is faulty (\(code)): correct it"
        case .xml(let error): error.description
        case .xmlRoot(let found, let wanted):
            "its root element is \(found)" + (wanted.isEmpty ? "" : ", not \(wanted)") + ": it is another document"
        case .xmlRefused(let root, let because): "its root element is \(root): \(because)"
        case .layoutRefused(let because): because
        case .tooSlow(let seconds):
            "reading it took more than \(seconds) seconds of processor time, the most for a file of its size"
        }
    }
}

extension JSONFault.Kind {
    /// What a document is that breaks this rule.
    fileprivate var verdict: String {
        switch self {
        case .truncated: "the document is truncated: it ends in the middle of a value"
        case .openString: "the document is truncated, or a quote is missing: a string is not closed"
        default: "invalid JSON: \(wording)"
        }
    }
}

extension ReadError.HeaderFault {
    fileprivate var wording: String {
        switch self {
        case .unterminatedQuote: "opens a quote that is never closed"
        case .strayQuote: "has text after a closing quote"
        case .tooLong: "is longer than a header may be"
        case .tooManyColumns: "has too many columns"
        case .notUTF8: "is not UTF-8: save the file as UTF-8"
        case .holdsNUL: "holds a NUL byte"
        }
    }
}

extension ContentKind {
    /// The kind with its article.
    public var title: String {
        switch self {
        case .gzip: "a gzip file"
        case .zip: "a zip archive"
        case .otherArchive: "a compressed file"
        case .html: "an HTML page"
        case .xml: "an XML document"
        case .json: "JSON"
        case .pdf: "a PDF document"
        case .image: "an image"
        case .spreadsheet: "an old Excel workbook"
        case .spreadsheetMarkup: "an Excel workbook in XML or HTML"
        case .sqlite: "an app's own database (SQLite)"
        case .utf16WithoutMark: "UTF-16 text without a byte order mark"
        case .utf32: "UTF-32 text"
        case .binary: "binary data"
        case .markdown: "Markdown"
        case .yaml: "YAML"
        case .orgMode: "an org-mode document"
        }
    }

    /// What to do with the document of a spreadsheet program.
    public static let saveAsCSV =
        "save its sheet as CSV in UTF-8 (File > Save As), or type `soffice --headless --convert-to csv FILE`, and import that"

    fileprivate var advice: String {
        switch self {
        case .gzip, .zip, .otherArchive: ": unpack it first"
        case .html: ", perhaps the error page of a failed download: download it again"
        case .spreadsheet, .spreadsheetMarkup: ": \(Self.saveAsCSV)"
        case .sqlite: ": export CSV in the app and import that"
        case .markdown, .yaml, .orgMode:
            ": export CSV or JSON, or write a table with a line for each set or measurement"
        case .utf16WithoutMark, .utf32: ": save it as CSV in UTF-8"
        default: ""
        }
    }
}
