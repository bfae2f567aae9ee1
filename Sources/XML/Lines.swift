internal import CExpat

/// Counts lines.
public enum Lines {
    /// Line breaks (LF, CR LF, CR) that begin in these bytes; the LF of a CR LF is none of its own.
    ///
    /// - Parameter afterReturn: whether the byte before the first one is a CR.
    @inline(__always)
    public static func count(in bytes: UnsafeRawBufferPointer, afterReturn: Bool) -> Int {
        guard let start = bytes.baseAddress else { return 0 }
        return cexpat_lines(start.assumingMemoryBound(to: UInt8.self), bytes.count, afterReturn ? 1 : 0)
    }
}
