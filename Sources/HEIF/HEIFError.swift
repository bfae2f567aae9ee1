/// Why a HEIC is not decoded.
public enum HEIFError: Error, Hashable, Sendable {
    /// The file ends before its pictures do.
    case truncated
    /// There is no still picture, as in a film or a sequence without one.
    case noImage
    /// The boxes contradict each other, or refer to what is not there.
    case brokenHeader
    /// The picture is coded by something else than HEVC, or put together in a way that is not read.
    case unsupported
    case noMemory
    /// The decoder's own numbers of the fault.
    case broken(code: Int, detail: Int)
}
