internal import CZlib

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
