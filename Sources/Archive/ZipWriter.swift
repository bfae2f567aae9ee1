internal import CArchive

/// Writes a zip archive from front to end into a sink: entries of any size, in the memory of one block.
public final class ZipWriter {
    /// How the bytes of an entry are stored.
    public enum Packing: Sendable {
        case deflated
        /// For what is compressed already.
        case stored
    }

    private let handle: OpaquePointer
    private let output: Output
    private let modified: Int

    /// Where the archive goes, and what went wrong there.
    private final class Output {
        let sink: (UnsafeRawBufferPointer) throws -> Void
        var failure: (any Error)?

        init(_ sink: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.sink = sink }

        func write(_ bytes: UnsafeRawBufferPointer) -> Int {
            guard failure == nil else { return -1 }
            do {
                try sink(bytes)
                return bytes.count
            } catch {
                failure = error
                return -1
            }
        }
    }

    /// - Parameters:
    ///   - modified: seconds since 1970 that all entries get.
    ///   - sink: takes each block once, in order.
    public init(modified: Int, to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        guard let handle = archive_write_new() else { throw ArchiveError.unwritten }
        self.handle = handle
        self.modified = modified
        output = Output(sink)
        archive_write_set_format_zip(handle)
        // Nothing is added behind the end.
        archive_write_set_bytes_in_last_block(handle, 1)
        let result = archive_write_open(
            handle, Unmanaged.passUnretained(output).toOpaque(), nil,
            { _, context, bytes, count in
                guard let context else { return -1 }
                return Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
                    .write(UnsafeRawBufferPointer(start: bytes, count: count))
            }, nil)
        try check(result)
    }

    deinit { archive_write_free(handle) }

    /// Adds an entry that only its owner may read; `body` gives its bytes piece by piece.
    ///
    /// - Parameter name: of ASCII characters, with `/` between folders.
    public func add(
        _ name: String, _ packing: Packing = .deflated,
        _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        guard let entry = archive_entry_new() else { throw ArchiveError.unwritten }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, name)
        archive_entry_set_filetype(entry, EntryType.file)
        archive_entry_set_perm(entry, 0o600)
        archive_entry_set_mtime(entry, modified, 0)
        switch packing {
        case .deflated: archive_write_zip_set_compression_deflate(handle)
        case .stored: archive_write_zip_set_compression_store(handle)
        }
        try check(archive_write_header(handle, entry))
        try body { bytes in
            var rest = bytes
            while !rest.isEmpty {
                let count = archive_write_data(handle, rest.baseAddress, rest.count)
                guard count > 0 else { throw output.failure ?? ArchiveError.unwritten }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
        }
        try check(archive_write_finish_entry(handle))
    }

    /// Writes the directory; without it the archive is none.
    public func finish() throws { try check(archive_write_close(handle)) }

    private func check(_ result: Int32) throws {
        if let failure = output.failure { throw failure }
        guard result == ARCHIVE_OK || result == ARCHIVE_WARN else { throw ArchiveError.unwritten }
    }
}
