internal import Glibc

/// The monotonic clock and the wall clock.
enum Clock {
    /// Seconds that only grow.
    static var monotonic: Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }

    /// Microseconds since 1970.
    static var wall: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    }

    /// `2026-11-22T03:00:12Z` of microseconds since 1970.
    static func text(of micros: Int64) -> String {
        let seconds = Int((Double(micros) / 1e6).rounded(.down))
        let day = Int((Double(seconds) / 86_400).rounded(.down))
        let time = seconds - day * 86_400
        let parts = [time / 3600, time / 60 % 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(DatedFolders.day(of: micros))T\(parts.joined(separator: ":"))Z"
    }
}
