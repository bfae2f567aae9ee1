internal import Filing
internal import Glibc

/// Looks through files and folders for candidates, in the order of their names.
public struct Inbox: Sendable {
    /// Whether the first folder below an input names the owner of what lies in it.
    public enum Owners: Sendable {
        case one
        case firstFolder
    }

    private let owners: Owners
    private let settleSeconds: Int
    private let ignoredNames: Set<String>
    private let ignored: [Glob]

    /// - Parameters:
    ///   - settleSeconds: a file changed less long ago may still be growing and is left for the next run.
    ///   - ignored: files and folders below an input that are left out, by the end of their path.
    public init(owners: Owners, settleSeconds: Int = 0, ignoredNames: [String] = [], ignored: [Glob] = []) {
        self.owners = owners
        self.settleSeconds = settleSeconds
        self.ignoredNames = Set(ignoredNames)
        self.ignored = ignored
    }

    /// Name of the file that holds an owner's settings, next to the owner's files.
    public static let settingsName = "settings.yaml"
    /// What the name of the note beside a refused file ends with.
    public static let noteEnding = ".reason.md"

    public func discover(_ inputs: [String]) -> Discovery {
        var discovery = Discovery()
        for input in inputs {
            let path = input.count > 1 && input.hasSuffix("/") ? String(input.dropLast()) : input
            if path == "-" {
                discovery.candidates.append(Candidate(path: "-", name: "standard input"))
                continue
            }
            let name = path.split(separator: "/").last.map(String.init) ?? path
            visit(path, at: Location(path), name: "", root: name, owner: nil, depth: 0, &discovery)
        }
        return discovery
    }

    private func visit(
        _ path: String, at place: Location, below base: OpenFolder? = nil, name: String, root: String, owner: String?,
        depth: Int, _ discovery: inout Discovery
    ) {
        var candidate = Candidate(path: path, name: name.isEmpty ? root : name, ownerFolder: owner)
        candidate.folder = base
        if depth > 0 { candidate.origin = .found }
        let status: stat
        do { status = try place.status() } catch {
            guard error.code == ENOENT else { return discovery.refused.append((candidate, .system(error.code))) }
            return miss(candidate, depth, &discovery)
        }
        if ignored.contains(where: { $0.matches(endOf: candidate.name) }) {
            discovery.ignored.append((candidate, "left out by --ignore"))
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            // An input given by a link is followed no more than one found in a folder.
            guard depth < 32 else {
                discovery.refused.append((candidate, .unreadable("folders nested too deep")))
                return
            }
            // Listed as it is held open: its name may be a link's by now.
            let folder: OpenFolder
            let entries: [FolderListing.Entry]?
            do {
                folder = try place.opened()
                entries = try FolderListing.entries(in: folder)
            } catch {
                guard error.code == ENOENT else { return discovery.refused.append((candidate, .system(error.code))) }
                return miss(candidate, depth, &discovery)
            }
            guard let entries else { return miss(candidate, depth, &discovery) }
            // What lies below it is found from it, for as long as the run takes.
            let base = name.isEmpty ? discovery.hold(folder) : base
            for found in entries {
                let entry = found.name
                let inner = Location(entry, in: folder)
                let isOwner = owners == .firstFolder && depth == 0 && Self.mayBeFolder(inner)
                if depth == 0, ignoredNames.contains(entry) { continue }
                if let reason = Self.reasonToIgnore(entry) {
                    discovery.ignored.append(
                        (Candidate(path: path + "/" + entry, name: entry, ownerFolder: owner), reason))
                    continue
                }
                let below = name.isEmpty ? entry : name + "/" + entry
                guard found.encoding == .utf8 else {
                    discovery.refused.append(
                        (Candidate(path: path + "/" + entry, name: below, ownerFolder: owner), .notUTF8))
                    continue
                }
                visit(
                    path + "/" + entry, at: inner, below: base, name: isOwner ? "" : below, root: entry,
                    owner: isOwner ? entry : owner, depth: depth + 1, &discovery)
            }
        case S_IFREG:
            if settleSeconds > 0, Self.secondsQuiet(status) < settleSeconds {
                discovery.ignored.append((candidate, "changed a moment ago: imported once it has settled"))
                return
            }
            candidate.name = candidate.name.isEmpty ? root : candidate.name
            discovery.candidates.append(candidate)
        case S_IFLNK: discovery.refused.append((candidate, .notRegular(.symbolicLink)))
        case S_IFIFO: discovery.refused.append((candidate, .notRegular(.pipe)))
        case S_IFSOCK: discovery.refused.append((candidate, .notRegular(.socket)))
        default: discovery.refused.append((candidate, .notRegular(.device)))
        }
    }

    /// How long ago a file changed: the time that it carries itself may be one that a camera or another machine invented.
    private static func secondsQuiet(_ status: stat) -> Int {
        let now = time(nil)
        return now - (status.st_mtim.tv_sec > now ? status.st_ctim.tv_sec : status.st_mtim.tv_sec)
    }

    /// An input that is not there is asked for in vain; what a folder held a moment ago and was moved or removed
    /// since is nothing to import.
    private func miss(_ candidate: Candidate, _ depth: Int, _ discovery: inout Discovery) {
        if depth == 0 { discovery.refused.append((candidate, .missing)) }
    }

    private static func reasonToIgnore(_ name: String) -> String? {
        if name == settingsName { return "settings" }
        if name.hasSuffix(noteEnding) { return "the note beside a refused file" }
        if name.hasPrefix(".") { return "a dot file" }
        if name.hasSuffix(".part") || name.hasSuffix(".tmp") || name.hasSuffix(".crdownload") {
            return "an upload in progress"
        }
        return nil
    }

    /// Whether it is a folder; what cannot be looked at is refused as one.
    private static func mayBeFolder(_ place: Location) -> Bool {
        (try? place.status()).map { $0.st_mode & S_IFMT == S_IFDIR } ?? true
    }
}
