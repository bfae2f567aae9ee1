public import Filing

/// A path that may hold something to import.
public struct Candidate: Equatable, Sendable {
    public var path: String
    /// Path below the input or the owner's folder.
    public var name: String
    /// First folder below the inbox, where that is the owner.
    public var ownerFolder: String?
    /// Whether it is an entry of the archive at `path`, which stays where it is until all entries are done.
    public var isEntry = false
    public var origin = Origin.given
    /// What it was when it was opened to be read.
    public var identity: FileIdentity?

    /// How it became known.
    public enum Origin: Sendable {
        /// Somebody named it.
        case given
        /// A folder held it, and may not any more.
        case found
    }

    public init(path: String, name: String, ownerFolder: String? = nil) {
        self.path = path
        self.name = name
        self.ownerFolder = ownerFolder
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

    public init() {}
}
