public import Reading

/// A source that fingerprints what is read from it.
///
/// Proves at the end that what was imported is what was fingerprinted when the unit was claimed, and spares `validate`
/// a reading of its own.
public final class HashingSource: ByteSource {
    private let source: any ByteSource
    private var digest = Digest()
    private var result: [UInt8]?

    public init(_ source: any ByteSource) { self.source = source }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
        let count = try source.read(into: buffer)
        if count > 0 {
            digest.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } else if result == nil {
            result = digest.finish()
        }
        return count
    }

    /// SHA-256 of all bytes; nil before the end was reached.
    public var sha256: [UInt8]? { result }
}
