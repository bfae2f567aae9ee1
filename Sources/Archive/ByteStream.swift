internal import CZlib
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

/// An entry's bytes, none beyond what was declared or allowed, and proved at the end.
final class CheckedStream: ByteStream {
    private let source: any ByteStream
    private let name: String
    private let size: Int?
    private let checksum: UInt32?
    private let allowed: Int
    private let ratio: Int
    private var count = 0
    private var crc: UInt = 0

    /// - Parameters:
    ///   - size, checksum: what the archive declares; nil where it does not.
    ///   - allowed: most bytes, whatever is declared.
    init(
        _ source: any ByteStream, name: String, size: Int?, checksum: UInt32?, allowed: Int, ratio: Int
    ) {
        self.source = source
        self.name = name
        self.size = size
        self.checksum = checksum
        self.allowed = allowed
        self.ratio = ratio
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        let got: Int
        do throws(ArchiveError) { got = try source.read(into: buffer) } catch {
            if case .damaged = error { throw .damaged(entry: name) }
            throw error
        }
        count += got
        if let size, count > size { throw .damaged(entry: name) }
        if count > allowed { throw .ratio(limit: ratio) }
        if checksum != nil, got > 0 {
            crc = crc32(crc, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(got))
        }
        if got == 0 {
            if let size, count != size { throw .damaged(entry: name) }
            if let checksum, UInt32(truncatingIfNeeded: crc) != checksum { throw .damaged(entry: name) }
        }
        return got
    }
}

/// What a gzip file holds, one member after the other.
///
/// By zlib and not by libarchive, which does not look at the checksum of a member (3.6.2, measured).
final class GzipStream: ByteStream {
    private let source: any ByteStream
    private let stream: UnsafeMutablePointer<z_stream>
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var hasEnded = false
    private var isInMember = true

    init(_ source: any ByteStream) throws(ArchiveError) {
        self.source = source
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 15 bits of window, 16 for gzip and nothing else.
        guard inflateInit2_(stream, 15 + 16, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .unreadable
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        input.deallocate()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        guard !hasEnded, buffer.count > 0 else { return 0 }
        stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let room = min(buffer.count, 1 << 30)
        stream.pointee.avail_out = UInt32(room)
        while true {
            if stream.pointee.avail_in == 0 {
                let count = try source.read(into: input)
                if count == 0 {
                    if isInMember { throw .truncated }
                    hasEnded = true
                    return room - Int(stream.pointee.avail_out)
                }
                stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_in = UInt32(count)
            }
            if !isInMember { try beginMember() }
            switch inflate(stream, Z_NO_FLUSH) {
            case Z_OK, Z_BUF_ERROR: break
            case Z_STREAM_END: isInMember = false
            default: throw .damagedGzip
            }
            let count = room - Int(stream.pointee.avail_out)
            if count > 0 { return count }
        }
    }

    /// Another member may follow; what does not begin as one is no part of the file.
    private func beginMember() throws(ArchiveError) {
        guard stream.pointee.next_in.pointee == 0x1F, inflateReset(stream) == Z_OK else { throw .trailing }
        isInMember = true
    }
}
