internal import Glibc
internal import Records
internal import Reporting

/// Pauses after each transaction of a load, so that the app has the database to itself for a share of the time.
///
/// ```
/// --pace 25%:  transaction |  pause, three times as long  | transaction | ...
/// ```
///
/// A pause begins after COMMIT or ROLLBACK: it holds no lock. A signal ends it.
final class Throttle {
    private let pace: Pace?
    private let journal: Journal
    /// On the monotonic clock: when the next transaction may begin.
    private var resumes = 0.0

    private static let longestSleep = 0.05

    /// - Parameter pace: nil where nothing pauses.
    init(_ pace: Pace?, _ journal: Journal) {
        self.pace = pace
        self.journal = journal
        if pace != nil { journal.report.pausedSeconds = 0 }
    }

    /// Does the work of a transaction, once the pause after the one before is over.
    func run<Result>(_ transaction: () throws -> Result) rethrows -> Result {
        guard let pace else { return try transaction() }
        pause()
        let start = Clock.monotonic
        defer {
            let end = Clock.monotonic
            resumes = end + pace.pause(after: end - start)
        }
        return try transaction()
    }

    /// Waits until the next transaction may begin, or the run is to stop.
    func pause() {
        let start = Clock.monotonic
        var now = start
        while now < resumes, !journal.hooks.shouldStop() {
            usleep(UInt32(min(Self.longestSleep, resumes - now) * 1e6) + 1)
            journal.hooks.tick()
            now = Clock.monotonic
        }
        if now > start { journal.report.pausedSeconds = (journal.report.pausedSeconds ?? 0) + now - start }
    }
}
