internal import Definitions
internal import Glibc

/// The bytes that must stand somewhere in a file's beginning if it is of a CSV format: what says "no" without parsing.
struct HeaderNeedles: Sendable {
    /// One of these sets must be there whole; a set without needles may always be.
    private let sets: [[[UInt8]]]

    init(_ format: Format) {
        guard case .csv = format.reader else {
            sets = [[]]
            return
        }
        sets = format.recognise.map { set in set.filter(Self.standsAsItIs).map { Array($0.utf8) } }
    }

    /// Whether the name's bytes lie together in a header that has it: columns are also known by their place, by joined
    /// labels or numbers; a quote may be doubled, and letters beyond ASCII be composed.
    private static func standsAsItIs(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && !"\"#/".utf8.contains($0) }
    }

    func mayStand(in text: [UInt8]) -> Bool {
        sets.contains { set in set.allSatisfy { Self.stands($0, in: text) } }
    }

    private static func stands(_ needle: [UInt8], in text: [UInt8]) -> Bool {
        text.withUnsafeBytes { text in
            guard var rest = text.baseAddress, let end = text.baseAddress.map({ $0 + text.count }) else { return false }
            while rest + needle.count <= end, let found = memchr(rest, Int32(needle[0]), end - rest - needle.count + 1)
            {
                if memcmp(found, needle, needle.count) == 0 { return true }
                rest = UnsafeRawPointer(found) + 1
            }
            return false
        }
    }
}
