internal import Synchronization

/// Counts of work under way, written by the threads that do it and read by the one that shows it.
public final class Progress: Sendable {
    private let bytes = Atomic<Int>(0)
    private let records = Atomic<Int>(0)
    private let totalBytes: Atomic<Int>

    /// `totalBytes`: what there is to read; zero where nobody knows (standard input).
    public init(totalBytes: Int = 0) {
        self.totalBytes = Atomic(totalBytes)
    }

    /// Adds what one thread has done since it last said so.
    public func add(bytes: Int, records: Int) {
        self.bytes.wrappingAdd(bytes, ordering: .relaxed)
        self.records.wrappingAdd(records, ordering: .relaxed)
    }

    /// Adds to what there is to read, as when an archive turns out larger than its file.
    public func expect(bytes: Int) {
        totalBytes.wrappingAdd(bytes, ordering: .relaxed)
    }

    /// The counts as they stand now.
    public var counts: Counts {
        Counts(
            bytes: bytes.load(ordering: .relaxed), totalBytes: totalBytes.load(ordering: .relaxed),
            records: records.load(ordering: .relaxed))
    }

    /// One reading of the counts.
    public struct Counts: Equatable, Sendable {
        public var bytes: Int
        public var totalBytes: Int
        public var records: Int

        public init(bytes: Int, totalBytes: Int, records: Int) {
            self.bytes = bytes
            self.totalBytes = totalBytes
            self.records = records
        }
    }
}
