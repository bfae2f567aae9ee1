import Glibc

/// The bytes of an open file, pipe or socket.
public final class FileSource: ByteSource {
    private let descriptor: Int32
    private let chunk: Int
    private let isOurs: Bool

    /// Reads from a descriptor that stays its owner's to close.
    public init(descriptor: Int32, chunk: Int = 1 << 20) {
        self.descriptor = descriptor
        self.chunk = max(1, chunk)
        isOurs = false
    }

    /// Opens a file, and closes it at the end of this object's life.
    public init(path: String, chunk: Int = 1 << 20) throws(ReadError) {
        let opened = open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw .system(operation: "open the file", code: errno) }
        descriptor = opened
        self.chunk = max(1, chunk)
        isOurs = true
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    }

    deinit {
        if isOurs { close(descriptor) }
    }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, min(chunk, buffer.count))
            if count >= 0 { return count }
            if errno != EINTR { throw .system(operation: "read the file", code: errno) }
        }
    }
}
