/// Bytes that can be asked for anywhere: a file's metadata is read without the file.
public protocol RangedBytes {
    var count: Int { get }
    /// Puts the bytes from `offset` on at the front of `target`; how many, fewer than there is room only at the end.
    func copyBytes(from offset: Int, into target: UnsafeMutableRawBufferPointer) throws(UnreadableBytes) -> Int
}

/// The operating system gave an error in place of bytes.
public struct UnreadableBytes: Error, Hashable, Sendable {
    /// The error's number (`errno`).
    public var code: Int32

    public init(code: Int32) {
        self.code = code
    }
}

/// Bytes that lie in memory.
public struct MemoryBytes: RangedBytes {
    private let bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    public var count: Int { bytes.count }

    public func copyBytes(from offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= 0, offset < bytes.count else { return 0 }
        let count = min(target.count, bytes.count - offset)
        target.copyBytes(from: bytes[offset..<offset + count])
        return count
    }
}
