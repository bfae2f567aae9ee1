internal import Synchronization

/// Counts of work under way, written by the threads that do it and read by the one that shows it.
public final class Progress: Sendable {
    private let bytes = Atomic<Int>(0)
    private let records = Atomic<Int>(0)
    private let totalBytes: Atomic<Int>
    private let pictures = Atomic<Int>(0)
    private let totalPictures = Atomic<Int>(0)

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

    /// Adds pictures that one thread has looked at.
    public func add(pictures: Int) { self.pictures.wrappingAdd(pictures, ordering: .relaxed) }

    /// Adds to the pictures there are to look at.
    public func expect(pictures: Int) { totalPictures.wrappingAdd(pictures, ordering: .relaxed) }

    /// The counts as they stand now.
    public var counts: Counts {
        Counts(
            bytes: bytes.load(ordering: .relaxed), totalBytes: totalBytes.load(ordering: .relaxed),
            records: records.load(ordering: .relaxed), pictures: pictures.load(ordering: .relaxed),
            totalPictures: totalPictures.load(ordering: .relaxed))
    }

    /// One reading of the counts.
    public struct Counts: Equatable, Sendable {
        public var bytes: Int
        public var totalBytes: Int
        public var records: Int
        /// Pictures of photos that were looked at, and those that wait for it.
        public var pictures: Int
        public var totalPictures: Int

        public init(bytes: Int, totalBytes: Int, records: Int, pictures: Int = 0, totalPictures: Int = 0) {
            self.bytes = bytes
            self.totalBytes = totalBytes
            self.records = records
            self.pictures = pictures
            self.totalPictures = totalPictures
        }
    }
}
