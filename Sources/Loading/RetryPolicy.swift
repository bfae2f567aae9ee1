internal import Glibc
internal import Postgres

/// How often work is tried again, and how long after.
public struct RetryPolicy: Sendable {
    public let attempts: Int
    /// Microseconds before the second attempt; twice as long before each further one, up to `longest`.
    private let first: UInt32
    private let longest: UInt32

    /// While other writers are in the way: about ten seconds in all.
    public static let contention = RetryPolicy(attempts: 12, first: 200_000, longest: 1_000_000)
    /// Of a unit whose connection was lost.
    static let lostConnection = RetryPolicy(attempts: 4, first: 200_000, longest: 1_000_000)
    /// To open a connection: about six seconds in all.
    public static let opening = RetryPolicy(attempts: 6, first: 200_000, longest: 3_200_000)

    /// The policy for a unit that met this error; nil where another attempt would meet it again.
    public init?(after error: any Error) {
        if error.isOfOthers {
            self = .contention
        } else if let error = error as? DatabaseError,
            [.connectionLost, .adminShutdown, .commitUnknown].contains(error.kind)
        {
            self = .lostConnection
        } else {
            return nil
        }
    }

    private init(attempts: Int, first: UInt32, longest: UInt32) {
        (self.attempts, self.first, self.longest) = (attempts, first, longest)
    }

    /// Waits before the next attempt.
    public func pause(after attempt: Int) { usleep(min(longest, first << UInt32(attempt - 1))) }

    /// Runs work until it succeeds, meets an error that another attempt does not help, or the attempts are used up.
    public func run<Result>(
        while isPassing: (any Error) -> Bool, _ work: () throws -> Result
    ) throws -> Result {
        for attempt in 1..<attempts {
            do { return try work() } catch  where isPassing(error) { pause(after: attempt) }
        }
        return try work()
    }
}
