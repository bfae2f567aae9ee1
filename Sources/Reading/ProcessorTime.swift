internal import Glibc
internal import Synchronization

/// The processor time that threads have spent on one file, or on an archive and all its entries.
///
/// Wall time is no property of a file: it depends on what else the machine does.
public final class ProcessorTime: Sendable {
    /// How much a file may take: what is slower than this by its size costs more than it can be worth.
    public struct Limit: Sendable {
        public var milliseconds = 60_000
        public var millisecondsPerMegabyte = 30_000
        /// For each entry of an archive.
        public var millisecondsPerPart = 100

        public init() {}

        /// How much a file may take while those of others wait for it.
        public static let ofTurn: Limit = {
            var limit = Limit()
            (limit.milliseconds, limit.millisecondsPerMegabyte, limit.millisecondsPerPart) = (500, 500, 0)
            return limit
        }()

        /// - Throws: `.tooSlow` where more was spent on a file of so many bytes, or on the archive that it is in.
        public func check(_ time: ProcessorTime, bytes: Int) throws(ReadError) {
            let most =
                milliseconds + (millisecondsPerMegabyte * max(bytes, time.read.load(ordering: .relaxed))) >> 20
                + millisecondsPerPart * time.parts.load(ordering: .relaxed)
            guard time.spent.load(ordering: .relaxed) / 1_000_000 < most else {
                throw .tooSlow(seconds: max(1, most / 1_000))
            }
            if let whole = time.whole { try check(whole, bytes: 0) }
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
    /// That of the archive that the file is in.
    private let whole: ProcessorTime?
    /// Of an archive: its bytes and those that were read of its entries, and how many they are.
    private let read = Atomic(0)
    private let parts = Atomic(0)

    /// - Parameter whole: processor time of the archive that contains the file; it includes that of its entries.
    public init(partOf whole: ProcessorTime? = nil) { self.whole = whole }

    /// Adds what the calling thread has worked since a mark, which becomes now.
    public func add(since mark: inout Mark) {
        let now = Mark.now
        spent.add(now - mark, ordering: .relaxed)
        whole?.spent.add(now - mark, ordering: .relaxed)
        mark = now
    }

    /// Raises an archive's limit by bytes.
    public func add(bytes: Int) { read.add(bytes, ordering: .relaxed) }
    /// Raises an archive's limit by one entry.
    public func addPart() { parts.add(1, ordering: .relaxed) }

    /// Raises the limit of the containing archive, if there is one, by bytes that were read of this entry.
    public func addRead(bytes: Int) { whole?.add(bytes: bytes) }
}
