internal import CInotify
internal import Glibc

/// Learns of changes below folders from the kernel, by inotify.
///
/// It says that something changed, and not what: whoever asked looks for himself. Where the kernel gives no watches
/// (a network file system, all of them taken) it only waits.
public final class FolderWatch {
    private let queue: Int32
    /// Folders nested deeper are not watched, as none of their files is found.
    private static let mostLevels = 32

    public init() { queue = cinotify_open() }

    deinit { if queue >= 0 { close(queue) } }

    /// Watches a folder, those below it, and the one that holds it: a folder of that name may be put in its place.
    public func follow(_ folder: String) {
        guard queue >= 0 else { return }
        let parent = folder.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        _ = cinotify_add(queue, parent.isEmpty ? (folder.hasPrefix("/") ? "/" : ".") : parent)
        add(folder, 0)
    }

    private func add(_ folder: String, _ level: Int) {
        guard level < Self.mostLevels, cinotify_add(queue, folder) >= 0 else { return }
        for entry in (try? FolderListing.visibleNames(in: folder)) ?? [] {
            var status = stat()
            let path = "\(folder)/\(entry)"
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { add(path, level + 1) }
        }
    }

    /// Waits until something changes, but no longer; whether it did.
    public func wait(milliseconds: Int) -> Bool {
        if queue >= 0 {
            let found = cinotify_wait(queue, Int32(clamping: milliseconds))
            if found >= 0 { return found > 0 }
        }
        usleep(UInt32(clamping: milliseconds * 1000))
        return false
    }

    /// Whether a process has the file open to write to it; false also where the system does not say.
    public static func isBeingWritten(_ path: String) -> Bool { cinotify_is_open_for_writing(path) != 0 }
}
