/// Where bytes come from, in the order in which they stand.
public protocol ByteSource: AnyObject {
    /// Puts some bytes at the front of `buffer`, which is not empty; 0 at the end of the source.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int
}

/// Bytes in memory, given out in pieces of at most `chunk`.
public final class MemorySource: ByteSource {
    private let bytes: [UInt8]
    private let chunk: Int
    private var at = 0

    public init(_ bytes: [UInt8], chunk: Int = .max) {
        self.bytes = bytes
        self.chunk = max(1, chunk)
    }

    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(chunk, buffer.count, bytes.count - at)
        buffer.copyBytes(from: bytes[at..<at + count])
        at += count
        return count
    }
}

/// Bytes that were read already, then the rest of their source: for recognition of what cannot be read twice.
public final class ReplayingSource: ByteSource {
    private let head: MemorySource
    private let rest: any ByteSource

    public init(head: [UInt8], rest: any ByteSource) {
        self.head = MemorySource(head)
        self.rest = rest
    }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
        let count = head.read(into: buffer)
        return count > 0 ? count : try rest.read(into: buffer)
    }
}

extension ByteSource {
    /// Reads until `buffer` is full or the source ends; the number of bytes read.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Reads the next `count` bytes, fewer only at the end of the source.
    public func next(_ count: Int) throws(ReadError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, count), alignment: 16)
        defer { buffer.deallocate() }
        let filled = try fill(UnsafeMutableRawBufferPointer(rebasing: buffer[0..<count]))
        return Array(buffer[0..<filled])
    }
}
