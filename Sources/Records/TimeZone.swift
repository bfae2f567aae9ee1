internal import Glibc

/// A time zone of the system's database, for wall times without an offset.
///
/// Reads TZif files (RFC 8536) under `/usr/share/zoneinfo`: their transitions, and after the last of them those of the rule
/// in their last line, up to the year 2200.
public struct TimeZone: Sendable {
    public let name: String
    /// Instants (seconds) from which `offsets[i]` holds.
    let transitions: [Int]
    let offsets: [Int]
    let firstOffset: Int

    /// What a wall time means.
    public enum Meaning: Equatable {
        case one(Int)
        /// The clock showed it twice; the earlier instant.
        case twice(Int)
        /// The clock was moved past it.
        case never
    }

    /// The system failed while a zone's file was read.
    public struct Unread: Error {
        /// What the system said.
        public let code: Int32
    }

    /// Loads a zone by its name (`America/New_York`); nil where there is none.
    public init?(named name: String) throws(Unread) {
        if name == "UTC" {
            self.init(name: name, transitions: [], offsets: [], firstOffset: 0)
            return
        }
        let isSafe =
            !name.isEmpty && !name.hasPrefix("/") && !name.contains("..")
            && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard isSafe, let bytes = try Self.contents(of: "\(Self.folder)/\(name)"),
            let zone = Self.parse(bytes, name: name)
        else { return nil }
        self = zone
    }

    /// Whether there is no zone of this name. False where its file cannot be read now: that is no fault of the name, and
    /// what uses the zone meets the failure.
    public static func isUnknown(_ name: String) -> Bool {
        do { return try TimeZone(named: name) == nil } catch { return false }
    }

    /// The name of the machine's own zone; nil where it has none, or keeps UTC, as servers do.
    public static var ofMachine: String? {
        var name = getenv("TZ").map { String(cString: $0) }
        if name == nil {
            let path = realpath("/etc/localtime", nil)
            defer { free(path) }
            let parts = path.map { String(cString: $0) }?.split(separator: "zoneinfo/", maxSplits: 1)
            name = parts?.count == 2 ? parts?.last.map(String.init) : nil
        }
        guard let name, name.contains("/"), !name.hasPrefix("Etc/"), !name.hasPrefix("/"), !isUnknown(name) else {
            return nil
        }
        return name
    }

    init(name: String, transitions: [Int], offsets: [Int], firstOffset: Int) {
        self.name = name
        self.transitions = transitions
        self.offsets = offsets
        self.firstOffset = firstOffset
    }

    private static let folder = "/usr/share/zoneinfo"

    private static func contents(of path: String) throws(Unread) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            let code = errno
            // A system without any rules knows no name, right or wrong.
            let isNoName = [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP, ENXIO].contains(code)
            if isNoName, access("\(Self.folder)/Etc/UTC", F_OK) == 0 { return nil }
            throw Unread(code: code)
        }
        defer { close(file) }
        var count = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
            repeat { count = read(file, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
            filled = max(count, 0)
        }
        if count < 0, errno != EISDIR { throw Unread(code: errno) }
        return count > 44 ? bytes : nil
    }

    private static func parse(_ bytes: [UInt8], name: String) -> TimeZone? {
        func number(_ at: Int, _ width: Int) -> Int? {
            guard at >= 0, at + width <= bytes.count else { return nil }
            let raw = bytes[at..<at + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return width == 4 ? Int(Int32(truncatingIfNeeded: raw)) : Int(Int64(bitPattern: raw))
        }
        func counts(_ at: Int) -> [Int]? {
            let values = (0..<6).compactMap { number(at + 20 + 4 * $0, 4) }
            return values.count == 6 && values.allSatisfy { $0 >= 0 && $0 < 100_000 } ? values : nil
        }
        guard bytes.starts(with: Array("TZif".utf8)), bytes[4] >= 0x32, let old = counts(0) else { return nil }
        // Order of the counts: isutc, isstd, leap, time, type, char.
        let second = 44 + old[3] * 5 + old[4] * 6 + old[5] + old[2] * 8 + old[1] + old[0]
        guard bytes.count > second + 44, let new = counts(second) else { return nil }
        let times = second + 44
        let types = times + new[3] * 8
        let records = types + new[3]
        var transitions: [Int] = []
        var offsets: [Int] = []
        for index in 0..<new[3] {
            guard let time = number(times + index * 8, 8), types + index < bytes.count,
                let offset = number(records + Int(bytes[types + index]) * 6, 4)
            else { return nil }
            transitions.append(time)
            offsets.append(offset)
        }
        guard let first = number(records, 4) else { return nil }
        let footer = records + new[4] * 6 + new[5] + new[2] * 12 + new[1] + new[0]
        if footer < bytes.count, bytes[footer] == 0x0A, let rule = Rule(bytes[(footer + 1)...].prefix { $0 != 0x0A }) {
            let last = transitions.last ?? .min
            let year = last == .min ? 1900 : Civil.date(days: last / 86_400).year
            for transition in (min(year, 2200)...2200).flatMap(rule.transitions) where transition.at > last {
                transitions.append(transition.at)
                offsets.append(transition.offset)
            }
        }
        return TimeZone(name: name, transitions: transitions, offsets: offsets, firstOffset: first)
    }

    /// Seconds east of Greenwich at an instant.
    public func offset(at seconds: Int) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? firstOffset : offsets[low - 1]
    }

    /// The instant (microseconds) at which the clock showed this wall time.
    public func instant(wall micros: Int) -> Meaning {
        let seconds = micros / 1_000_000 - (micros % 1_000_000 < 0 ? 1 : 0)
        // Every offset that was in force a day before or after is a candidate.
        let before = offset(at: seconds - 86_400)
        let after = offset(at: seconds + 86_400)
        let now = offset(at: seconds)
        if before == after, before == now { return .one(micros - before * 1_000_000) }
        var first: Int?
        var fits = 0
        for (index, candidate) in [before, now, after].enumerated() {
            let isKnown = index > 0 && candidate == before || index > 1 && candidate == now
            guard !isKnown, offset(at: seconds - candidate) == candidate else { continue }
            let instant = micros - candidate * 1_000_000
            first = min(first ?? instant, instant)
            fits += 1
        }
        guard let first else { return .never }
        return fits == 1 ? .one(first) : .twice(first)
    }
}

extension TimeZone: Equatable {
    public static func == (one: TimeZone, other: TimeZone) -> Bool { one.name == other.name }
}
