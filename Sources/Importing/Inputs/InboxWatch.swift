public import Definitions
internal import Discovering
internal import Filing
internal import Glibc

/// Tells when files of a job's inbox are there to be imported: they have settled, and no other is on its way.
///
/// ```
///  change -> look -> still changing? -> look again after a second -> settled -> batch
///  nothing for the sweep's interval -> look; files that the last batch left are tried again
/// ```
///
/// Changes come from the kernel; the sweep finds what it does not tell, as on network file systems.
public final class InboxWatch {
    /// What there is to do.
    public enum Event: Equatable, Sendable {
        /// Files have settled: import them.
        case batch
        /// A stop was asked for.
        case stopped
    }

    /// A file as it was seen.
    private struct Sight: Hashable {
        var path: String
        var size: Int
        var modified: Int
        var inode: UInt64
    }

    /// A file that is changed less long ago may still be growing, whatever the job says.
    public static let leastSettle = 2
    /// Files that have settled wait no longer than this for those that have not.
    private static let mostPatience = 60.0

    private let inbox: String
    private let files: Inbox
    private let settle: Double
    private let sweep: Double
    private let shouldStop: @Sendable () -> Bool
    private let say: (String) -> Void
    private let watch = FolderWatch()
    /// Files that the last batch found, and those of them that it left where they are.
    private var taken: Set<Sight> = []
    private var left: Set<Sight> = []
    /// When each file was first seen as it is.
    private var since: [Sight: Double] = [:]
    private var lastBatch: Double
    private var isMissed = false

    /// - Parameters:
    ///   - inbox: the job's.
    ///   - sweep: seconds after which the inbox is looked at though nothing told of a change.
    ///   - say: takes a line about the inbox itself.
    public init(
        _ inbox: String, of job: Job, sweep: Int, shouldStop: @escaping @Sendable () -> Bool,
        say: @escaping (String) -> Void
    ) {
        self.inbox = inbox
        files = Inbox(owners: job.owner == "folder" ? .firstFolder : .one, ignoredNames: job.ignore)
        settle = Double(max(job.settleSeconds, Self.leastSettle))
        self.sweep = Double(max(1, sweep))
        self.shouldStop = shouldStop
        self.say = say
        lastBatch = Self.now
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Waits until there is something to do.
    public func next() -> Event {
        while !shouldStop() {
            watch.follow(inbox)
            let found = look()
            let now = Self.now
            let settled = found.filter { isSettled($0, now) }
            let fresh = settled.filter { !left.contains($0) }
            let oldest = fresh.compactMap { since[$0] }.min() ?? now
            let isComplete = settled.count == found.count || now - oldest > settle + Self.mostPatience
            let isSwept = now - lastBatch >= sweep
            if !fresh.isEmpty && isComplete || isSwept && !settled.isEmpty {
                lastBatch = now
                taken = Set(settled)
                return .batch
            }
            if isSwept { lastBatch = now }
            wait(settled.count < found.count ? 1 : max(0.1, lastBatch + sweep - now))
        }
        return .stopped
    }

    /// Notes what a batch has left: it is tried again at the next sweep, or when it changes.
    public func batchEnded() {
        left = taken.intersection(look())
        lastBatch = Self.now
    }

    /// Waits some seconds; whether they passed without a stop.
    public func pause(seconds: Double) -> Bool {
        let end = Self.now + seconds
        while !shouldStop() {
            let rest = end - Self.now
            guard rest > 0 else { return true }
            usleep(UInt32(min(rest, 0.2) * 1e6))
        }
        return false
    }

    private func wait(_ seconds: Double) {
        let end = Self.now + seconds
        while !shouldStop(), Self.now < end {
            if watch.wait(milliseconds: Int(min(end - Self.now, 0.25) * 1000) + 1) { return }
        }
    }

    private func look() -> [Sight] {
        let discovery = files.discover([inbox])
        let isMissing = discovery.refused.contains { $0.0.path == inbox && $0.1 == .missing }
        if isMissing != isMissed {
            isMissed = isMissing
            say(isMissing ? "the inbox \(inbox) does not exist: waiting for it" : "the inbox exists again")
        }
        let paths = (discovery.candidates + discovery.refused.map(\.0)).map(\.path)
        let seen = paths.compactMap { path -> Sight? in
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return nil }
            let time = status.st_mtim
            return Sight(
                path: path, size: Int(status.st_size), modified: time.tv_sec * 1_000_000_000 + time.tv_nsec,
                inode: UInt64(status.st_ino))
        }
        let now = Self.now
        since = Dictionary(seen.map { ($0, since[$0] ?? now) }) { first, _ in first }
        return seen
    }

    /// Whether a file has been the same for long enough, by its own time or by ours, and nobody writes to it.
    private func isSettled(_ file: Sight, _ now: Double) -> Bool {
        let wall = time(nil)
        let quiet = Double(wall) - Double(file.modified) / 1e9
        let isQuiet = quiet >= settle || now - (since[file] ?? now) >= settle
        return isQuiet && now - (since[file] ?? now) >= min(1, settle) && !FolderWatch.isBeingWritten(file.path)
    }
}
