internal import Glibc

/// The bytes of an open file, read where they are asked for; the descriptor stays its owner's.
public struct DescriptorBytes: RangedBytes {
    public let count: Int
    private let descriptor: Int32

    public init(_ descriptor: Int32) throws(UnreadableBytes) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw UnreadableBytes(code: errno) }
        self.descriptor = descriptor
        count = Int(status.st_size)
    }

    public func copyBytes(from offset: Int, into target: UnsafeMutableRawBufferPointer) throws(UnreadableBytes) -> Int {
        guard offset >= 0 else { return 0 }
        var filled = 0
        while filled < target.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: target[filled...])
            let read = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw UnreadableBytes(code: errno) }
            if read == 0 { break }
            filled += read
        }
        return filled
    }
}
