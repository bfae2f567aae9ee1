internal import Glibc

/// Bytes in their order.
protocol ByteStream: AnyObject {
    /// Puts some bytes at the front of `buffer`; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int
}

/// A stretch of an open file. Each window has a place of its own, so that several read one descriptor.
final class FileWindow: ByteStream {
    private let descriptor: Int32
    private var at: Int
    private let end: Int

    init(descriptor: Int32, _ range: Range<Int>) {
        self.descriptor = descriptor
        at = range.lowerBound
        end = range.upperBound
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        let wanted = min(buffer.count, end - at)
        guard wanted > 0 else { return 0 }
        while true {
            let count = pread(descriptor, buffer.baseAddress, wanted, off_t(at))
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw .system(code: errno) }
            // A file that has become shorter.
            if count == 0 { throw .truncated }
            at += count
            return count
        }
    }

    /// Exactly these bytes of a file.
    static func bytes(_ descriptor: Int32, _ range: Range<Int>) throws(ArchiveError) -> [UInt8] {
        let window = FileWindow(descriptor: descriptor, range)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, range.count), alignment: 16)
        defer { buffer.deallocate() }
        var filled = 0
        while filled < range.count {
            filled += try window.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<range.count]))
        }
        return Array(buffer[..<filled])
    }
}
