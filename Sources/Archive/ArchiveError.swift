internal import Glibc

/// Why an archive, or an entry of it, cannot be read.
public enum ArchiveError: Error, Hashable, Sendable {
    /// The system refused; `code` is its errno.
    case system(code: Int32)
    /// The end is missing, or what stands there leads nowhere.
    case truncated
    /// The directory and the entries say different things, or entries lie over one another.
    case contradicts(entry: String)
    /// What came out is not what went in: length or checksum differ.
    case damaged(entry: String)
    /// The compressed data of a gzip file are damaged.
    case damagedGzip
    case encrypted(entry: String)
    case duplicate(entry: String)
    /// The name leads out of the archive.
    case unsafeName(entry: String)
    /// A link or a device.
    case notAFile(entry: String)
    case tooManyEntries(limit: Int)
    case ratio(limit: Int)
    case directoryTooLarge(limit: Int)
    case empty
    /// The library cannot read it: an unknown method, or a fault it gives no name to.
    case unreadable
    /// Bytes behind the end of the compressed stream that are none.
    case trailing
    /// The library cannot write an archive.
    case unwritten
}

extension ArchiveError: CustomStringConvertible {
    /// What is wrong and what to do; names of entries only.
    public var description: String {
        switch self {
        case .system(let code): "the archive cannot be read: \(ErrorText.of(code))"
        case .truncated: "the archive is cut off or damaged at its end: export or upload it again"
        case .contradicts(let entry): "the archive contradicts itself about its entry \(entry): make it again"
        case .damaged(let entry): "the entry \(entry) is damaged (its checksum or length is wrong): export it again"
        case .damagedGzip: "the gzip file is damaged: export or upload it again"
        case .encrypted(let entry): "the entry \(entry) is encrypted: export it without a password"
        case .duplicate(let entry): "two entries have the name \(entry): make the archive again"
        case .unsafeName(let entry):
            "the name of the entry \(entry) points outside the archive: create the archive again"
        case .notAFile(let entry): "the entry \(entry) is a link or a device, not a file: create the archive again"
        case .tooManyEntries(let limit): "the archive has more than \(limit) entries: split it"
        case .ratio(let limit): "the archive unpacks to more than \(limit) times its size, as no export does"
        case .directoryTooLarge(let limit): "the archive's directory is longer than \(limit) bytes: split it"
        case .empty: "the archive is empty"
        case .unreadable: "the archive is damaged, or of an unsupported kind: create it again as zip"
        case .unwritten: "the archive cannot be written"
        case .trailing: "unexpected bytes after the compressed data: export or upload it again"
        }
    }
}

/// The system's words for an error.
enum ErrorText {
    static func of(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// How much an archive may hold; one that breaks a limit is refused.
public struct ArchiveLimits: Sendable {
    /// Most entries, folders among them.
    public var entries: Int
    /// Most bytes that a byte of the archive may become, all entries together. Health exports reach 30; what deflate
    /// can do at most is 1,032.
    public var ratio: Int
    /// Bytes that may come out of any archive, however small it is.
    public var allowance: Int
    /// Most bytes of the directory of a zip archive.
    public var directory: Int

    public init(entries: Int = 100_000, ratio: Int = 500, allowance: Int = 64 << 20, directory: Int = 32 << 20) {
        self.entries = entries
        self.ratio = ratio
        self.allowance = allowance
        self.directory = directory
    }

    /// Most bytes that may come out of an archive of this size.
    func output(of bytes: Int) -> Int {
        let (product, overflow) = bytes.multipliedReportingOverflow(by: ratio)
        return overflow ? .max : max(product, allowance)
    }
}
