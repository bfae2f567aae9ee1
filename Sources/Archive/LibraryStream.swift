internal import CArchive

/// libarchive over a stream: tar and zstd, and the data of zip entries.
///
/// It reads forward only and is never asked to make a file.
final class LibraryStream: ByteStream {
    /// What is expected; nothing else is tried.
    enum Kind { case zip, tar, zstdTar, zstd }

    private let handle: OpaquePointer
    private let input: Input

    /// What the library reads from, and what went wrong there.
    private final class Input {
        let source: any ByteStream
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        var failure: ArchiveError?

        init(_ source: any ByteStream) { self.source = source }

        deinit { buffer.deallocate() }

        func read() -> Int {
            do throws(ArchiveError) {
                return try source.read(into: buffer)
            } catch {
                failure = error
                return -1
            }
        }
    }

    init(_ source: any ByteStream, _ kind: Kind) throws(ArchiveError) {
        guard let handle = archive_read_new() else { throw .unreadable }
        self.handle = handle
        input = Input(source)
        switch kind {
        case .zip:
            archive_read_support_format_zip_streamable(handle)
            // The checksum is verified against the directory, once.
            archive_read_set_format_option(handle, "zip", "ignorecrc32", "1")
        case .tar: archive_read_support_format_tar(handle)
        case .zstdTar:
            archive_read_support_filter_zstd(handle)
            archive_read_support_format_tar(handle)
        case .zstd:
            archive_read_support_filter_zstd(handle)
            archive_read_support_format_raw(handle)
        }
        archive_read_set_callback_data(handle, Unmanaged.passUnretained(input).toOpaque())
        archive_read_set_read_callback(handle) { _, context, bytes in
            guard let context, let bytes else { return -1 }
            let input = Unmanaged<Input>.fromOpaque(context).takeUnretainedValue()
            bytes.pointee = UnsafeRawPointer(input.buffer.baseAddress)
            return input.read()
        }
        try check(archive_read_open1(handle))
    }

    deinit { archive_read_free(handle) }

    /// An entry as the library reports it.
    struct Header {
        var name: [UInt8]
        var type: UInt32
        var size: Int?
        var isEncrypted: Bool
    }

    /// Goes on to the next entry; nil at the end.
    func next() throws(ArchiveError) -> Header? {
        var entry: OpaquePointer?
        let result = archive_read_next_header(handle, &entry)
        if result == ARCHIVE_EOF { return nil }
        try check(result)
        guard let entry else { throw .unreadable }
        let name = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
        let isHardLink = archive_entry_hardlink(entry) != nil || archive_entry_hardlink_utf8(entry) != nil
        return Header(
            name: name.map { Array(UnsafeRawBufferPointer(start: $0, count: Self.length($0))) } ?? [],
            type: isHardLink ? EntryType.link : archive_entry_filetype(entry),
            size: archive_entry_size_is_set(entry) == 0 ? nil : Int(archive_entry_size(entry)),
            isEncrypted: archive_entry_is_encrypted(entry) != 0)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        while true {
            let count = archive_read_data(handle, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if count == Int(ARCHIVE_RETRY) { continue }
            throw input.failure ?? .damaged(entry: "at this place")
        }
    }

    /// What the library only warns of (a name that it cannot write in this locale) is no fault of the data.
    private func check(_ result: Int32) throws(ArchiveError) {
        if let failure = input.failure { throw failure }
        guard result == ARCHIVE_OK || result == ARCHIVE_WARN else {
            throw archive_errno(handle) == -1 || result == ARCHIVE_FATAL ? .truncated : .unreadable
        }
    }

    private static func length(_ text: UnsafePointer<CChar>) -> Int {
        var length = 0
        while text[length] != 0 { length += 1 }
        return length
    }
}

/// Kinds of entries, as in `st_mode`.
enum EntryType {
    static let mask: UInt32 = 0o170000
    static let file: UInt32 = 0o100000
    static let folder: UInt32 = 0o040000
    static let link: UInt32 = 0o120000
}
