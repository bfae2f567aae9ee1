internal import Glibc

/// Where lines end in a stretch of text.
enum LineBreaks {
    /// The end of the first `most` lines, and how many breaks stand before it; all of the text where it has fewer.
    static func first(_ most: Int, in text: UnsafeRawBufferPointer) -> (end: Int, breaks: Int) {
        let block = 1 << 12
        var (end, breaks) = (0, 0)
        while end < text.count {
            let piece = UnsafeRawBufferPointer(rebasing: text[end..<min(end + block, text.count)])
            let found = count(piece)
            if breaks + found >= most { break }
            breaks += found
            end += piece.count
        }
        while end < text.count, breaks < most, let start = text.baseAddress {
            guard let found = memchr(start + end, 0x0A, text.count - end) else { return (text.count, breaks) }
            end = UnsafeRawPointer(found) - start + 1
            breaks += 1
        }
        return (end, breaks)
    }

    /// Number of breaks; without a branch, so that many bytes are compared at once.
    private static func count(_ text: UnsafeRawBufferPointer) -> Int {
        var count = 0
        for byte in text { count &+= byte == 0x0A ? 1 : 0 }
        return count
    }
}
