internal import Definitions
internal import Filing
internal import Glibc
internal import Loading

/// The files of a person: in the folders of all jobs, and the photos.
struct PersonalFiles {
    private(set) var paths: [String] = []
    /// What was not searched, and what a person has to look at.
    private(set) var notes: [String] = []
    private let names: Set<String>
    private var searched: Set<String> = []
    /// Folders that are the person's as a whole.
    private var folders: [String] = []
    /// Inboxes of jobs whose files are all the person's.
    private var inboxes: [String] = []
    /// Notes of ended runs, from which files of the person are taken out.
    private var inProgress: Set<String> = []

    /// - Parameters:
    ///   - person: by id and email; folders are named by either.
    ///   - names: other names of the person's folders, such as earlier addresses.
    ///   - photoFolder: where photos are kept that no job has a folder for.
    ///   - inProgress: where runs note the files that they are loading, by their paths.
    ///   - written: where runs have put files, by the ledger.
    init(
        of person: Erasure.Person, names others: [String], jobs: [Job], photoFolder: String, inProgress: String,
        written: [WrittenFolder]
    ) throws {
        names = Set(([person.id, person.mail].compactMap(\.self) + others).map { $0.lowercased() })
        var stores = [photoFolder]
        for job in jobs {
            if let photos = job.settings.last(where: { $0.name == "photos" })?.value { stores.append(photos) }
            try add(job)
        }
        for root in Set(stores) where isKnown(root, "the photos") {
            let root = AbsolutePath.planned(root)
            searched.insert(root)
            try add(below: "\(root)/\(person.id)")
        }
        for folder in written where !searched.contains(folder.path) { try add(folder, of: person) }
        addNotes(of: AbsolutePath.planned(inProgress))
        paths = Array(Set(paths)).sorted()
        notes.append(
            "not searched: backups, files that runs were given by their paths, and what you had written elsewhere (plan --out, "
                + "report, export, rejects)")
    }

    /// A folder that no definition names any more.
    private mutating func add(_ folder: WrittenFolder, of person: Erasure.Person) throws {
        searched.insert(folder.path)
        guard let entries = try FolderListing.names(in: folder.path) else {
            notes.append(
                "\(folder.path), where a run has put \(folder.kind.rawValue), is not on this machine and was not searched"
            )
            return
        }
        switch (folder.kind, folder.layout) {
        case (.photos, _): try add(below: "\(folder.path)/\(person.id)")
        case (_, .folders):
            for name in entries where names.contains(name.lowercased()) { try add(below: "\(folder.path)/\(name)") }
        case (_, .one), (_, .several):
            guard !entries.isEmpty else { return }
            notes.append("\(folder.path) holds files of a job that is no longer defined; look there yourself")
        }
    }

    /// Whether a path names nothing, or a file in one of the person's folders to which no link and no `..` leads.
    func mayRemove(_ path: String) -> Bool {
        var status = stat()
        if lstat(path, &status) != 0, errno == ENOENT { return true }
        guard let folder = folders.first(where: { path.hasPrefix($0 + "/") }) else { return false }
        var place = folder
        let parts = path.dropFirst(folder.count + 1).split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else { return false }
        return parts.dropLast().allSatisfy { part in
            place += "/\(part)"
            return lstat(place, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
    }

    /// Adds what ended runs have left that names files of the person.
    private mutating func addNotes(of folder: String) {
        inProgress = Set(FilesInProgress.left(in: folder).filter { $0.value.contains(where: isHers) }.keys)
        paths += inProgress
    }

    /// Whether a path is of a folder that is named after the person, or of an inbox that is hers.
    private func isHers(_ file: String) -> Bool {
        inboxes.contains { file.hasPrefix($0 + "/") }
            || file.split(separator: "/").contains { names.contains($0.lowercased()) }
    }

    private mutating func add(_ job: Job) throws {
        let isHers = job.owner.map { names.contains($0.lowercased()) } ?? false
        for (what, folder) in [("inbox", job.inbox), ("archive", job.archive), ("quarantine", job.quarantine)] {
            guard let folder, isKnown(folder, "the \(what) of the job \(job.name)") else { continue }
            let root = AbsolutePath.planned(folder)
            searched.insert(root)
            if job.owner == "folder" {
                for name in try FolderListing.names(in: root) ?? [] where names.contains(name.lowercased()) {
                    try add(below: "\(root)/\(name)")
                }
            } else if what == "inbox" {
                if isHers { inboxes.append(root) }
            } else if isHers {
                try add(below: root)
            } else if job.owner == "payload", try FolderListing.visibleNames(in: root)?.isEmpty == false {
                notes.append(
                    "the \(what) of the job \(job.name) holds files of several people; look there yourself")
            }
        }
    }

    /// A folder whose variable is not set cannot be searched.
    private mutating func isKnown(_ folder: String, _ what: String) -> Bool {
        guard folder.contains("${") else { return true }
        notes.append("\(what) is \(folder), and that variable is not set, so the folder was not searched")
        return false
    }

    private mutating func add(below folder: String) throws {
        folders.append(folder)
        try list(below: folder)
    }

    private mutating func list(below folder: String) throws {
        for entry in try FolderListing.entries(in: folder) ?? [] {
            guard entry.encoding == .utf8 else {
                notes.append("a file whose name is not UTF-8 stays; remove it yourself")
                continue
            }
            let path = "\(folder)/\(entry.name)"
            var status = stat()
            // The link itself is removed; its target may belong to another person.
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
                try list(below: path)
            } else {
                paths.append(path)
            }
        }
    }

    /// Removes a file, and the folders above it that are named after the person or below one that is, once they are empty.
    ///
    /// - Returns: the error's number; 0 where it is gone.
    func remove(_ path: String) -> Int32 {
        if inProgress.contains(path) {
            do throws(FileError) { try FilesInProgress.forget(in: path, isHers) } catch { return error.code }
            return 0
        }
        // By no link below the folder that was searched: there may be one by now in the place of another folder.
        let root = searched.filter { path.hasPrefix($0 + "/") }.max { $0.utf8.count < $1.utf8.count } ?? ""
        do throws(FileError) {
            let place = try Location(String(Substring(path.utf8.dropFirst(root.utf8.count + 1))), below: root + "/")
            guard place.remove() || errno == ENOENT else { return errno }
        } catch {
            guard error.code == ENOENT else { return error.code }
        }
        var folder = path
        while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
            folder = String(folder[..<slash])
            let isBelow = folder.split(separator: "/").contains { names.contains($0.lowercased()) }
            guard isBelow, rmdir(folder) == 0 else { break }
        }
        return 0
    }
}
