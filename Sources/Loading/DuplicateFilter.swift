internal import Glibc

/// Says which ids may have been seen before in a unit, in a fixed amount of memory.
///
/// A Bloom filter of 16 MB with four probes: "not seen" is certain, "seen" is checked by the server among the few rows
/// so marked. At 2 million ids one in 10^7 is marked in vain, at 20 million one in thirty. Pages that no id falls on
/// cost nothing, so that a small file's filter is small.
struct DuplicateFilter: ~Copyable {
    private static let bits = 1 << 27
    private let words: UnsafeMutableRawPointer
    private(set) var suspects = 0

    init() {
        // Zeroed pages come from the kernel as they are touched.
        guard let words = calloc(Self.bits / 64, 8) else { preconditionFailure("no memory for 16 MB") }
        self.words = words
    }

    deinit { free(words) }

    /// Adds an id; true where it may have been there already.
    @inline(__always)
    mutating func insert(high: UInt64, low: UInt64) -> Bool {
        // The finaliser of MurmurHash3 over both halves, then double hashing.
        var first = high ^ (low &* 0x9E37_79B9_7F4A_7C15)
        first = (first ^ first &>> 33) &* 0xFF51_AFD7_ED55_8CCD
        first = (first ^ first &>> 33) &* 0xC4CE_B9FE_1A85_EC53
        first ^= first &>> 33
        let second = (low ^ high &>> 29) | 1
        var isSeen = true
        for probe in 0..<4 {
            let bit = Int(truncatingIfNeeded: (first &+ UInt64(probe) &* second) & UInt64(Self.bits - 1))
            let mask = 1 as UInt64 &<< UInt64(bit & 63)
            let word = (words + (bit >> 6) &* 8).assumingMemoryBound(to: UInt64.self)
            if word.pointee & mask == 0 {
                isSeen = false
                word.pointee |= mask
            }
        }
        if isSeen { suspects += 1 }
        return isSeen
    }
}
