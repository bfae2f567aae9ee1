internal import Glibc
internal import Synchronization

/// The processor time that threads have spent on one file.
///
/// Wall time is no property of a file: it depends on what else the machine does.
public final class ProcessorTime: Sendable {
    /// How much a file may take: what is slower than this by its size costs more than it can be worth.
    public struct Limit: Sendable {
        public var milliseconds = 60_000
        public var millisecondsPerMegabyte = 30_000

        public init() {}

        /// How much a file may take while those of others wait for it.
        public static let ofTurn: Limit = {
            var limit = Limit()
            (limit.milliseconds, limit.millisecondsPerMegabyte) = (500, 500)
            return limit
        }()

        /// - Throws: `.tooSlow` where more was spent on a file of so many bytes.
        public func check(_ time: ProcessorTime, bytes: Int) throws(ReadError) {
            let most = milliseconds + (millisecondsPerMegabyte * bytes) >> 20
            guard time.spent.load(ordering: .relaxed) / 1_000_000 < most else {
                throw .tooSlow(seconds: max(1, most / 1_000))
            }
        }
    }

    /// How much the calling thread has worked so far, in nanoseconds.
    public struct Mark {
        private let nanoseconds: Int

        public static var now: Mark {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Mark(nanoseconds: time.tv_sec * 1_000_000_000 + time.tv_nsec)
        }

        static func - (later: Mark, earlier: Mark) -> Int { later.nanoseconds - earlier.nanoseconds }
    }

    private let spent = Atomic(0)

    public init() {}

    /// Adds what the calling thread has worked since a mark, which becomes now.
    public func add(since mark: inout Mark) {
        let now = Mark.now
        spent.add(now - mark, ordering: .relaxed)
        mark = now
    }
}
