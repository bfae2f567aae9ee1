internal import CScan
internal import Glibc

/// Where lines end in a stretch of text.
enum LineBreaks {
    /// The end of the first `most` lines, and how many breaks stand before it; all of the text where it has fewer.
    static func first(_ most: Int, in text: UnsafeRawBufferPointer) -> (end: Int, breaks: Int) {
        let block = 1 << 14
        var (end, breaks) = (0, 0)
        while end < text.count {
            let piece = UnsafeRawBufferPointer(rebasing: text[end..<min(end + block, text.count)])
            let found = piece.withMemoryRebound(to: UInt8.self) { bytes in
                bytes.baseAddress.map { cscan_count($0, bytes.count, 0x0A) } ?? 0
            }
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
}
