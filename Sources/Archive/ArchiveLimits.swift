/// How much an archive may hold; one that breaks a limit is refused.
public struct ArchiveLimits: Sendable {
    /// Most entries, folders among them.
    public var entries: Int
    /// Most bytes that a byte of the archive may become, all entries together. Health exports reach 30; what deflate
    /// can do at most is 1,032.
    public var ratio: Int
    /// Bytes that may come out of any archive, however small it is.
    public var allowance: Int
    /// Most bytes of the directory of a zip archive.
    public var directory: Int

    public init(entries: Int = 100_000, ratio: Int = 500, allowance: Int = 64 << 20, directory: Int = 32 << 20) {
        self.entries = entries
        self.ratio = ratio
        self.allowance = allowance
        self.directory = directory
    }

    /// Most bytes that may come out of an archive of this size.
    func output(of bytes: Int) -> Int {
        let (product, overflow) = bytes.multipliedReportingOverflow(by: ratio)
        return overflow ? .max : max(product, allowance)
    }
}
