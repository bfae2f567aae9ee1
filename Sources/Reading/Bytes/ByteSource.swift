internal import CCrypto
import Glibc

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

/// SHA-256, streaming.
public struct Digest: ~Copyable {
    private let context: OpaquePointer

    public init() {
        guard let context = EVP_MD_CTX_new() else { preconditionFailure("no memory for a digest") }
        self.context = context
        EVP_DigestInit_ex(context, EVP_sha256(), nil)
    }

    deinit { EVP_MD_CTX_free(context) }

    public mutating func add(_ bytes: UnsafeRawBufferPointer) {
        EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    public mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
        withUnsafeBytes(of: 0 as UInt8) { add($0) }
    }

    public mutating func finish() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 32)
        EVP_DigestFinal_ex(context, &bytes, nil)
        return bytes
    }
}
