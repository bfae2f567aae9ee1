public import Definitions
internal import Discovering
internal import Filing
internal import Glibc
public import Records

/// The files that jobs have refused, and what can be done with them.
public struct Quarantine: Sendable {
    /// A refused file.
    public struct Entry: Sendable {
        public var job: String
        /// The name of the owner's folder; nil where the job's files are one person's.
        public var owner: String?
        /// UTC; nil where somebody put it there by hand.
        public var day: String?
        /// Path below the owner's folder.
        public var name: String
        /// Path below the job's quarantine.
        public var path: String
        public var bytes: Int
        /// Why it was refused; nil where no note lies beside it.
        public var note: RefusalNote?
        fileprivate var file: String
        fileprivate var folder: String
        fileprivate var inbox: String?

        /// Where a retry puts it.
        public var target: String? { inbox.map { "\($0)/\(placeInInbox)" } }
        fileprivate var placeInInbox: String { "\(owner.map { $0 + "/" } ?? "")\(name)" }
    }

    /// Which files are meant: all that fit.
    public struct Wanted: Sendable {
        public var job: String?
        /// The name of an owner's folder.
        public var owner: String?
        public var code: RefusalCode?
        /// Refused at least so many seconds ago.
        public var age: Int?
        /// Files and folders, below a quarantine or by any path; empty: all.
        public var paths: [String] = []

        public init() {}
    }

    public private(set) var entries: [Entry] = []
    /// Folders that could not be searched, with the reason.
    public private(set) var unsearched: [String] = []

    /// Searches the quarantines of jobs, each folder once.
    public init(of jobs: [Job]) {
        var searched: Set<String> = []
        for job in jobs {
            guard let quarantine = job.quarantine else { continue }
            guard !quarantine.contains("${") else {
                unsearched.append("the quarantine of the job \(job.name) is \(quarantine): the variable is not set")
                continue
            }
            guard searched.insert(AbsolutePath.planned(quarantine)).inserted else { continue }
            search(job, quarantine, among: jobs)
        }
    }

    private mutating func search(_ job: Job, _ quarantine: String, among jobs: [Job]) {
        let folder = quarantine.count > 1 && quarantine.hasSuffix("/") ? String(quarantine.dropLast()) : quarantine
        let discovery = Inbox(owners: job.owner == "folder" ? .firstFolder : .one).discover([folder])
        for (candidate, error) in discovery.refused where error != .missing {
            unsearched.append("\(candidate.path): \(error.message)")
        }
        for candidate in discovery.candidates {
            let note = RefusalNote(beside: candidate.path)
            let own = jobs.first { $0.name == note?.job } ?? job
            var parts = candidate.name.split(separator: "/")
            let day = parts.count > 1 && DatedFolders.isDay(parts[0]) ? String(parts.removeFirst().prefix(10)) : nil
            entries.append(
                Entry(
                    job: own.name, owner: candidate.ownerFolder, day: day, name: parts.joined(separator: "/"),
                    path: String(candidate.path.dropFirst(folder.count + 1)),
                    bytes: FileSize.of(candidate.path) ?? 0, note: note, file: candidate.path, folder: folder,
                    inbox: own.inbox.flatMap { $0.contains("${") ? nil : $0 }))
        }
    }

    /// The files that are meant, and the paths that name none.
    public func chosen(by wanted: Wanted) -> (entries: [Entry], unknown: [String]) {
        let newest = wanted.age.map { Clock.text(of: Clock.wall - Int64($0) * 1_000_000) }
        let fitting = entries.filter { entry in
            (wanted.job == nil || entry.job == wanted.job)
                && (wanted.owner == nil || entry.owner?.lowercased() == wanted.owner?.lowercased())
                && (wanted.code == nil || entry.note?.code == wanted.code)
                && (newest == nil || entry.refusedAt.map { $0 <= newest ?? "" } ?? false)
        }
        guard !wanted.paths.isEmpty else { return (fitting, []) }
        var (paths, unknown): ([String], [String]) = ([], [])
        for path in wanted.paths {
            let same = entries.filter { $0.isNamed(path) }
            if entries.contains(where: { $0.lies(at: path) }) {
                paths.append(path)
            } else if same.count == 1 {
                paths.append(same[0].file)
            } else {
                unknown.append(path)
            }
        }
        return (fitting.filter { entry in paths.contains { entry.lies(at: $0) } }, unknown)
    }

