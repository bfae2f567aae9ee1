internal import CZlib

/// What a gzip file holds, one member after the other.
///
/// By zlib and not by libarchive, which does not look at the checksum of a member (3.6.2, measured).
final class GzipStream: ByteStream {
    private let source: any ByteStream
    private let stream: UnsafeMutablePointer<z_stream>
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)
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
