internal import Glibc

/// Says which ids may have been seen before in a unit, each table for itself, in a fixed amount of memory.
///
/// A Bloom filter of 16 MB, seven bits an id in one line of the cache: "not seen" is certain, "seen" is checked by the
/// server among the few rows so marked. At 2 million ids one in ten million is marked in vain, at 20 million one in fifty.
/// Pages that no id falls on cost nothing, so that a small file's filter is small.
final class DuplicateFilter {
    private static let bits = 1 << 27
    private let words: UnsafeMutableRawPointer

    init() {
        // Zeroed pages come from the kernel as they are touched; calloc may clear 16 MB that it had before.
        let words = mmap(nil, Self.bits / 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let words, words != MAP_FAILED else { preconditionFailure("no memory for 16 MB") }
        self.words = words
    }

    deinit { munmap(words, Self.bits / 8) }

    /// Adds an id; true where it may have been there already.
    @inline(__always)
    func insert(table: Int, high: UInt64, low: UInt64) -> Bool {
        // The finaliser of MurmurHash3 over both halves: one part chooses the line, the other the bits in it.
        let line = Self.mixed(high ^ (low &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(truncatingIfNeeded: table))
        var bits = Self.mixed(line ^ low)
        let block = words + Int(truncatingIfNeeded: line & UInt64(Self.bits / 512 - 1)) &* 64
        var isSeen = true
        for _ in 0..<7 {
            let place = Int(truncatingIfNeeded: bits & 511)
            bits &>>= 9
            let word = (block + (place >> 6) &* 8).assumingMemoryBound(to: UInt64.self)
            let mask = 1 as UInt64 &<< UInt64(place & 63)
            if word.pointee & mask == 0 {
                isSeen = false
                word.pointee |= mask
            }
        }
        return isSeen
    }

    @inline(__always)
    private static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ value &>> 33) &* 0xFF51_AFD7_ED55_8CCD
        value = (value ^ value &>> 33) &* 0xC4CE_B9FE_1A85_EC53
        return value ^ value &>> 33
    }
}
