internal import Definitions
internal import Filing
internal import Glibc
internal import Loading

/// The files of a person: in the folders of all jobs, and the photos.
struct PersonalFiles {
    private(set) var paths: [String] = []
    /// What could not be searched, and what a person has to look at.
    private(set) var notes: [String] = []
    private let names: Set<String>

    /// - Parameters:
    ///   - person: by id and email; folders are named by either.
    ///   - photoFolder: where photos are kept that no job has a folder for.
    init(of person: Erasure.Person, jobs: [Job], photoFolder: String) throws {
        names = Set([person.id, person.mail].compactMap { $0?.lowercased() })
        var stores = [photoFolder]
        for job in jobs {
            if let photos = job.settings.last(where: { $0.name == "photos" })?.value { stores.append(photos) }
            try add(job)
        }
        for root in Set(stores) where isKnown(root, "the photos") {
            try add(below: AbsolutePath.planned(root) + "/\(person.id)")
        }
        paths = Array(Set(paths)).sorted()
    }

    private mutating func add(_ job: Job) throws {
        let isHers = job.owner.map { names.contains($0.lowercased()) } ?? false
        for (what, folder) in [("inbox", job.inbox), ("archive", job.archive), ("quarantine", job.quarantine)] {
            guard let folder, isKnown(folder, "the \(what) of the job \(job.name)") else { continue }
            let root = AbsolutePath.planned(folder)
            if job.owner == "folder" {
                for name in try FolderListing.names(in: root) ?? [] where names.contains(name.lowercased()) {
                    try add(below: "\(root)/\(name)")
                }
            } else if what == "inbox" {
                continue
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
        for entry in try FolderListing.entries(in: folder) ?? [] {
            guard entry.encoding == .utf8 else {
                notes.append("a file whose name is not UTF-8 stays; remove it yourself")
                continue
            }
            let path = "\(folder)/\(entry.name)"
            var status = stat()
            // The link itself is removed; its target may belong to another person.
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
                try add(below: path)
            } else {
                paths.append(path)
            }
        }
    }

    /// Removes a file, and the folders above it that are named after the person or below one that is, once they are empty.
    ///
    /// - Returns: the error's number; 0 where it is gone.
    func remove(_ path: String) -> Int32 {
        if unlink(path) != 0, errno != ENOENT { return errno }
        var folder = path
        while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
            folder = String(folder[..<slash])
            let isBelow = folder.split(separator: "/").contains { names.contains($0.lowercased()) }
            guard isBelow, rmdir(folder) == 0 else { break }
        }
        return 0
    }
}