    /// The paths of the files that have this name, in whatever folder.
    public func paths(named name: String) -> [String] { entries.filter { $0.isNamed(name) }.map(\.path) }

    /// What became of a file.
    public enum Outcome: Equatable, Sendable {
        case done
        /// It cannot be done: what is in the way.
        case blocked(String)
        /// The system refused it.
        case failed(String)
    }

    /// Puts a file back into the inbox, under its owner; no other file is replaced.
    ///
    /// - Parameter isTried: whether it is only looked at.
    public func retry(_ entry: Entry, isTried: Bool) -> Outcome {
        let target = entry.placeInInbox
        guard let inbox = entry.inbox else {
            return .blocked("the inbox of the job \(entry.job) is not known")
        }
        do {
            guard access(inbox, F_OK) == 0 else { return .blocked("the inbox \(inbox) does not exist") }
            let file = try Location(entry.path, below: entry.folder)
            let room: PrivateFolder.Room
            do { room = try PrivateFolder.room(for: file, at: Location(target, below: inbox)) } catch {
                // Of its folder there is nothing yet.
                guard error.code == ENOENT else { throw error }
                room = .free
            }
            if isTried || room == .taken || room == .missing { return Self.outcome(room) }
            switch try PrivateFolder.move(file, to: Location(making: target, below: inbox)) {
            case .moved: break
            case .gone, .changed: return Self.outcome(.missing)
            case .taken: return Self.outcome(.taken)
            }
            tidy(after: entry)
            return .done
        } catch { return .failed(error.reason) }
    }

    /// Removes a file, and the note beside it.
    public func drop(_ entry: Entry, isTried: Bool) -> Outcome {
        guard !isTried else { return access(entry.file, F_OK) == 0 ? .done : Self.outcome(.missing) }
        do throws(FileError) {
            guard try Location(entry.path, below: entry.folder).remove() else { throw FileError("remove a file") }
        } catch {
            guard error.code == ENOENT else { return .failed(error.reason) }
        }
        tidy(after: entry)
        return .done
    }

    /// Removes the note of a file that is gone, and the folders that are empty without it.
    private func tidy(after entry: Entry) {
        RefusalNote.removeStray(beside: entry.file)
        PrivateFolder.removeEmpty(above: entry.file, upTo: entry.folder)
    }

    private static func outcome(_ room: PrivateFolder.Room) -> Outcome {
        switch room {
        case .free, .kept: .done
        case .taken: .blocked("the inbox has another file of this name")
        case .missing: .blocked("it no longer exists")
        }
    }
}

extension Quarantine.Entry {
    /// When it was refused, as far as that is known.
    fileprivate var refusedAt: String? {
        note.flatMap { $0.refusedAt.isEmpty ? nil : $0.refusedAt } ?? day.map { "\($0)T00:00:00Z" }
    }

    /// Whether its name, without its folders, is this.
    fileprivate func isNamed(_ name: String) -> Bool { path.split(separator: "/").last.map(String.init) == name }

    /// Whether a path names this file, or a folder that it lies in.
    fileprivate func lies(at given: String) -> Bool {
        let absolute = AbsolutePath.planned(file)
        return [(path, given), (absolute, AbsolutePath.planned(given))].contains { whole, part in
            let part = part.count > 1 && part.hasSuffix("/") ? String(part.dropLast()) : part
            return whole == part || whole.hasPrefix(part + "/")
        }
    }
}
