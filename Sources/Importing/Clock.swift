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

    /// The wall clock in UTC with milliseconds, as `2026-05-31T18:30:00.123Z`.
    static var text: String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var parts = tm()
        gmtime_r(&time.tv_sec, &parts)
        func padded(_ value: Int, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        func two(_ value: Int32) -> String { padded(Int(value), 2) }
        return "\(padded(Int(parts.tm_year) + 1900, 4))-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T"
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)).\(padded(time.tv_nsec / 1_000_000, 3))Z"
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
