internal import CScan
internal import Glibc

/// Lines of a source, one at a time: for readers that look at each on its own.
///
/// A line is held as a whole unless it is longer than it may be.
final class LineSource {
    enum Line {
        /// Without its break and outer blanks.
        case text(UnsafeRawBufferPointer)
        /// Bytes of the source, of which the first are at hand.
        case tooLong(Int, start: UnsafeRawBufferPointer)
    }

    private let source: any ByteSource
    private let encoding: Encoding
    private let most: Int
    private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    private var at = 0
    private var filled = 0
    private var hasEnded = false
    /// Offset in the source of the byte at `at`.
    private(set) var position: Int
    /// Where the line last given starts in the source.
    private(set) var offset = 0
    /// Number of the line last given, from 1.
    private(set) var number = 0

    /// Bytes that stay of a line that is too long.
    private static let kept = 1 << 16

    /// - Parameter position: offset of the source's first byte.
    init(_ source: any ByteSource, encoding: Encoding, position: Int, most: Int) {
        self.source = source
        self.encoding = encoding
        self.position = position
        self.most = most
    }

    deinit { buffer.deallocate() }

    /// The next line that is not blank; valid until the next call.
    func next() throws(ReadError) -> Line? {
        while let stop = try findEnd() {
            let line = UnsafeRawBufferPointer(rebasing: buffer[at..<stop])
            offset = position
            number += 1
            let end = min(stop + 1, filled)
            position += length(at..<end)
            at = end
            if line.count > most {
                return .tooLong(encoding.sourceLength(of: line), start: .init(rebasing: line.prefix(Self.kept)))
            }
            guard let first = line.firstIndex(where: { !Self.isBlank($0) }),
                let last = line.lastIndex(where: { !Self.isBlank($0) })
            else { continue }
            offset += encoding.sourceLength(of: UnsafeRawBufferPointer(rebasing: line[..<first]))
            return .text(UnsafeRawBufferPointer(rebasing: line[first...last]))
        }
        return filled > at ? try passLine() : nil
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }

    private func length(_ range: Range<Int>) -> Int {
        encoding.sourceLength(of: UnsafeRawBufferPointer(rebasing: buffer[range]))
    }

    /// Where the line at `at` ends; nil at the end of the source, or where the line fills more than it may.
    private func findEnd() throws(ReadError) -> Int? {
        var searched = at
        while true {
            if let start = buffer.baseAddress, let found = memchr(start + searched, 0x0A, filled - searched) {
                return UnsafeRawPointer(found) - UnsafeRawPointer(start)
            }
            if filled - at > most { return nil }
            if hasEnded { return filled > at ? filled : nil }
            searched = filled - at
            try refill()
        }
    }

    private func refill() throws(ReadError) {
        if at > 0, let start = buffer.baseAddress {
            memmove(start, start + at, filled - at)
            filled -= at
            at = 0
        }
        if filled == buffer.count {
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 64)
            larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
            buffer.deallocate()
            buffer = larger
        }
        let count = try source.fill(UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        hasEnded = filled + count < buffer.count
        filled += count
    }

    /// Passes a line that is longer than it may be; of its bytes only the first stay.
    private func passLine() throws(ReadError) -> Line {
        let kept = min(filled - at, Self.kept)
        var length = length(at..<filled)
        if let start = buffer.baseAddress { memmove(start, start + at, kept) }
        offset = position
        number += 1
        (at, filled) = (kept, kept)
        while !hasEnded {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[kept...])
            let count = try source.fill(room)
            hasEnded = count < room.count
            filled = kept + count
            let end = UnsafeRawBufferPointer(rebasing: room[..<count]).firstIndex(of: 0x0A)
            length += self.length(kept..<kept + (end ?? count))
            guard let end else { continue }
            position += length + self.length(kept + end..<kept + end + 1)
            at = kept + end + 1
            return .tooLong(length, start: UnsafeRawBufferPointer(rebasing: buffer[0..<kept]))
        }
        position += length
        at = filled
        return .tooLong(length, start: UnsafeRawBufferPointer(rebasing: buffer[0..<kept]))
    }
}

/// Where lines end in a chunk of text.
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
