public import Filing
internal import Glibc
internal import Reading

/// A path that may hold something to import.
public struct Candidate: Equatable, Sendable {
    public var path: String
    /// Path below the input or the owner's folder.
    public var name: String
    /// First folder below the inbox, where that is the owner.
    public var ownerFolder: String?
    /// The owner's id, once the database was asked.
    public var owner: String?
    /// Whether it is an entry of the archive at `path`, which stays where it is until all entries are done.
    public var isEntry = false
    public var origin = Origin.given
    /// What it was when it was opened to be read.
    public var identity: FileIdentity?
    /// The owner's folder, or the input, as it was when it was looked through; nil of a file that was not found there.
    public var folder: OpenFolder?

    /// Its number in the list of a run that several processes load.
    public var line: Int?

    /// How it became known.
    public enum Origin: Sendable {
        /// The user named it.
        case given
        /// A folder held it, and may not any more.
        case found
    }

    public init(path: String, name: String, ownerFolder: String? = nil) {
        self.path = path
        self.name = name
        self.ownerFolder = ownerFolder
    }

    /// Its path below `root`, which names its owner's folder and its own.
    private var below: String { (ownerFolder.map { $0 + "/" } ?? "") + name }

    /// The folder that it was found below: an inbox or an input, which those who put files there cannot swap.
    public var root: String? {
        path.hasSuffix("/" + below) ? String(Substring(path.utf8.dropLast(below.utf8.count + 1))) : nil
    }

    /// Where it is, by no link below the folder in which it was found, or below its root.
    public func location() throws(FileError) -> Location {
        if let folder { return try Location(name, below: folder) }
        guard let root else { return Location(path) }
        return try Location(below, below: root.isEmpty ? "/" : root)
    }

    /// The entry of this name in the archive that this is.
    public func entry(named name: String) -> Candidate {
        var entry = self
        entry.name = name
        entry.isEntry = true
        return entry
    }

    /// Whether a unit of this name is this file or an entry of it.
    public func holds(_ source: String) -> Bool { source == name || source.hasPrefix(name + "!") }
}

/// What looking through the inputs found.
public struct Discovery: Sendable {
    public var candidates: [Candidate] = []
    /// Paths passed over, with the reason: unfinished uploads, dot files, settings.
    public var ignored: [(candidate: Candidate, reason: String)] = []
    /// Paths that are asked for and cannot be imported.
    public var refused: [(candidate: Candidate, error: DiscoveryError)] = []

    /// How many folders are held open, and how many may be: beyond that files are found from their root.
    private var held = 0
    private static let mostHeld = 256

    public init() {}

    mutating func hold(_ folder: OpenFolder) -> OpenFolder? {
        held += 1
        return held <= Self.mostHeld ? folder : nil
    }
}

/// Why a path gives nothing to import.
public enum DiscoveryError: Error, Equatable, Sendable {
    public enum Kind: String, Sendable {
        case symbolicLink = "a symbolic link"
        case pipe = "a named pipe"
        case socket = "a socket"
        case device = "a device"
        case folder = "a folder"
    }

    case missing
    case notRegular(Kind)
    /// Its name is not UTF-8, and could not be shown or kept.
    case notUTF8
    /// It is there, and the system does not let us at it: permissions, a link in a loop.
    case unreadable(String)
    /// The system failed: a disk's error, no more descriptors or memory. It says nothing of what is in the file.
    case outage(String)
    /// It is an archive that cannot be read.
    case archive(String)
    /// It is a table of a program, in an archive.
    case workbook(String)

    /// What an errno of a call that opens or looks at a file means.
    static func system(_ code: Int32) -> DiscoveryError {
        let text = String(cString: strerror(code))
        switch code {
        case EACCES, EPERM, ENOENT, ENOTDIR, EISDIR, ENAMETOOLONG, ENXIO, ENODEV: return .unreadable(text)
        case ELOOP: return .notRegular(.symbolicLink)
        default: return .outage(text)
        }
    }

    /// What an archive, or what reads one, says; `make` for what is the archive's own fault.
    init(_ error: ReadError, _ make: (String) -> DiscoveryError) {
        self = error.isOutage ? .outage(error.description) : make(error.description)
    }

    /// Whether the fault is none of the file's, and passes.
    public var isOutage: Bool {
        if case .outage = self { return true }
        return false
    }

    public var message: String {
        switch self {
        case .missing: "no such file or folder"
        case .notRegular(let kind): "\(kind.rawValue), not a file; give the file itself"
        case .notUTF8: "the file name is not UTF-8: rename it"
        case .unreadable(let reason), .outage(let reason): "cannot be read: \(reason)"
        case .archive(let reason), .workbook(let reason): reason
        }
    }
}
