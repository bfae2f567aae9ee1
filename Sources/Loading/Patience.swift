internal import Glibc

/// Doing again what others were in the way of, a little later each time.
public enum Patience {
    /// About ten seconds in all.
    public static let attempts = 12

    /// Microseconds before the next attempt: a fifth of a second, then twice as long each time, one at most.
    public static func pause(after attempt: Int) -> UInt32 { UInt32(min(1_000_000, 100_000 << attempt)) }

    /// Runs a transaction until nobody disturbs it, or the attempts are used up.
    public static func undisturbed<Result>(_ body: () throws -> Result) throws -> Result {
        for attempt in 1..<attempts {
            do { return try body() } catch  where error.isOfOthers {
                usleep(pause(after: attempt))
            }
        }
        return try body()
    }
}
