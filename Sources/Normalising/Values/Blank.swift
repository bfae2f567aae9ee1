/// Outer blanks: space, tab, line breaks, and U+00A0 and U+202F, which exports put before units and names.
enum Blank {
    @inline(__always)
    static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard let first = bytes.first, let last = bytes.last else { return bytes }
        if first > 0x20, first < 0x80, last > 0x20, last < 0x80 { return bytes }
        return slow(bytes)
    }

    /// Bytes of the blank at a place: space, U+00A0, U+202F; 0 where there is none.
    static func width(_ bytes: UnsafeRawBufferPointer, at: Int) -> Int {
        guard at < bytes.count else { return 0 }
        if bytes[at] == 0x20 { return 1 }
        if at + 1 < bytes.count, bytes[at] == 0xC2, bytes[at + 1] == 0xA0 { return 2 }
        return at + 2 < bytes.count && bytes[at] == 0xE2 && bytes[at + 1] == 0x80 && bytes[at + 2] == 0xAF ? 3 : 0
    }

    /// Whether there are blanks within that are no single spaces.
    static func isUneven(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // Eight bytes at once, of which the last is looked at again beside the next ones.
        var start = 0
        while start + 8 <= bytes.count {
            let text = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian
            let ascii = text & 0x7F7F_7F7F_7F7F_7F7F
            let noSpace = (ascii ^ 0x2020_2020_2020_2020) &+ 0x7F7F_7F7F_7F7F_7F7F
            let spaces = ~noSpace & 0x8080_8080_8080_8080
            if spaces & spaces >> 8 | text & 0x8080_8080_8080_8080 != 0 { break }
            start += 7
        }
        for at in start..<bytes.count {
            let byte = bytes[at]
            if byte == 0x20, at + 1 < bytes.count, width(bytes, at: at + 1) > 0 { return true }
            if byte >= 0xC2, byte == 0xC2 || byte == 0xE2, width(bytes, at: at) > 1 { return true }
        }
        return false
    }

    private static func slow(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        func outer(_ at: Int) -> Int { bytes[at] <= 0x20 ? 1 : width(bytes, at: at) }
        var start = 0
        var end = bytes.count
        while start < end, outer(start) > 0 { start += outer(start) }
        while let width = (1...3).first(where: { start + $0 <= end && outer(end - $0) == $0 }) { end -= width }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }
}
