import Command
import Glibc
import Synchronization
import Testing

@Suite(.serialized) struct InterruptionTests {
    /// The one test that signals this process: handlers stay in place afterwards.
    @Test func theFirstSignalSetsTheFlagAndCancels() throws {
        let interruption = Interruption.install()
        #expect(!interruption.isRequested)
        let cancelled = Calls()
        interruption.whileRunning(cancel: { cancelled.add() }) {
            kill(getpid(), SIGTERM)
            for _ in 0..<500 where cancelled.count == 0 { usleep(10_000) }
        }
        #expect(cancelled.count == 1)
        #expect(interruption.isRequested)
        #expect(interruption.exitCode == .terminated)
        // What begins after the signal is cancelled at once.
        interruption.whileRunning(cancel: { cancelled.add() }) {}
        #expect(cancelled.count == 2)
    }

    private final class Calls: Sendable {
        private let calls = Mutex(0)
        var count: Int { calls.withLock { $0 } }
        func add() { calls.withLock { $0 += 1 } }
    }
}
