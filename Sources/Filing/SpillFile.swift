internal import Glibc

/// Bytes that would take too much memory, in a file without a name, which goes with the process.
public final class SpillFile {
    private let descriptor: Int32
    public private(set) var bytes = 0

    /// In `TMPDIR`, else `/tmp`.
    public init() throws(FileError) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var path = Array((folder + "/scorebook-spill-XXXXXX").utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw FileError("write a file in \(folder)") }
        unlink(path)
    }

    deinit { close(descriptor) }

    /// Adds bytes at its end.
    public func append(_ content: UnsafeRawBufferPointer) throws(FileError) {
        var done = 0
        while done < content.count {
            let count = write(descriptor, content.baseAddress.map { $0 + done }, content.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError("write a temporary file") }
            done += count
        }
        bytes += content.count
    }

    /// Hands out all of it, from its beginning, in pieces that are gone after the call.
    public func eachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { piece.deallocate() }
        var offset = 0
        while offset < bytes {
            let read = pread(descriptor, piece.baseAddress, min(piece.count, bytes - offset), off_t(offset))
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { throw FileError("read a temporary file again") }
            try body(UnsafeRawBufferPointer(rebasing: piece[..<read]))
            offset += read
        }
    }
}
